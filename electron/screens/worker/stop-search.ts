/**
 * Looks for the pattern at which the steps of a call stop. `Error$` must not stop
 * them at the first half of `Errors: 0`, so a match at the end of a line that may
 * go on counts only when it is clear that the line does not.
 */
import type { SearchedText } from "./fresh-text.ts";
import { type Found, PatternSearch } from "./pattern-search.ts";

/** All other patterns match on, whatever follows. */
const MINDS_WHAT_FOLLOWS = /\$|\\b|\(\?!/i;

export class StopSearch {
  readonly search: PatternSearch;
  readonly #mindsWhatFollows: boolean;
  #match: string | undefined;
  /** It counts unless its line goes on. */
  #open: Found | undefined;

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

  /** Throws `PatternTooSlow`. */
  look(searched: SearchedText): void {
    const found = this.search.find(searched);
    if (found?.isOpen && this.#mindsWhatFollows) this.#open = found;
    else if (found) this.#take(found);
    else if (this.#open) this.#decide(this.#open, searched.lines);
  }

  /** These plain lines follow, and are not written to the screen. */
  pass(lines: string): void {
    this.search.pass(lines);
    if (this.#open && /^\r*\n/.test(lines)) this.#take(this.#open);
    else if (lines !== "") this.#open = undefined;
  }

  /** It does not match any more: the line has gone on, or is gone, as one is that was cleared. */
  #decide(open: Found, lines: readonly string[]): void {
    const hasGoneOn = lines.some((line) => line.length > open.line.length && line.startsWith(open.line));
    if (!hasGoneOn) this.#take(open);
    this.#open = undefined;
  }

  #take({ match }: Found): void {
    this.#match = match;
    this.search.end();
  }
}
