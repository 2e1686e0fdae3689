/**
 * What a reader is told of a command beside its output: what has come since its last answer, and what comes between the
 * typing and the command's beginning. So no output falls between two answers.
 */
import type { RunOutcome } from "../../../shared/protocol.ts";
import type { CommandEnd, CommandNews, TextPart, UnreadPart } from "../../screens/screen-types.ts";
import { linesWithin } from "../../../shared/lines-within.ts";
import type { Session } from "../../sessions/session.ts";
import { UNASKED } from "./answer-size.ts";
import type { Ran } from "./command-output.ts";
import { beforePrompt, withoutPrompt } from "./prompt-lines.ts";

/** Of the command that was typed last, in any session. */
let lastNumber = 0;

/** What of it the answer has. */
export type CommandReport = {
  readonly earlier?: NonNullable<RunOutcome["earlier"]>;
  /** In place of the output of a command that has not begun. */
  readonly unbegun?: TextPart;
  /** The offset up to which the reader is told everything. */
  readonly reach?: number;
  /** It was typed while the alternate screen showed. */
  readonly isAlternate?: true;
};

export class CommandReading {
  readonly #session: Pick<Session, "screen" | "drain">;
  readonly #reader: string;
  readonly #number = ++lastNumber;
  /** What has come before the command. Undefined for a screen that is lost: that is no fault here, and has nothing to tell. */
  #earlier: Promise<readonly TextPart[] | undefined> | undefined;

  constructor(session: Pick<Session, "screen" | "drain">, reader: string) {
    this.#session = session;
    this.#reader = reader;
  }

  /** The command is about to be typed at this prompt, of which this is the text. What is new in a wait that follows begins here at the earliest. */
  begin(command: string, prompt: string): void {
    const question = { number: this.#number, reader: this.#reader, command, limit: UNASKED };
    this.#earlier = this.#session.screen.ask("beginCommand", question).then(
      (unread) => unreadParts(unread, prompt),
      () => undefined,
    );
  }

  /** Its answer is on its way to the reader: nothing of it is told again. `isTakenBack`: with C-c. */
  async end({ ended, hasRun, to }: Ran, isTakenBack = false): Promise<CommandReport> {
    const before = await this.#earlier;
    if (!before) return {};
    // The shell has not begun: its echo is no output of the command.
    const begun = ended === "finished" ? "end" : "here";
    const unbegun = ended === "finished" ? "prompt" : ended === "exit" ? "here" : "input";
    const at = hasRun ? begun : unbegun;
    const told = await this.#ask({ reader: this.#reader, at, endOffset: to, isTakenBack });
    const news = told?.news;
    const earlier = joined([...before, ...(hasRun && news ? [lastLines(news)] : [])]);
    return {
      ...(earlier && { earlier }),
      ...(!hasRun && news && { unbegun: news }),
      ...(told && { reach: told.offset }),
      ...(told?.isAlternate && { isAlternate: true }),
    };
  }

  /** The reader gets an error in place of an answer, or nothing: all stays unread but the command itself. */
  async giveUp(): Promise<void> {
    const before = await this.#earlier;
    if (!before) return;
    // With others before it, it is told with them.
    const reader = before.length === 0 ? { reader: this.#reader } : {};
    await this.#ask({ ...reader, at: "prompt-if-silent", isTakenBack: true });
  }

  /** What the shell has printed up to now is counted. */
  async #ask(end: Omit<CommandEnd, "number">): Promise<CommandNews | undefined> {
    this.#session.drain();
    return this.#session.screen.ask("endCommand", { ...end, number: this.#number }).catch(() => undefined);
  }
}

/** As the screen shows it, without the prompt. */
function unreadParts({ cursorLine, freshInLine, ...lines }: UnreadPart, prompt: string): TextPart[] {
  const inLine = { text: beforePrompt(freshInLine, prompt), omittedLines: 0 };
  return [{ ...lines, text: withoutPrompt(lines.text, { prompt, cursorLine }) }, inLine].filter(isSomething);
}

/** What nobody could see has no text, and is told of all the same. */
function isSomething({ text, hiddenText }: TextPart): boolean {
  return text !== "" || hiddenText !== undefined;
}

function lastLines(part: TextPart): TextPart {
  const lines = part.text.split("\n");
  const omitted = Math.max(0, lines.length - UNASKED.lines);
  return { ...part, text: lines.slice(omitted).join("\n"), omittedLines: part.omittedLines + omitted };
}

/** Undefined for nothing. */
function joined(parts: readonly TextPart[]): RunOutcome["earlier"] {
  const told = parts.filter(isSomething);
  if (told.length === 0) return undefined;
  const texts = told.map((part) => part.text).filter((part) => part !== "");
  const lines = texts.join("\n").split("\n");
  const kept = linesWithin(lines, { ...UNASKED, lines: lines.length });
  const hiddenText = told.flatMap((part) => part.hiddenText ?? []);
  const omittedLines = told.reduce((sum, part) => sum + part.omittedLines, lines.length - kept.whole);
  return { text: kept.texts.join("\n"), omittedLines, ...(hiddenText.length > 0 && { hiddenText }) };
}
