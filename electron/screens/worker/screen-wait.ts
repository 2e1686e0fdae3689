/**
 * One wait on a screen: what it looks for in what is new, chunk by chunk, and
 * from where it counts. Waits of one call follow each other, a step each.
 */
import type { CallNews } from "./call-news.ts";
import type { Baseline } from "./baseline.ts";
import type { FreshText } from "./fresh-text.ts";
import { PatternSearch } from "./pattern-search.ts";
import { StopSearch } from "./stop-search.ts";

/** A place in what is new since a baseline: after `skip` characters of it. */
export type NewsPosition = { readonly baseline: Baseline; readonly skip: number };

type ScreenWaitChoices = {
  /** See NewsPosition. */
  readonly skip?: number;
  readonly pattern?: string | undefined;
  readonly stopOn?: string | undefined;
  readonly wantsEvidence: boolean;
  readonly isOpening: boolean;
  readonly goesOn: boolean;
  readonly news: CallNews | undefined;
  readonly typedAt: string | undefined;
};

export class ScreenWait {
  readonly fresh: FreshText;
  /** Its owner wants to know where the cursor is left. */
  readonly wantsEvidence: boolean;
  /** It is no step, it opens a call: what came before the first step is told with it. */
  readonly isOpening: boolean;
  /** Another step follows. */
  readonly goesOn: boolean;
  /** The line of the cursor, up to there, when something was typed last in the call. Undefined before that. */
  readonly typedAt: string | undefined;
  /** What is new in all of the call, where it is told as a person would see it. */
  readonly news: CallNews | undefined;
  /** Where its pattern was found, for the step that goes on from there. */
  found: NewsPosition | undefined;
  /** The evidence that its owner has, as JSON. */
  lastEvidence = "";
  readonly #search: PatternSearch | undefined;
  readonly #stop: StopSearch | undefined;

  /** Throws a SyntaxError for a pattern that is none. */
  constructor(fresh: FreshText, choices: ScreenWaitChoices) {
    const { pattern, stopOn, skip } = choices;
    this.fresh = fresh;
    this.wantsEvidence = choices.wantsEvidence;
    this.isOpening = choices.isOpening;
    this.goesOn = choices.goesOn;
    this.news = choices.news;
    this.typedAt = choices.typedAt;
    this.#search = pattern === undefined ? undefined : new PatternSearch(pattern, skip);
    this.#stop = stopOn === undefined ? undefined : new StopSearch(stopOn, skip);
  }

  get baseline(): Baseline {
    return this.fresh.baseline;
  }

  /** What the pattern that stops steps has matched. */
  get stopped(): string | undefined {
    return this.#stop?.match;
  }

  /** A pattern has not come yet. */
  get isLooking(): boolean {
    return this.#searches.length > 0;
  }

  /** The call has gone on to its next step. */
  stop(): void {
    for (const search of this.#searches) search.end();
  }

  /** Where its pattern was found; whoever takes it holds its baseline. */
  takeFound(): NewsPosition | undefined {
    const { found } = this;
    this.found = undefined;
    return found;
  }

  /** Positions in `text` at which to stop and look; call before it is written to the screen. */
  stops(text: string): number[] {
    return [this.#search, this.#stop].flatMap((search) => search?.stops(text) ?? []);
  }

  /** See PassingText.mayFind. */
  mayFind(text: string): boolean {
    return this.#searches.some((search) => search.mayFind(text));
  }

  /** See PassingText.mayFindWords. */
  mayFindWords(words: string): boolean {
    return this.#searches.some((search) => search.mayFindWords(words));
  }

  /** See PassingText.clearLength. What belongs to the step before must stay on the screen. */
  clearLength(text: string, deadline: number): number {
    return this.#searches.reduce((length, search) => search.clearLength(text.slice(0, length), deadline), text.length);
  }

  /** These plain lines are not written to the screen. */
  pass(lines: string): void {
    this.#search?.pass(lines);
    this.#stop?.pass(lines);
  }

  /**
   * Answers with the match, once, if it is in the last `maxRows` rows now; `end` is how far into what is new it goes. `at`:
   * where in the output that is being written this look is.
   */
  look(maxRows: number, at?: number): { match: string; end: number } | undefined {
    const searches = this.#searches;
    if (searches.length === 0) return undefined;
    const words = this.#stop?.isOpen ? undefined : this.fresh.wordsOf(maxRows);
    if (words !== undefined && !searches.some((search) => search.mayBeIn(words))) return undefined;
    const text = this.fresh.searched(searches.some(({ skips }) => skips) ? Number.POSITIVE_INFINITY : maxRows);
    this.#stop?.look(text, { at, cursorLine: () => this.baseline.beforeCursor().cursorLine });
    return this.#search?.look(text);
  }

  get #searches(): PatternSearch[] {
    return [this.#search, this.#stop?.search].filter((search) => search !== undefined && !search.isOver) as PatternSearch[];
  }
}
