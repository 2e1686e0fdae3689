/** Looks for a pattern in what is new on a screen, chunk by chunk, until it is found. */
import { compilePattern } from "../../../shared/patterns.ts";
import type { SearchedText } from "./fresh-text.ts";
import { PassingText } from "./passing-text.ts";
import { mayMatch, mayMatchWords } from "./required-text.ts";
import { runPattern } from "./run-pattern.ts";

export type Found = {
  readonly match: string;
  /** How far into the text the match goes. */
  readonly end: number;
  /** The line in which it ends, up to there. */
  readonly line: string;
  /** Nothing but blanks comes after it: the line may go on. */
  readonly isOpen: boolean;
};

export class PatternSearch {
  readonly #pattern: RegExp;
  /** The same, from where it is told to begin. */
  readonly #global: RegExp;
  readonly #passing: PassingText;
  /** Characters of what is new in which nothing is looked for. */
  readonly #skip: number;
  #isOver = false;

  /** Throws a SyntaxError for a pattern that is none. */
  constructor(source: string, skip = 0) {
    this.#pattern = compilePattern(source);
    this.#global = new RegExp(this.#pattern, `${this.#pattern.flags}g`);
    this.#passing = new PassingText(this.#pattern);
    this.#skip = skip;
  }

  /** The pattern has been found, or is not looked for any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What is looked at must be whole, because its beginning is left out by its length. */
  get skips(): boolean {
    return this.#skip > 0;
  }

  end(): void {
    this.#isOver = true;
  }

  /** Positions in `text` at which to stop and look; call before it is written to the screen. */
  stops(text: string): number[] {
    return this.#isOver ? [] : this.#passing.stops(text);
  }

  /** See PassingText.mayFind. */
  mayFind(text: string): boolean {
    return !this.#isOver && (this.skips || this.#passing.mayFind(text));
  }

  /** See PassingText.mayFindWords. */
  mayFindWords(words: string): boolean {
    return !this.#isOver && (this.skips || this.#passing.mayFindWords(words));
  }

  /** See PassingText.clearLength. */
  clearLength(text: string, deadline: number): number {
    if (this.#isOver) return text.length;
    return this.skips ? 0 : this.#passing.clearLength(text, deadline);
  }

  /** These plain lines are not written to the screen. */
  pass(lines: string): void {
    if (!this.#isOver) this.#passing.pass(lines);
  }

  /** False where the match surely is not in a text of which each word stands in `words`. */
  mayBeIn(words: string): boolean {
    return this.skips || mayMatchWords(this.#pattern, words);
  }

  /** The match in this text, once. Throws `PatternTooSlow`. */
  look(searched: SearchedText): Found | undefined {
    const found = this.find(searched);
    this.#isOver ||= found !== undefined;
    return found;
  }

  /** The match in this text, if it is still looked for. Throws `PatternTooSlow`. */
  find({ lines, beginsMidLine }: SearchedText): Found | undefined {
    if (this.#isOver) return undefined;
    // The first character only tells that what comes after it does not begin the line: no match begins with it.
    const firstLength = (lines[0]?.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
    const from = beginsMidLine ? firstLength : 0;
    // With the blanks before the cursor, and as most people would think of it, without.
    const text = lines.join("\n");
    const trimmed = lines.map((line) => line.trimEnd()).join("\n");
    return this.#find(text, from) ?? (trimmed === text ? undefined : this.#find(trimmed, from));
  }

  #find(text: string, from: number): Found | undefined {
    // What was skipped may have been cleared since.
    const skip = this.#skip <= text.length ? this.#skip : 0;
    const searched = text.slice(skip);
    if (!mayMatch(this.#pattern, searched)) return undefined;
    const match = runPattern(this.#pattern, searched, () => {
      this.#global.lastIndex = from;
      return this.#global.exec(searched);
    });
    if (!match) return undefined;
    const end = skip + match.index + match[0].length;
    const isOpen = /^[^\S\n]*$/.test(text.slice(end));
    return { match: match[0], end, line: text.slice(text.lastIndexOf("\n", end - 1) + 1, end), isOpen };
  }
}
