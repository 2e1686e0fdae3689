/**
 * Takes the echo of what was typed out of what is new: terminals show what is
 * typed into them, and that is not news. It works on lines as the screen shows
 * them, so it does not matter how the program drew the echo.
 */
import { endsLikePromptBeforeEcho, endsLikeShellPrompt } from "../../../shared/prompt-shapes.ts";

export type EchoContext = {
  /** What was typed. */
  readonly typed: string;
  /** The index of the baseline's line, and the text that was in it before the cursor. */
  readonly baselineLine: number;
  readonly prefix: string;
  /** What came right after the baseline is not among the lines, and the echo may have been there. */
  readonly isCut?: boolean;
  /** The screen has been cleared since, and the baseline's line is the first of what was written then. */
  readonly isCleared?: boolean;
  /** Whether a text that ends as shells' prompts do may be the prompt of the program: a program may print `-> text` as its answer. */
  readonly mayBeShells?: (prompt: string) => boolean;
};

/** What was typed, and whose echo may still come. */
export type Unechoed = {
  /** What was typed and has not been echoed. Of its first line, the part that has not been echoed. */
  readonly pending: string;
  /** The lines that the terminal has echoed, and no shell behind its prompt. One that reads them later will. */
  readonly bare: readonly string[];
};

export type Echoless = Unechoed & { readonly lines: readonly string[] };

/**
 * Takes each typed line out once, in order. The echo is at the baseline, or is a
 * line of its own, or follows a prompt. If the program prints the same text
 * again, that stays. A line that was typed ahead has two echoes: one of the
 * terminal at once, and one of the shell when it reads the line. Both go. A line
 * without an echo was hidden if one that was typed after it has its echo.
 *
 * When the lines do not begin at the baseline, the terminal's echo has probably
 * gone with the others. Then a line such as `got:303` is the program's answer to
 * `303`, and only what a shell has echoed is taken out.
 */
export function withoutEcho(lines: readonly string[], context: EchoContext): Echoless {
  const rest = [...lines];
  const typed = context.typed.split(/[\r\n]+/);
  const texts = typed.map((line) => line.trimEnd());
  const bare: string[] = [];
  let from = 0;
  for (const [index, text] of texts.entries()) {
    if (text === "") continue;
    if (context.isCut) {
      if (!takeShellEcho(rest, { text, from, ...context })) bare.push(text);
      continue;
    }
    // The Enter behind it ended its line. What begins like it and goes on is output, such as that of `top`: "top - 12:00:00".
    const isWhole = context.isCleared === true && index < texts.length - 1;
    const echo = findEcho(rest, { text, from, isWhole, ...context });
    if (!echo) {
      if (isOvertaken(rest, { text, from, ...context }, texts.slice(index + 1))) continue;
      const left = takePartialEcho(rest, { text, from, ...context });
      return { lines: rest, pending: left === undefined ? "" : [left, ...typed.slice(index + 1)].join("\r"), bare };
    }
    rest[echo.at] = echo.left;
    for (let at = echo.at + 1; at <= echo.end; at++) rest[at] = "";
    from = echo.end + 1;
    // A shell that echoes has read what was typed before.
    if (!echo.bare) bare.length = 0;
    // The prompt stands in the same line where the program began between the text and its Enter.
    if (echo.bare && !takeShellEcho(rest, { text, ...context, from: echo.left === "" ? from : echo.at })) bare.push(text);
  }
  return { lines: rest, pending: "", bare };
}

/** Whether the first line of what was typed is shown, in part at least. True when nothing was typed that could be. */
export function isEchoed(lines: readonly string[], context: EchoContext): boolean {
  const text = firstLine(context.typed);
  if (text === "") return true;
  const search = { text, from: 0, ...context };
  return findEcho(lines, search) !== undefined || takePartialEcho([...lines], search) !== undefined;
}

/** The first line of what was typed that is more than an Enter. */
export function firstLine(typed: string): string {
  return (
    typed
      .split(/[\r\n]+/)
      .map((line) => line.trimEnd())
      .find((line) => line !== "") ?? ""
  );
}

/** Less of a text, in characters, may be there by coincidence. */
const LEAST_BEGUN = 4;

/** `isWhole`: nothing follows the echo in its line. */
type Search = EchoContext & { readonly text: string; readonly from: number; readonly isWhole?: boolean };

/** An echo from line `at` to line `end`. `left` is what remains of the line. `bare`: nothing was before the echo. */
type Echo = { readonly at: number; readonly end: number; readonly left: string; readonly bare: boolean };

function findEcho(lines: readonly string[], search: Search): Echo | undefined {
  const { text, from, baselineLine, prefix, isWhole = false } = search;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (at === baselineLine) {
      const bare = prefix.trim() === "";
      const begins = line.startsWith(text) && !cutsWord(text, line);
      if (begins && !(isWhole && line.trimEnd() !== text))
        return { at, end: at, left: line.slice(text.length).trimStart(), bare };
      const end = endAcrossLines(lines, at, text);
      if (end !== undefined) return { at, end, left: "", bare };
    }
    const trimmed = line.trimEnd();
    if (trimmed === text) return { at, end: at, left: "", bare: true };
    if (!trimmed.endsWith(text)) continue;
    const before = trimmed.slice(0, -text.length);
    if (isPrompt(before, prefix)) return { at, end: at, left: before.trimEnd(), bare: false };
  }
  return undefined;
}

/** A line that was typed after `search.text` is shown, and of this one nothing is: the terminal would have shown it first. */
function isOvertaken(lines: readonly string[], search: Search, later: readonly string[]): boolean {
  const left = takePartialEcho([...lines], search);
  const hasBegun = left !== undefined && left !== search.text;
  return later.some((text) => {
    if (text === "") return false;
    const echo = findEcho(lines, { ...search, text });
    if (echo) return !hasBegun || echo.end < lines.length - 1;
    const rest = hasBegun ? undefined : takePartialEcho([...lines], { ...search, text });
    return rest !== undefined && rest !== text;
  });
}

/** The index of the line on which an echo ends that the program has broken into rows itself; undefined if it is no echo. */
function endAcrossLines(lines: readonly string[], from: number, text: string): number | undefined {
  let left: string | undefined = text;
  for (let at = from; at < lines.length && left !== undefined; at++) {
    left = restAfter(lines[at] ?? "", left);
    if (left?.trim() === "") return at;
  }
  return undefined;
}

/** The rest of `text` after a row that begins it, blanks at the margins aside; undefined after any other row. */
function restAfter(row: string, text: string): string | undefined {
  const shown = row.trim();
  const begins = shown !== "" && text.trimStart().startsWith(shown);
  return begins ? text.trimStart().slice(shown.length) : undefined;
}

/** Takes all lines after `from` out, where they go on with the echo of which `text` is left. Returns what is still to come then; undefined if they do not. */
function takeRows(lines: string[], from: number, text: string): string | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== "") + 1;
  // Rows of a broken line are as wide as the terminal, but for a prompt before it.
  if (lines.slice(from, Math.max(from, end - 1)).some((line) => line.trim().length < LEAST_BEGUN)) return undefined;
  let left: string | undefined = text;
  for (let at = from; at < end && left !== undefined; at++) left = restAfter(lines[at] ?? "", left);
  if (left !== undefined) lines.fill("", from, end);
  return left;
}

/** How much of the beginning of `text` stands at the end of the line, of all that may be the longest part with this before it. */
function begunAtEnd(line: string, text: string, mayStandBefore: (before: string) => boolean): number {
  for (let length = Math.min(text.length, line.length); length > 0; length--)
    if (line.endsWith(text.slice(0, length)) && mayStandBefore(line.slice(0, line.length - length))) return length;
  return 0;
}

/** Takes the beginning of an echo out of the last lines. Returns the rest of the echo, which is still to come. */
function takePartialEcho(lines: string[], { text, from, baselineLine, prefix }: Search): string | undefined {
  if (lines.every((line) => line.trim() === "")) return text;
  const at = lines.length - 1;
  const takeBroken = (): string | undefined => (from <= baselineLine ? takeRows(lines, baselineLine, text) : undefined);
  const left = baselineLine < at ? takeBroken() : undefined;
  if (left !== undefined) return left;
  const line = lines[at] ?? "";
  if (at < from) return undefined;
  // The line of the baseline is given without its prefix, unless the line has been cleared since.
  const mayBeAfterPrompt = at !== baselineLine || prefix === "";
  const length = begunAtEnd(line, text, (before) => before === "" || (mayBeAfterPrompt && isPrompt(before, prefix)));
  // Where the program wraps the line itself, the blank with which it does so may stand behind.
  if (length === 0) return takeBroken();
  lines[at] = line.slice(0, line.length - length);
  return text.slice(length);
}

/** Takes out what a shell has drawn of the text behind its prompt: all of it, in one line or in several, or the beginning with which the lines end. Returns whether there is any. */
function takeShellEcho(lines: string[], { text, from, prefix, mayBeShells = () => true }: Search): boolean {
  const isShell = (before: string): boolean =>
    (endsLikeShellPrompt(before) && mayBeShells(before)) || (before.trim() !== "" && before.trimEnd() === prefix.trimEnd());
  for (let at = from; at < lines.length; at++) {
    const line = (lines[at] ?? "").trimEnd();
    const before = line.slice(0, -text.length);
    if (!line.endsWith(text) || !isShell(before)) continue;
    lines[at] = before.trimEnd();
    return true;
  }
  // The rows behind its first one are no longer than the text, so there are few of them.
  let below = 0;
  for (let at = lines.length - 1; at >= from && below <= text.length; at--) {
    const line = (lines[at] ?? "").trimEnd();
    const length = begunAtEnd(line, text, isShell);
    if (length >= LEAST_BEGUN && takeRows(lines, at + 1, text.slice(length)) !== undefined) {
      lines[at] = line.slice(0, line.length - length).trimEnd();
      return true;
    }
    below += line.length + 1;
  }
  return false;
}

/** The line goes on within a word: `q` was typed, and the program answered `quit`. */
function cutsWord(text: string, line: string): boolean {
  return /\w$/.test(text) && /^\w/.test(line.slice(text.length));
}

function isPrompt(before: string, prefix: string): boolean {
  return before.trim() === "" || endsLikePromptBeforeEcho(before) || before === prefix;
}
