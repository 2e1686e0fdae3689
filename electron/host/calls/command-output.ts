/** The output of one command in a shell, as the answer to whoever has run it. */
import type { Params, RunOutcome } from "../../../shared/protocol.ts";
import type { TextPart } from "../../screens/screen-types.ts";
import { linesWithin } from "../../../shared/lines-within.ts";
import type { Session } from "../../sessions/session.ts";
import { renderOutput } from "../read-output.ts";
import { textLimit } from "./answer-size.ts";

/** The most output that is rendered, in UTF-16 units. What comes before that is left out. */
const MAX_OUTPUT = 4 * 1024 * 1024;
/** Zsh fills the row behind its mark with blanks. A terminal has at most 1000 columns or so; what is longer is no mark. */
const MAX_PROMPT_MARK = 2048;

/** What became of the command: where its output is, as far as it has come. */
export type Ran = {
  readonly ended: RunOutcome["ended"];
  readonly from: number;
  readonly to: number;
  readonly exitCode?: number;
  readonly hasRun: boolean;
};

/** A part of the output as text, and how many lines of it are left out. */
type RenderedOutput = Pick<TextPart, "text" | "omittedLines" | "hiddenText">;

type OutputOptions = Pick<Params<"session/run">, "maxLines" | "firstLines"> & {
  /** It stands in place of the output. */
  readonly unbegun?: TextPart | undefined;
  /** The command was typed while the alternate screen showed. Its output is told as on the normal screen, whose lines stay. */
  readonly isAlternate?: boolean | undefined;
};

/** As many lines of it as are wanted and an answer has room for, and how many are left out. */
export async function outcomeOf(
  session: Session,
  ran: Ran,
  { unbegun, isAlternate = false, ...wanted }: OutputOptions,
): Promise<RunOutcome> {
  const limit = textLimit(wanted);
  const { isFirst = false } = limit;
  const { text, hiddenText, omittedLines } = unbegun ?? (await rendered(session, ran, { isFirst, isAlternate }));
  const lines = text.replace(/\n$/, "").split("\n");
  const { texts, whole } = linesWithin(lines, limit);
  const left = lines.length - whole + omittedLines;
  return {
    ended: ran.ended,
    ...(ran.exitCode !== undefined && { exitCode: ran.exitCode }),
    ...(ran.ended === "exit" && session.exit && { exit: session.exit }),
    text: texts.join("\n"),
    omittedLines: isFirst ? 0 : left,
    ...(isFirst && left > 0 && { omittedAtEnd: left }),
    offset: ran.to,
    ...(hiddenText && { hiddenText }),
  };
}

async function rendered(
  session: Session,
  ran: Ran,
  { isFirst, isAlternate: leavesAlternate }: { isFirst: boolean; isAlternate: boolean },
): Promise<RenderedOutput> {
  const since = isFirst ? ran.from : Math.max(ran.from, ran.to - MAX_OUTPUT);
  const end = Math.min(ran.to, since + MAX_OUTPUT);
  const limit = end - since - (end === ran.to ? await promptMarkLength(session, ran) : 0);
  const range = { since, limit, leavesAlternate };
  const { text, hiddenText } = limit === 0 ? { text: "" } : await renderOutput(session, range).catch(nothingOf(session));
  const omittedLines = (await linesIn(session, ran.from, since)) + (await linesIn(session, end, ran.to));
  return { text, omittedLines, ...(hiddenText && { hiddenText }) };
}

/** A session that was stopped meanwhile has no screen any more. How it has ended is told all the same. */
function nothingOf({ exit }: Session): (error: unknown) => { text: string; hiddenText?: undefined } {
  return (error) => {
    if (!exit) throw error;
    return { text: "" };
  };
}

/** How many lines end in the output between two offsets. */
async function linesIn(session: Session, from: number, to: number): Promise<number> {
  let count = 0;
  for (let at = from; at < to;) {
    const { offset, text } = await session.read(at, Math.min(to - at, MAX_OUTPUT));
    if (text === "") break;
    count += text.split("\n").length - 1;
    at = offset + text.length;
  }
  return count;
}

/** Zsh puts a mark behind output that does not end its line (PROMPT_SP), before it lets anybody mark the end of the command. */
async function promptMarkLength(session: Session, { from, to }: Ran): Promise<number> {
  const tail = Math.max(from, to - MAX_PROMPT_MARK);
  const { offset, text } = await session.read(tail, to - tail);
  const mark = /(?:\x1b\[[\d;]*m)*[%#](?:\x1b\[[\d;]*m)* *\r \r$/.exec(text)?.[0] ?? "";
  return offset + text.length === to ? mark.length : 0;
}
