/**
 * Where in the output a pattern may be found, before that output is on the
 * screen: so that it can be looked for right there, even if the program clears
 * it or overwrites it in the same breath.
 */
import { CSI_INTRODUCER_SOURCE } from "../../../shared/escape-grammar.ts";
import { ownCopy } from "../../../shared/own-copy.ts";
import { NOT_TEXT_SOURCE } from "../../../shared/strip-sequences.ts";
import { mayMatch, mayMatchOutput, mayMatchWords } from "./required-text.ts";
import { runPattern } from "./run-pattern.ts";

/** A match may begin in one chunk and end in a later one, if it is not longer than this. */
export const OVERLAP = 2048;
/** Plain text is searched in chunks of this length. A longer one would use up the budget of a pattern. */
const CHUNK = 16 * 1024;
/** In longer output, a match is first looked for without making text of it. */
const LONG = 4 * OVERLAP;
/** How much of the end of longer output is read for its last words: a little first, and more where that is mostly sequences. */
const ENDS = [3 * OVERLAP, LONG, 4 * LONG, 16 * LONG];
/** Places in one chunk; echoes and redraws make a few that turn out to be nothing. */
const MAX_STOPS = 64;

/** Sequences that go to another line. */
const MOVES_LINE = `${CSI_INTRODUCER_SOURCE}[\\d;]*[ABEFHdf]|\\x1b[DEM]`;
/** Sequences that skip blanks, as tabs do. */
const MOVES_RIGHT = `${CSI_INTRODUCER_SOURCE}\\d*C`;
/** Carriage returns end what is seen on a line just as line feeds do. */
const LINE_END = "\\r*\\n|\\r";

/**
 * What is not text, and what stands for it. CAN breaks off the sequence that may be open before; then it goes, too. A line end
 * inside a sequence stays in it.
 */
const REPLACEMENTS = [
  [new RegExp(LINE_END, "g"), "\n"],
  [new RegExp(MOVES_LINE, "g"), "\x18\n"],
  [new RegExp(MOVES_RIGHT, "g"), "\x18 "],
  [new RegExp(NOT_TEXT_SOURCE, "g"), ""],
  // Those inside sequences have gone with them.
  [/\t/g, " "],
] as const;
/** The same in one: the groups tell what stands for it, a line feed, a blank, or nothing. */
const TOKEN = new RegExp(`(${LINE_END}|${MOVES_LINE})|(${MOVES_RIGHT}|\\t)|${NOT_TEXT_SOURCE}`, "g");

export class PassingText {
  readonly #pattern: RegExp;
  #before = "";
  #endsWithReturn = false;

  constructor(pattern: RegExp) {
    this.#pattern = new RegExp(pattern.source, `${pattern.flags}g`);
  }

  /** Positions in `chunk` after which the pattern may be on the screen, in order. Call with all output, in order. Throws `PatternTooSlow`. */
  stops(chunk: string): number[] {
    // The line has ended already.
    const skipped = this.#endsWithReturn && chunk.startsWith("\n") ? 1 : 0;
    if (chunk !== "") this.#endsWithReturn = chunk.endsWith("\r");
    const fresh = chunk.slice(skipped);
    if (fresh.length > LONG && !mayMatchOutput(this.#pattern, this.#before + fresh)) {
      // A sequence begins there, even in one that has not ended.
      this.#take(fresh, (at) => fresh.indexOf("\x1b", at));
      return [];
    }
    const all = this.#before + readable(fresh);
    const known = this.#before.length;
    this.#before = ownCopy(all.slice(-OVERLAP));
    const ends = this.#ends(all, known);
    return ends.length === 0 ? [] : origins(fresh, ends).map((stop) => stop + skipped);
  }

  /** False where running text surely has no end of a match. */
  mayFind(text: string): boolean {
    const may = text.includes("\x1b") ? mayMatchOutput : mayMatch;
    // Not the two as one text: that would be copied.
    return may(this.#pattern, this.#before + text.slice(0, OVERLAP)) || may(this.#pattern, text);
  }

  /** The same of lines of which only the words are known. Whatever they are, a match may have begun before them. */
  mayFindWords(words: string): boolean {
    return mayMatchWords(this.#pattern, this.#before + words.slice(0, OVERLAP)) || mayMatchWords(this.#pattern, words);
  }

  /**
   * How much of the beginning of `text`, which is plain lines, surely has no end of
   * a match, as far as it can tell until `deadline` (of `performance.now`). Takes
   * nothing in. Throws `PatternTooSlow`.
   */
  clearLength(text: string, deadline: number): number {
    if (!this.mayFind(text)) return text.length;
    let before = this.#before;
    for (let at = 0, next = 0; at < text.length; at = next) {
      next = pieceEnd(text, at);
      const all = before + plainText(text.slice(at, next));
      const isClear = this.#ends(all, before.length).length === 0;
      if (!isClear || performance.now() > deadline) return at;
      before = all.slice(-OVERLAP);
    }
    return text.length;
  }

  /** Takes in lines of running text that have no match and are not written to the screen. */
  pass(lines: string): void {
    this.#endsWithReturn = false;
    this.#take(lines, (at) => lines.lastIndexOf("\n", at) + 1);
  }

  /** Takes in output of which the end is text enough. `startNear` tells where it can be read from; negative: nowhere after that. */
  #take(output: string, startNear: (at: number) => number): void {
    for (const length of ENDS) {
      const from = startNear(Math.max(0, output.length - length));
      const end = from < 0 ? "" : readable(output.slice(from));
      if (end.length >= OVERLAP) {
        this.#before = ownCopy(end.slice(-OVERLAP));
        return;
      }
    }
    this.#before = ownCopy((this.#before + readable(output)).slice(-OVERLAP));
  }

  /** Where the pattern's matches end in `text`, counted from `known` on. As on the screen, blanks at the end of a line count, and do not. */
  #ends(text: string, known: number): number[] {
    if (!mayMatch(this.#pattern, text)) return [];
    return runPattern(this.#pattern, text, () => {
      const ends = this.#matchEnds(text, known, (end) => end);
      const trimmed = trimmedLines(text);
      if (!trimmed) return ends;
      const more = this.#matchEnds(trimmed.text, known, trimmed.origin);
      return [...new Set([...ends, ...more].sort((a, b) => a - b))];
    });
  }

  /** `origin` gets the end of each match, in order. */
  #matchEnds(text: string, known: number, origin: (end: number) => number): number[] {
    const ends: number[] = [];
    for (const match of text.matchAll(this.#pattern)) {
      const end = origin(match.index + match[0].length) - known;
      if (end > 0 && end !== ends.at(-1)) ends.push(end);
      if (ends.length >= MAX_STOPS) break;
    }
    return ends;
  }
}

/** The text of a chunk, one line feed for everything that begins a line. */
function readable(chunk: string): string {
  if (!/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(chunk)) return chunk.replace(REPLACEMENTS[0][0], "\n");
  let text = chunk;
  for (const [what, instead] of REPLACEMENTS) text = text.replace(what, instead);
  return text;
}

/**
 * What comes first in this output, and how far into it that goes: a character of text, the end of a line, or a sequence
 * that goes to another line. Undefined where there is none of them.
 */
export function firstReadable(output: string): { readonly kind: "text" | "line-end" | "move"; readonly end: number } | undefined {
  const begin = output.slice(0, OVERLAP);
  let at = 0;
  for (const [token, toLine, toRight] of begin.matchAll(TOKEN)) {
    if (!begin.startsWith(token, at)) break;
    at += token.length;
    if (toLine !== undefined) return { kind: /[\r\n]/.test(toLine) ? "line-end" : "move", end: at };
    if (toRight !== undefined) return { kind: "text", end: at };
  }
  const [first] = begin.slice(at);
  return first === undefined ? undefined : { kind: "text", end: at + first.length };
}

/** Where a piece of plain lines ends: at the end of a line, if it has one. Blanks in front of that belong to it. */
function pieceEnd(text: string, from: number): number {
  if (from + CHUNK >= text.length) return text.length;
  const lineEnd = text.lastIndexOf("\n", from + CHUNK - 1) + 1;
  return lineEnd > from ? lineEnd : from + CHUNK;
}

/** The text with no blanks at the end of a line. `origin` tells where a place in that is in `text`; ask it in order. Undefined where there are none. */
function trimmedLines(text: string): { readonly text: string; readonly origin: (at: number) => number } | undefined {
  if (!/[^\S\n]\n/.test(text)) return undefined;
  const lines = text.split("\n");
  // The last one may go on.
  const trimmed = lines.map((line, at) => (at < lines.length - 1 ? line.trimEnd() : line));
  // The line up to which has been counted, where it begins in the trimmed text, and how much was cut off before it.
  let [index, begin, cut] = [0, 0, 0];
  const origin = (at: number): number => {
    for (let end = begin + lengthOf(index); index < lines.length - 1 && end < at; end = begin + lengthOf(index)) {
      begin = end + 1;
      cut += (lines[index]?.length ?? 0) - lengthOf(index);
      index++;
    }
    return at + cut;
  };
  const lengthOf = (line: number): number => trimmed[line]?.length ?? 0;
  return { text: trimmed.join("\n"), origin };
}

/** What `readable` makes of plain lines, in a quarter of the time. Returns at the end belong to the next chunk's line feed. */
function plainText(lines: string): string {
  let text = lines;
  // More than once: a terminal adds a return to each line feed, even where the program wrote one.
  while (text.includes("\r\n")) text = text.replaceAll("\r\n", "\n");
  let end = text.length;
  while (text[end - 1] === "\r") end--;
  return text.slice(0, end);
}

/** Where in the chunk these ends of readable text are. Slow, and seldom needed: only where the pattern fits. */
function origins(chunk: string, ends: readonly number[]): number[] {
  const stops: number[] = [];
  let from = 0;
  /** Readable characters before `from`. */
  let length = 0;
  let next = 0;
  const stopUpTo = (to: number): void => {
    for (let end = ends[next]; end !== undefined && end <= length + to - from; end = ends[++next])
      stops.push(from + end - length);
    length += to - from;
  };
  for (const token of chunk.matchAll(TOKEN)) {
    stopUpTo(token.index);
    from = token.index + token[0].length;
    if (token[1] === undefined && token[2] === undefined) continue;
    // One character stands for all of it: what ends with it ends after it.
    length++;
    for (; ends[next] === length; next++) stops.push(from);
  }
  stopUpTo(chunk.length);
  return stops;
}
