/**
 * One command that is typed at the prompt of a shell with marks, as the screen
 * sees it: what comes between its typing and its beginning, and where it ends.
 * What is gathered there is told beside its output, so nothing falls between the
 * look at the prompt and the command's first mark.
 */
import type { Terminal } from "@xterm/headless";
import type { TextPart } from "../screen-types.ts";
import type { Baseline } from "./baseline.ts";
import type { Baselines } from "./baselines.ts";
import { withoutCommand } from "./command-echo.ts";
import { HiddenTextList, hiddenTextOf } from "./hidden-text-list.ts";
import type { NormalRows } from "./normal-rows.ts";
import type { ShellMark } from "./shell-integration.ts";

type CommandScreen = { readonly terminal: Terminal; readonly rows: NormalRows };

export class TypedCommand implements Disposable {
  /** Where it was typed. */
  readonly input: Baseline;
  readonly #screen: CommandScreen;
  readonly #baselines: Baselines;
  readonly #command: string;
  /** What is new from here on has not been gathered. */
  #from: Baseline;
  #state: "typed" | "running" | "ended" | "at-prompt" | "over" = "typed";
  #hasBegun = false;
  #news: TextPart = { text: "", omittedLines: 0 };
  #end: Baseline | undefined;
  #refusedAt: Baseline | undefined;
  #endCursor = { row: 0, x: 0 };
  /** The prompt that is being drawn begins where the command has ended. */
  #isFollowed = false;

  /** It is typed at the last input of `baselines`. */
  constructor(screen: CommandScreen, baselines: Baselines, command: string) {
    this.#screen = screen;
    this.#baselines = baselines;
    this.#command = command;
    this.input = baselines.input;
    this.#from = this.input;
    baselines.hold(this.input);
    baselines.hold(this.#from);
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** What came before it began, without its echo. Of one that has not begun, all that came up to the last prompt. */
  get news(): TextPart {
    return this.#news;
  }

  /** Where it has ended; behind the prompt that follows right there, because whoever has been told the output has been told the prompt. */
  get end(): Baseline | undefined {
    return this.#end;
  }

  /** Where the shell was at its prompt behind it, with nothing begun. */
  get refusedAt(): Baseline | undefined {
    return this.#hasBegun ? this.#refusedAt : this.#end;
  }

  /** No mark moves its end any more. */
  get isOver(): boolean {
    return this.#state === "at-prompt" || this.#state === "over";
  }

  [Symbol.dispose](): void {
    for (const baseline of [this.input, this.#from, this.#end, this.#refusedAt]) if (baseline) this.#baselines.letGo(baseline);
  }

  /** `isLonger`: the prompt that ends has more rows than the one before. */
  handleMark(mark: ShellMark, isLonger: boolean): void {
    const state = this.#state;
    if (mark === "command-begin") this.#begin();
    else if (mark === "command-end" && state === "running") this.#setEnd();
    else if (mark === "prompt-begin") this.#beginPrompt();
    else if (mark === "prompt-end" && state === "ended") this.#endPrompt(isLonger);
  }

  /** Nobody waits for its beginning any more: what the screen shows now is all that comes. */
  gatherUnlessBegun(): void {
    if (this.#state === "typed") this.#gather();
  }

  /** A shell may draw its prompt once more before it begins: a job has ended, or the prompt replaces itself. */
  #begin(): void {
    if (this.#hasBegun || this.#state === "over") {
      this.#state = "over";
      return;
    }
    if (this.#end) {
      // Or somebody has entered another line at that prompt.
      this.#refusedAt = this.#end;
      this.#baselines.hold(this.#refusedAt);
    }
    this.#hasBegun = true;
    this.#gather();
    this.#state = "running";
  }

  #setEnd(): void {
    this.#state = "ended";
    this.#replaceEnd();
    this.#endCursor = this.#screen.rows.cursor;
  }

  #beginPrompt(): void {
    // At a prompt without a beginning, nothing has run. What is taken back at that prompt belongs to this command, too.
    if (!this.#hasBegun && this.#state !== "over") {
      this.#gather();
      this.#setEnd();
      this.#goOnFromEnd();
    }
    const { row, x } = this.#screen.rows.cursor;
    const { row: endRow, x: endX } = this.#endCursor;
    const isThere = row === endRow && x === endX;
    // Fish ends a line that the output has not ended, with a mark of one character.
    const isBelow = row === endRow + 1 && x === 0 && endX > 0;
    this.#isFollowed = isThere || (isBelow && (this.#behindEnd()?.length ?? 0) <= 1);
  }

  #endPrompt(isLonger: boolean): void {
    this.#state = "at-prompt";
    // What a job has printed between the lines of the prompt is not told yet.
    if (!this.#isFollowed || isLonger) return;
    this.#replaceEnd();
    if (!this.#hasBegun) this.#goOnFromEnd();
  }

  #goOnFromEnd(): void {
    if (!this.#end) return;
    this.#baselines.hold(this.#end);
    this.#baselines.letGo(this.#from);
    this.#from = this.#end;
  }

  /** Gathers what has come since it was typed, or since the last prompt. */
  #gather(): void {
    const { terminal, rows } = this.#screen;
    const from = this.#from;
    if (from.isAlternate) return;
    const hidden = new HiddenTextList(terminal);
    // What a prompt hides in its own line is no news.
    const isBelow = (row: number): boolean => rows.first + row > from.row;
    const delta = from.delta({ onHidden: (kind, row, column) => isBelow(row) && hidden.inNormal(kind, row, column) });
    const lines = withoutCommand(delta, { command: this.#command, baseline: from, hasBegun: this.#hasBegun });
    const { text, omittedLines, hiddenText = [] } = this.#news;
    this.#news = {
      text: [...(text === "" ? [] : [text]), ...lines].join("\n"),
      omittedLines: omittedLines + Math.max(0, from.rowsLost - 1),
      ...hiddenTextOf([...hiddenText, ...(hidden.list().hiddenText ?? [])]),
    };
  }

  /** The end is here. The readers that stand at the last one are moved with it. */
  #replaceEnd(): void {
    const last = this.#end;
    const next = this.#baselines.here(last?.offset ?? this.#from.offset);
    this.#end = next;
    if (!last) return;
    this.#baselines.moveReaders(last, next);
    this.#baselines.letGo(last);
  }

  /** What has been written behind the end, in its line. */
  #behindEnd(): string | undefined {
    const news = this.#end?.delta();
    return news?.lines[news.baselineLine]?.trim();
  }
}
