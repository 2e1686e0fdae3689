/**
 * Running text: printable characters, tabs, line ends, and sequences that set the
 * style. It changes nothing on a screen but rows, and those follow from it alone.
 */
import { createEmulator } from "./emulator.ts";
import { internalsOf } from "./emulator-internals.ts";
import { styleSequence } from "./cell-style.ts";

/** Without any of these, text is running text. One class alone takes half the time of the expression that reads sequences. */
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
/** What is no running text. A sequence that the end of the text cuts may yet set the style. Naming what is allowed instead takes twice the time. */
const NOT_RUNNING = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[\d;:]*(?:m|$)|$)/;
/** What of a text goes on with a sequence that sets the style, up to the character that ends it. */
const REST_OF_STYLE = /^\[?[\d;:]*[^]?/;
/** How much is looked through for line ends in one go, in UTF-16 units. */
const BLOCK = 16 * 1024;
/** A sequence that sets the style. */
export const SETS_STYLE = /\x1b\[[\d;:]*m/g;
const RESETS = ["\x1b[m", "\x1b[0m"];
/** What the screen may show in other words: tabs, hard blanks and soft hyphens. */
const NOT_ITSELF = ["\t", "\xa0", "\xad"];
const ASCII = /^[\x00-\x7f]*$/;
const BEGINNING = 1024;
const BARE_RETURN_OR_FEED = /\r(?![\r\n])|(?<!\r)\n/;

/** How much of the beginning of `text`, which follows `before`, is running text. `isPlain`: the text is known to have nothing that is not; it may still end a sequence. */
export function runningLength(text: string, before = "", isPlain = false): number {
  const last = before.lastIndexOf("\x1b");
  const isCut = last >= 0 && !before.includes("m", last);
  if (isCut && NOT_RUNNING.test(before.slice(last) + (REST_OF_STYLE.exec(text)?.[0] ?? ""))) return 0;
  if (isPlain) return text.length;
  const at = CONTROL.test(text) ? text.search(NOT_RUNNING) : -1;
  return at < 0 ? text.length : at;
}

/** Whether the screen shows these lines of running text in the words of the output. */
export function isItsOwnText(lines: string): boolean {
  if (NOT_ITSELF.some((character) => lines.includes(character))) return false;
  return endInReturnAndFeed(lines) || !BARE_RETURN_OR_FEED.test(lines);
}

/** Whether all lines end with one return and one line feed, and no other is there, as in most output. Takes half the time of an expression. */
function endInReturnAndFeed(lines: string): boolean {
  let at = 0;
  for (let end = lines.indexOf("\n"); end >= 0; end = lines.indexOf("\n", at)) {
    if (lines.indexOf("\r", at) !== end - 1) return false;
    at = end + 1;
  }
  return lines.indexOf("\r", at) < 0;
}

/** Running text without its sequences, which take no room on the screen. */
export function withoutSequences(lines: string): string {
  return lines.includes("\x1b") ? lines.replace(SETS_STYLE, "") : lines;
}

/**
 * What a pattern may be looked for in instead of on the screen: lines that are their own text without
 * their sequences, as they are and without the blanks at their ends.
 */
export function searchableTexts(lines: string): string[] {
  const shown = withoutSequences(lines);
  return shown.includes(" \r") ? [shown, shown.replaceAll(/ +\r/g, "\r")] : [shown];
}

/** Counting the bytes takes a fifth of the time of an expression, which is there at once where the beginning tells. */
export function isAscii(text: string): boolean {
  return ASCII.test(text.slice(0, BEGINNING)) && Buffer.byteLength(text) === text.length;
}

/** How many lines end in `text`. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** Where the last `count` lines (one at least) before `end` begin, which is the beginning of a line; 0 if there are no more. */
export function startOfLast(count: number, text: string, end: number): number {
  let missing = count;
  // Searching forwards takes a tenth of the time of searching backwards, so it goes back block after block.
  for (let to = end - 1; to > 0; to -= BLOCK) {
    const from = Math.max(0, to - BLOCK);
    const block = text.slice(from, to);
    const lines = countLines(block);
    if (lines >= missing) return from + endOfLine(block, lines - missing);
    missing -= lines;
  }
  return 0;
}

/** Where the line `index` of `text` ends (0-based), which has so many. */
function endOfLine(text: string, index: number): number {
  let at = 0;
  for (let line = 0; line <= index; line++) at = text.indexOf("\n", at) + 1;
  return at;
}

/** Where the style was last reset; 0 if nowhere. Most programs reset it all the time. */
function lastReset(text: string): number {
  const near = Math.max(0, text.length - BLOCK);
  const lastIn = (part: string): number => Math.max(...RESETS.map((sequence) => part.lastIndexOf(sequence)));
  const reset = lastIn(text.slice(near));
  return reset < 0 ? Math.max(0, lastIn(text)) : near + reset;
}

/** Only its style is looked at. */
let styled: ReturnType<typeof createEmulator> | undefined;

/** The sequence that sets the style in force after `text`, which begins in that of the sequence `style`. */
export function styleAfter(text: string, style: string): string {
  if (!text.includes("\x1b")) return style;
  const sequences = text.slice(lastReset(text)).match(SETS_STYLE);
  if (!sequences) return style;
  styled ??= createEmulator({ cols: 2, rows: 1 }, 0);
  const { _inputHandler: handler } = internalsOf(styled);
  handler.parse(style + sequences.join(""));
  return styleSequence(handler._curAttrData, true);
}
