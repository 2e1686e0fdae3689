/** The commands that are typed at the prompt of a shell with marks, and what their readers have not been told. */
import type { CommandEnd, CommandNews, CommandStart, TextLimit, UnreadPart } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { Baselines } from "./baselines.ts";
import { CallNews } from "./call-news.ts";
import type { NormalRows } from "./normal-rows.ts";
import { limitedLines } from "./limited-lines.ts";
import type { ShellMark } from "./shell-integration.ts";
import { withoutTakenBack } from "./command-echo.ts";
import { TypedCommand } from "./typed-command.ts";

/** `offset` is the position in the output that it shows. */
type CommandScreen = { readonly terminal: Terminal; readonly rows: NormalRows; readonly offset: number };

export class TypedCommands implements Disposable {
  readonly #screen: CommandScreen;
  readonly #baselines: Baselines;
  readonly #store = new DisposableStore();
  readonly #commands = new Map<number, TypedCommand>();
  /** Those of which nobody asks any more. The prompt that follows may move their readers. */
  readonly #told = new Set<TypedCommand>();
  /** The row in which the last prompt begins, by its number, and how many rows further it ends. */
  #promptRow = 0;
  #promptRows: number | undefined;

  constructor(screen: CommandScreen, baselines: Baselines) {
    this.#screen = screen;
    this.#baselines = baselines;
    this.#store.add(baselines.shell.onMark((mark) => this.#handleMark(mark)));
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  /** A command is about to be typed. Tells its reader what has come since its last answer; it stays unread until `end`. */
  begin({ reader, command, number, limit }: CommandStart): UnreadPart {
    const unread = this.#unread(reader, limit);
    this.#baselines.handleInput(this.#screen.offset, `${command}\r`);
    this.#commands.set(number, new TypedCommand(this.#screen, this.#baselines, command));
    return unread;
  }

  /** Nobody waits for the command any more, and its reader is told the output up to `at`. */
  end({ number, reader, at, endOffset = this.#screen.offset, isTakenBack = false }: CommandEnd): CommandNews {
    const { offset } = this.#screen;
    const typed = this.#commands.get(number);
    if (!typed) return { offset };
    this.#commands.delete(number);
    if (at === "here") typed.gatherUnlessBegun();
    const news = isTakenBack ? { ...typed.news, text: withoutTakenBack(typed.news.text) } : typed.news;
    const isTold = at !== "prompt-if-silent" || (!typed.hasBegun && news.text === "");
    if (reader !== undefined && isTold) this.#tell(reader, typed, { at, endOffset });
    if (typed.end && !typed.isOver) this.#told.add(typed);
    else typed[Symbol.dispose]();
    return { offset, ...(at !== "input" && { news }), ...(typed.input.isAlternate && { isAlternate: true }) };
  }

  #tell(reader: string, typed: TypedCommand, { at, endOffset }: { at: CommandEnd["at"]; endOffset: number }): void {
    const { input, refusedAt } = typed;
    const end = at === "end" ? typed.end : refusedAt;
    // What came on the normal screen before the command was not told.
    if (input.isAlternate) return;
    if (at === "here") this.#baselines.handleRead(reader, this.#screen.offset);
    else if (at === "input") this.#baselines.handleReadTo(reader, input);
    else if (end) {
      end.offset = endOffset;
      this.#baselines.handleReadTo(reader, end);
    }
  }

  /** The lines that this reader has not been told, and the line of the cursor. */
  #unread(reader: string, wanted: TextLimit): UnreadPart {
    const baseline = this.#baselines.lastTold(reader);
    if (!baseline) return { text: "", omittedLines: 0, cursorLine: "", freshInLine: "" };
    const line = baseline.beforeCursor();
    if (!baseline.hasLinesAfter()) return { text: "", omittedLines: 0, ...line };
    const news = new CallNews(this.#screen, { baselines: this.#baselines, baseline, isTyped: false });
    return { ...limitedLines(news.end({ leavesLine: true, wanted }), wanted), ...line };
  }

  /** Whether the prompt has more rows than the one before: a job may have printed some of them. */
  #notePrompt(mark: ShellMark): boolean {
    const { row } = this.#screen.rows.cursor;
    if (mark === "prompt-begin") this.#promptRow = row;
    if (mark !== "prompt-end") return false;
    const last = this.#promptRows;
    this.#promptRows = row - this.#promptRow;
    return last !== undefined && this.#promptRows > last;
  }

  #handleMark(mark: ShellMark): void {
    const isLonger = this.#notePrompt(mark);
    for (const typed of [...this.#commands.values(), ...this.#told]) typed.handleMark(mark, isLonger);
    for (const typed of this.#told) {
      if (!typed.isOver) continue;
      this.#told.delete(typed);
      typed[Symbol.dispose]();
    }
  }
}
