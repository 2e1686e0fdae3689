/**
 * Looks for the pattern at which the steps of a call stop. `Error$` must not stop
 * them at the first half of `Errors: 0`, so a match at the end of a line that may
 * go on counts only when it is clear that the line does not.
 */
import type { SearchedText } from "./fresh-text.ts";
import { firstReadable, OVERLAP } from "./passing-text.ts";
import { type Found, PatternSearch } from "./pattern-search.ts";

/** All other patterns match on, whatever follows. */
const MINDS_WHAT_FOLLOWS = /\$|\\b|\(\?!/i;

export class StopSearch {
  readonly search: PatternSearch;
  readonly #mindsWhatFollows: boolean;
  #match: string | undefined;
  /** It counts unless its line goes on. */
  #open: Found | undefined;
  /** Whether that line goes on with what has come next. Undefined where that is not known. */
  #goesOn: boolean | undefined;
  /** Where the output that is being written has a match at the end of a line. */
  #certain: ReadonlySet<number> = new Set();

  /** `skip`: see PatternSearch. Throws a SyntaxError for a pattern that is none. */
  constructor(source: string, skip: number | undefined) {
    this.search = new PatternSearch(source, skip);
    this.#mindsWhatFollows = MINDS_WHAT_FOLLOWS.test(source);
  }

  /** What it has matched, as far as is known now. */
  get match(): string | undefined {
    return this.#match ?? this.#open?.match;
  }

  /** A line that may go on decides whether it has matched: look again. */
  get isOpen(): boolean {
    return this.#open !== undefined && this.#match === undefined;
  }

  /** Positions in `text` at which to stop and look; call before it is written to the screen. */
  stops(text: string): number[] {
    const stops = this.search.stops(text);
    this.#certain = new Set(stops.filter((stop) => isLineEnd(text, stop)));
    const next = this.isOpen ? firstReadable(text) : undefined;
    // After a move, text comes somewhere else, and the cursor may come back.
    this.#goesOn = !next || next.kind === "move" ? undefined : next.kind === "text";
    return this.#goesOn === undefined || !next ? stops : [...stops, next.end];
  }

  /** `at`: where in the output that is being written this look is; `cursorLine`: the line of the cursor, up to there. Throws `PatternTooSlow`. */
  look(searched: SearchedText, { at, cursorLine }: { at: number | undefined; cursorLine: () => string }): void {
    const found = this.search.find(searched);
    const mayGoOn = found && (found.isOpen || cursorLine().trimEnd().endsWith(found.line));
    const isOver = !this.#mindsWhatFollows || (at !== undefined && this.#certain.has(at)) || this.#goesOn === false;
    if (mayGoOn && !isOver) this.#wait(found);
    else if (found) this.#take(found);
    else if (this.#open) this.#decide(this.#open, searched.lines);
  }

  /** These plain lines follow, and are not written to the screen. */
  pass(lines: string): void {
    this.search.pass(lines);
    const next = this.#open && firstReadable(lines);
    if (!this.#open || !next) return;
    this.#goesOn = next.kind === "text";
    this.#decide(this.#open, []);
  }

  #wait(found: Found): void {
    this.#open = found;
    this.#goesOn = undefined;
  }

  /** It does not match any more: the line has gone on, or is gone, as one is that was cleared. */
  #decide(open: Found, lines: readonly string[]): void {
    const isLonger = (line: string): boolean => line.length > open.line.length && line.startsWith(open.line);
    if (!(this.#goesOn ?? lines.some(isLonger))) this.#take(open);
    this.#open = undefined;
  }

  #take({ match }: Found): void {
    this.#match = match;
    this.search.end();
  }
}

/** The line ends here, but for blanks. */
function isLineEnd(text: string, at: number): boolean {
  const [blanks = ""] = /^ */.exec(text.slice(at, at + OVERLAP)) ?? [];
  return firstReadable(text.slice(at + blanks.length, at + OVERLAP))?.kind === "line-end";
}
