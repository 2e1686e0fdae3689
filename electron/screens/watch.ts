/**
 * Looks for a pattern in what is new on a screen, chunk by chunk. What was
 * typed is not news: its echo is taken out before the pattern is tried.
 */
import type { Delta, DeltaOptions, ScreenMark } from "./mark.ts";
import { PassingText } from "./passing-text.ts";
import { withoutEcho } from "./typed-echo.ts";

export class ScreenWatch {
  readonly mark: ScreenMark;
  readonly #pattern: RegExp | undefined;
  readonly #passing: PassingText | undefined;
  #isFound = false;

  /** Throws a SyntaxError for a pattern that is none. */
  constructor(mark: ScreenMark, pattern: string | undefined) {
    this.mark = mark;
    this.#pattern = pattern === undefined ? undefined : new RegExp(pattern, "m");
    this.#passing = this.#pattern && new PassingText(this.#pattern);
  }

  /** Its pattern has not come yet. */
  get isLooking(): boolean {
    return this.#pattern !== undefined && !this.#isFound;
  }

  /** Positions in `text` at which to stop and look; call before it is written to the screen. */
  places(text: string): number[] {
    return this.#isFound || !this.#passing ? [] : this.#passing.places(text);
  }

  /** Answers with the match, once, if it is in the last `maxRows` rows now. */
  look(maxRows: number): string | undefined {
    if (this.#isFound || !this.#pattern) return undefined;
    const { lines } = this.#fresh({ maxRows, toCursor: true });
    // With the blanks before the cursor, and as most people would think of it, without.
    const text = lines.join("\n");
    const match = this.#pattern.exec(text) ?? this.#pattern.exec(lines.map((line) => line.trimEnd()).join("\n"));
    this.#isFound = match !== null;
    return match?.[0];
  }

  /** What is new, without the echo of what was typed. */
  news(options: DeltaOptions = {}): Delta {
    const { lines, ...delta } = this.#fresh(options);
    return { lines: lines.map((line) => line.trimEnd()), ...delta };
  }

  #fresh(options: DeltaOptions): Delta {
    const { lines, markLine, lost } = this.mark.delta(options);
    const fresh = withoutEcho(lines, { typed: this.mark.typed, markLine, prefix: this.mark.prefix }).lines;
    // Enter moved on to the next line: the empty rest of the echoed one is not news.
    return { lines: markLine >= 0 && fresh[markLine] === "" ? fresh.toSpliced(markLine, 1) : fresh, markLine, lost };
  }
}
