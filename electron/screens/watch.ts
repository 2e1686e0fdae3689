/**
 * Looks for a pattern in what is new on a screen, chunk by chunk. What was
 * typed is not news: its echo is taken out before the pattern is tried.
 * Watches of one call follow each other, a step each; the last one's end tells
 * the news of them all.
 */
import type { HiddenText } from "../../shared/protocol.ts";
import type { Delta, DeltaOptions, ScreenMark } from "./mark.ts";
import { PassingText } from "./passing-text.ts";
import { withoutTrailingBlanks } from "./screen-text.ts";
import { withoutEcho } from "./typed-echo.ts";

/** A place in what is new since a mark: so many characters on. */
export type WatchPlace = { readonly mark: ScreenMark; readonly skip: number };

/** Output before the mark that counts as new, as text up to the mark. */
export type EarlierText = { readonly text: string; readonly hiddenText?: readonly HiddenText[] | undefined };

type WatchChoices = {
  /** See WatchPlace. */
  readonly skip?: number;
  readonly pattern?: string;
  readonly situation?: boolean;
  readonly isOpening?: boolean;
  readonly previous?: ScreenWatch | undefined;
  readonly earlier?: EarlierText | undefined;
};

export class ScreenWatch {
  readonly mark: ScreenMark;
  readonly #pattern: RegExp | undefined;
  readonly #passing: PassingText | undefined;
  /** The watch of the step before, in the same call. */
  readonly previous: ScreenWatch | undefined;
  /** Its owner wants to know where the cursor is left. */
  readonly wantsSituation: boolean;
  /** It is no step, it opens a call: what came before the first step is told with it. */
  readonly isOpening: boolean;
  /** Where its pattern was found, for the step that goes on from there. */
  found: WatchPlace | undefined;
  /** Characters after the mark that the step before has passed. */
  readonly #skip: number;
  /** The situation last told. */
  told = "";
  #isFound = false;
  /** New lines before the mark; the last one may go on after it. */
  readonly #earlier: readonly string[];
  readonly #hiddenEarlier: readonly HiddenText[];

  /** Throws a SyntaxError for a pattern that is none. */
  constructor(mark: ScreenMark, options: WatchChoices) {
    const { pattern, earlier } = options;
    this.mark = mark;
    this.#earlier = earlier?.text ? earlier.text.split("\n") : [];
    this.#hiddenEarlier = earlier?.hiddenText ?? [];
    this.previous = options.previous;
    this.#skip = options.skip ?? 0;
    this.isOpening = options.isOpening === true;
    this.wantsSituation = options.situation === true;
    this.#pattern = pattern === undefined ? undefined : new RegExp(pattern, "m");
    this.#passing = this.#pattern && new PassingText(this.#pattern);
  }

  /** Its pattern has not come yet. */
  get isLooking(): boolean {
    return this.#pattern !== undefined && !this.#isFound;
  }

  /** What came right after the earlier lines has left the scrollback: with them, the news would have a hole that does not show. */
  get #hasHole(): boolean {
    return this.#earlier.length > 0 && this.mark.isLost;
  }

  /** Earlier lines that are left out of the news; the last of them goes on in the row of the mark, which is among those lost. */
  get omittedEarlier(): number {
    return this.#hasHole ? this.#earlier.length - 1 : 0;
  }

  /** Rows of the news that have left the scrollback; of what was printed, nearly always as many lines. */
  get rowsLost(): number {
    // The line in which something was typed is none of them.
    return Math.max(...this.#steps().map(({ mark }) => (mark.typed === "" ? mark.rowsLost : Math.max(0, mark.rowsLost - 1))));
  }

  /** Where text before the mark was left out because nobody could see it: no row of the screen has it any more. */
  get hiddenEarlier(): HiddenText[] {
    return this.#hasHole ? [] : this.#hiddenEarlier.map((place) => ({ ...place, row: 0 }));
  }

  /** The call has gone on to its next step. */
  stop(): void {
    this.#isFound = true;
  }

  /** Where its pattern was found; whoever takes it holds its mark. */
  takeFound(): WatchPlace | undefined {
    const { found } = this;
    this.found = undefined;
    return found;
  }

  /** Positions in `text` at which to stop and look; call before it is written to the screen. */
  places(text: string): number[] {
    return this.#isFound || !this.#passing ? [] : this.#passing.places(text);
  }

  /** Answers with the match, once, if it is in the last `maxRows` rows now; `end` is how far into what is new it goes. */
  look(maxRows: number): { match: string; end: number } | undefined {
    if (this.#isFound || !this.#pattern) return undefined;
    const { lines } = this.#withEarlier({ maxRows: this.#skip > 0 ? Number.POSITIVE_INFINITY : maxRows, toCursor: true });
    // With the blanks before the cursor, and as most people would think of it, without.
    const match = this.#find(lines.join("\n")) ?? this.#find(lines.map((line) => line.trimEnd()).join("\n"));
    this.#isFound = match !== undefined;
    return match;
  }

  #find(text: string): { match: string; end: number } | undefined {
    // What was passed may have been cleared since.
    const skip = this.#skip <= text.length ? this.#skip : 0;
    const match = this.#pattern?.exec(text.slice(skip));
    return match ? { match: match[0], end: skip + match.index + match[0].length } : undefined;
  }

  /** What is new in all of the call, without the echo of what was typed. A prompt that comes again and again is told once. */
  news(options: DeltaOptions = {}): string[] {
    const steps = this.#steps();
    const lines = this.#newsSince(steps, options);
    const before: string[] = [];
    const prompts = new Set([lines.at(-1), steps[0]?.isOpening ? undefined : steps[0]?.mark.prefix.trimEnd()]);
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      if (!next) break;
      const part = step.#withoutEcho(step.mark.deltaUntil(next.mark, options)).lines.map((line) => line.trimEnd());
      const prompt = next.mark.isAlternate || next.mark.typed === "" ? undefined : part.at(-1);
      if (prompt !== undefined && (prompt === "" || prompts.has(prompt))) part.pop();
      if (prompt !== undefined) prompts.add(prompt);
      before.push(...part);
    }
    return [...before, ...lines];
  }

  /** The watches of the call, the first step's first. */
  #steps(): ScreenWatch[] {
    return [...(this.previous ? this.previous.#steps() : []), this];
  }

  /** What has come since the last step began. In a full-screen program all steps have drawn on the same rows. */
  #newsSince(steps: readonly ScreenWatch[], options: DeltaOptions): string[] {
    const first = this.mark.isAlternate ? steps.find(({ mark }) => mark.isAlternate) : this;
    const watch = first ?? this;
    const { lines } = watch.#hasHole ? watch.#fresh(watch.mark.delta(options)) : watch.#withEarlier(options);
    return lines.map((line) => line.trimEnd());
  }

  #withEarlier(options: DeltaOptions): Delta {
    const delta = this.mark.delta(options);
    const fresh = this.#fresh(delta);
    if (this.#earlier.length === 0) return fresh;
    const earlier = this.#earlier.slice(-(options.maxRows ?? this.#earlier.length));
    // The line of the mark, unless it is gone or only the echo stood in it.
    const goesOn = fresh.markLine === 0 && fresh.lines.length === delta.lines.length;
    const [first = "", ...others] = fresh.lines;
    const lines = goesOn ? [...earlier.slice(0, -1), `${earlier.at(-1) ?? ""}${first}`, ...others] : [...earlier, ...fresh.lines];
    return { ...fresh, lines: options.toCursor ? lines : withoutTrailingBlanks(lines) };
  }

  #fresh(delta: Delta): Delta {
    return this.mark.isCovered ? delta : this.#withoutEcho(delta);
  }

  #withoutEcho({ lines, markLine, lost }: Delta): Delta {
    const fresh = withoutEcho(lines, { typed: this.mark.typed, markLine, prefix: this.mark.prefix }).lines;
    // Enter moved on to the next line: the empty rest of the echoed one is not news.
    return { lines: markLine >= 0 && fresh[markLine] === "" ? fresh.toSpliced(markLine, 1) : fresh, markLine, lost };
  }
}
