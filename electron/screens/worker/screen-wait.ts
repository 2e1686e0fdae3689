/**
 * One wait on a screen: it looks for a pattern in what is new, piece by piece.
 * What was typed is not new, so its echo is taken out before the pattern is
 * tried. The waits of one call follow each other, one for each step. The end of
 * the last one has what is new in the whole call.
 */
import { waitPattern } from "../../../shared/patterns.ts";
import type { EarlierText } from "../screen-types.ts";
import type { HiddenText } from "../../../shared/protocol.ts";
import type { Delta, DeltaOptions, Baseline } from "./baseline.ts";
import { PassingText } from "./passing-text.ts";
import { runPattern } from "./run-pattern.ts";
import { withoutTrailingBlanks } from "./screen-text.ts";
import { withoutEcho } from "./typed-echo.ts";

/** A position in what is new since a baseline: `skip` characters on. */
export type NewsPosition = { readonly baseline: Baseline; readonly skip: number };

type ScreenWaitChoices = {
  /** See NewsPosition. */
  readonly skip?: number;
  readonly pattern?: string;
  /** See `wantsEvidence`. */
  readonly evidence?: boolean;
  /** See `isOpening`. */
  readonly isOpening?: boolean;
  readonly previous?: ScreenWait | undefined;
  /** What is new before the baseline. */
  readonly earlier?: EarlierText | undefined;
};

export class ScreenWait {
  readonly baseline: Baseline;
  readonly #pattern: RegExp | undefined;
  readonly #passing: PassingText | undefined;
  /** The wait of the step before, in the same call. */
  readonly previous: ScreenWait | undefined;
  /** The host wants to know where the program leaves the cursor. */
  readonly wantsEvidence: boolean;
  /** It belongs to no step. It opens a call, so that what came before the first step is new, too. */
  readonly isOpening: boolean;
  /** Where its pattern was found. The next step may count from there. */
  found: NewsPosition | undefined;
  /** Characters after the baseline that belong to the step before. */
  readonly #skip: number;
  /** The evidence that the host has, as JSON. */
  lastEvidence = "";
  #isFound = false;
  /** New lines before the baseline; the last one may go on after it. */
  readonly #earlier: readonly string[];
  readonly #hiddenEarlier: readonly HiddenText[];

  /** Throws a SyntaxError for a pattern that does not compile. */
  constructor(baseline: Baseline, options: ScreenWaitChoices) {
    const { pattern, earlier } = options;
    this.baseline = baseline;
    this.#earlier = earlier?.text ? earlier.text.split("\n") : [];
    this.#hiddenEarlier = earlier?.hiddenText ?? [];
    this.previous = options.previous;
    this.#skip = options.skip ?? 0;
    this.isOpening = options.isOpening === true;
    this.wantsEvidence = options.evidence === true;
    this.#pattern = pattern === undefined ? undefined : waitPattern(pattern);
    this.#passing = this.#pattern && new PassingText(this.#pattern);
  }

  /** Its pattern has not come yet. */
  get isLooking(): boolean {
    return this.#pattern !== undefined && !this.#isFound;
  }

  /** What came right after the earlier lines has left the scrollback. With them, the news would have a hole that does not show. */
  get #hasHole(): boolean {
    return this.#earlier.length > 0 && this.baseline.isLost;
  }

  /** Earlier lines that are left out of the news. The last earlier line goes on in the row of the baseline, which counts among those lost. */
  get omittedEarlier(): number {
    return this.#hasHole ? this.#earlier.length - 1 : 0;
  }

  /** Rows of the news that have left the scrollback. They were nearly always as many lines. */
  get rowsLost(): number {
    // The line in which something was typed does not count.
    return Math.max(
      ...this.#steps().map(({ baseline }) => (baseline.typed === "" ? baseline.rowsLost : Math.max(0, baseline.rowsLost - 1))),
    );
  }

  /** Where text before the baseline was left out because nobody could see it. No row of the screen has that text any more. */
  get hiddenEarlier(): HiddenText[] {
    return this.#hasHole ? [] : this.#hiddenEarlier.map((hidden) => ({ ...hidden, row: 0 }));
  }

  /** The call has gone on to its next step: the pattern is not looked for any more. */
  stop(): void {
    this.#isFound = true;
  }

  /** Where its pattern was found. The caller holds that baseline from now on. */
  takeFound(): NewsPosition | undefined {
    const { found } = this;
    this.found = undefined;
    return found;
  }

  /** Positions in `text` at which to stop and look. Call it before the text is written to the screen. */
  stops(text: string): number[] {
    return this.#isFound || !this.#passing ? [] : this.#passing.stops(text);
  }

  /** See PassingText.clearLength. What belongs to the step before must stay on the screen. */
  clearLength(text: string, deadline: number): number {
    if (!this.isLooking || !this.#passing) return text.length;
    return this.#skip > 0 ? 0 : this.#passing.clearLength(text, deadline);
  }

  /** These plain lines are not written to the screen. */
  pass(lines: string): void {
    this.#passing?.pass(lines);
  }

  /** Returns the match, once, if it is in the last `maxRows` rows now. `end` is where in what is new it ends. */
  look(maxRows: number): { match: string; end: number } | undefined {
    if (this.#isFound || !this.#pattern) return undefined;
    const { lines } = this.#withEarlier({ maxRows: this.#skip > 0 ? Number.POSITIVE_INFINITY : maxRows, toCursor: true });
    // With the blanks before the cursor, then without them, as most people would write it.
    const match = this.#find(lines.join("\n")) ?? this.#find(lines.map((line) => line.trimEnd()).join("\n"));
    this.#isFound = match !== undefined;
    return match;
  }

  #find(text: string): { match: string; end: number } | undefined {
    // What belongs to the step before may have been cleared since.
    const skip = this.#skip <= text.length ? this.#skip : 0;
    const pattern = this.#pattern;
    const searched = text.slice(skip);
    const match = pattern && runPattern(pattern, searched, () => pattern.exec(searched));
    return match ? { match: match[0], end: skip + match.index + match[0].length } : undefined;
  }

  /** What is new in the whole call, without the echo of what was typed. A prompt that comes again and again is in it once. */
  news(options: DeltaOptions = {}): string[] {
    const steps = this.#steps();
    const lines = this.#newsSince(steps, options);
    const before: string[] = [];
    const prompts = new Set([lines.at(-1), steps[0]?.isOpening ? undefined : steps[0]?.baseline.prefix.trimEnd()]);
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      if (!next) break;
      const part = step.#withoutEcho(step.baseline.deltaUntil(next.baseline, options)).lines.map((line) => line.trimEnd());
      const prompt = next.baseline.isAlternate || next.baseline.typed === "" ? undefined : part.at(-1);
      if (prompt !== undefined && (prompt === "" || prompts.has(prompt))) part.pop();
      if (prompt !== undefined) prompts.add(prompt);
      before.push(...part);
    }
    return [...before, ...lines];
  }

  /** The waits of the call, the first step's first. */
  #steps(): ScreenWait[] {
    return [...(this.previous ? this.previous.#steps() : []), this];
  }

  /** What has come since the last step began. In a full-screen program, all steps have drawn on the same rows. */
  #newsSince(steps: readonly ScreenWait[], options: DeltaOptions): string[] {
    const first = this.baseline.isAlternate ? steps.find(({ baseline }) => baseline.isAlternate) : this;
    const wait = first ?? this;
    const { lines } = wait.#hasHole ? wait.#fresh(wait.baseline.delta(options)) : wait.#withEarlier(options);
    return lines.map((line) => line.trimEnd());
  }

  #withEarlier(options: DeltaOptions): Delta {
    const delta = this.baseline.delta(options);
    const fresh = this.#fresh(delta);
    if (this.#earlier.length === 0) return fresh;
    const earlier = this.#earlier.slice(-(options.maxRows ?? this.#earlier.length));
    // The line of the baseline goes on in the first new line, unless it is gone or only the echo was in it.
    const goesOn = fresh.baselineLine === 0 && fresh.lines.length === delta.lines.length;
    const [first = "", ...others] = fresh.lines;
    const lines = goesOn ? [...earlier.slice(0, -1), `${earlier.at(-1) ?? ""}${first}`, ...others] : [...earlier, ...fresh.lines];
    return { ...fresh, lines: options.toCursor ? lines : withoutTrailingBlanks(lines) };
  }

  #fresh(delta: Delta): Delta {
    return this.baseline.isCovered ? delta : this.#withoutEcho(delta);
  }

  #withoutEcho({ lines, baselineLine, lost }: Delta): Delta {
    const fresh = withoutEcho(lines, { typed: this.baseline.typed, baselineLine, prefix: this.baseline.prefix }).lines;
    // Enter moved on to the next line. The empty rest of the line with the echo is not news.
    return {
      lines: baselineLine >= 0 && fresh[baselineLine] === "" ? fresh.toSpliced(baselineLine, 1) : fresh,
      baselineLine,
      lost,
    };
  }
}
