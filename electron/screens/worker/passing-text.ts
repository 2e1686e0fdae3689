/**
 * Where in the output a pattern may be found, before that output is on the
 * screen: so that it can be looked for right there, even if the program clears
 * it or overwrites it in the same breath.
 */
import { CSI_INTRODUCER_SOURCE } from "../../../shared/escape-grammar.ts";
import { NOT_TEXT_SOURCE } from "../../../shared/strip-sequences.ts";
import { runPattern } from "./run-pattern.ts";

/** A match may begin in one chunk and end in a later one. */
const OVERLAP = 2048;
/** Places in one chunk; echoes and redraws make a few that turn out to be nothing. */
const MAX_STOPS = 64;

/** Sequences that go to another line. */
const MOVES_LINE = `${CSI_INTRODUCER_SOURCE}[\\d;]*[ABEFHdf]|\\x1b[DEM]`;
/** Sequences that skip blanks. */
const MOVES_RIGHT = `${CSI_INTRODUCER_SOURCE}\\d*C`;
/** Carriage returns end what is seen on a line just as line feeds do. */
const LINE_END = "\\r?\\n|\\r";

/**
 * What is not text, and what stands for it. CAN breaks off the sequence that may be open before; then it goes, too. A line end
 * inside a sequence stays in it.
 */
const REPLACEMENTS = [
  [new RegExp(LINE_END, "g"), "\n"],
  [new RegExp(MOVES_LINE, "g"), "\x18\n"],
  [new RegExp(MOVES_RIGHT, "g"), "\x18 "],
  [new RegExp(NOT_TEXT_SOURCE, "g"), ""],
] as const;
/** The same in one: the groups tell what stands for it, a line feed, a blank, or nothing. */
const TOKEN = new RegExp(`(${LINE_END}|${MOVES_LINE})|(${MOVES_RIGHT})|${NOT_TEXT_SOURCE}`, "g");

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
    const all = this.#before + readable(chunk.slice(skipped));
    const known = this.#before.length;
    this.#before = all.slice(-OVERLAP);
    const ends = runPattern(this.#pattern, all, () => this.#ends(all, known));
    return ends.length === 0 ? [] : origins(chunk.slice(skipped), ends).map((stop) => stop + skipped);
  }

  /** Where the pattern's matches end in `text`, counted from `known` on. */
  #ends(text: string, known: number): number[] {
    const ends: number[] = [];
    for (const match of text.matchAll(this.#pattern)) {
      const end = match.index + match[0].length - known;
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
