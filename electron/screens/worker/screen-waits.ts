/**
 * The waits on one screen: the baseline of each, what it looks for, and what is
 * new when it ends.
 */
import type { PatternMatch, ScreenWaitOptions, ScreenWaitResult } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import type { ScreenEvidence } from "../../../shared/screen-evidence.ts";
import type { Baselines } from "./baselines.ts";
import type { NormalRows } from "./normal-rows.ts";
import { cursorPosition } from "./screen-text.ts";
import { HiddenTextList, MAX_HIDDEN } from "./screen-reads.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { PatternTooSlow } from "./run-pattern.ts";
import { isUnsent } from "./unsent.ts";
import { ScreenWait, type NewsPosition } from "./screen-wait.ts";

/**
 * Of the rows that leave the viewport in one piece of output, at most this many
 * are searched as they look. The output itself is searched whole, as text.
 */
const MAX_NEW_ROWS = 100;

/** The screen that is waited on. `offset` is the position in the output that it shows. */
type WaitingScreen = { readonly terminal: Terminal; readonly rows: NormalRows; readonly offset: number };

/** A wait whose pattern was too slow, and what its owner is told. */
type SlowPattern = { readonly wait: number; readonly message: string };

export class ScreenWaits {
  readonly #screen: WaitingScreen;
  readonly #baselines: Baselines;
  readonly #waits = new Map<number, ScreenWait>();
  /** The number of the first row to look at: before it, lines were left out. */
  #firstRow = 0;
  #tooSlow: SlowPattern[] = [];

  constructor(screen: WaitingScreen, baselines: Baselines) {
    this.#screen = screen;
    this.#baselines = baselines;
  }

  /** A pattern is looked for and has not come yet. */
  get areLooking(): boolean {
    return [...this.#waits.values()].some((wait) => wait.isLooking);
  }

  /**
   * Begins a wait. With `typed`, its baseline is here. Without, its baseline is
   * the last input or the end of this reader's last wait, whichever is later, so
   * that an answer that has come already is found. Returns the match if there is
   * one already. Throws a SyntaxError for a pattern that does not compile.
   */
  start(id: number, options: ScreenWaitOptions): string | undefined {
    const { pattern, typed, evidence, follows, earlier } = options;
    if (typed !== undefined) this.#baselines.handleInput(this.#screen.offset, typed);
    const previous = follows === undefined ? undefined : this.#waits.get(follows);
    previous?.stop();
    const { baseline, skip } = this.#baseline(options, previous);
    const wait = new ScreenWait(baseline, {
      skip,
      ...(pattern !== undefined && { pattern }),
      ...(evidence !== undefined && { evidence }),
      isOpening: options.own === true,
      previous,
      earlier,
    });
    if (follows !== undefined) this.#waits.delete(follows);
    this.#waits.set(id, wait);
    if (typed !== undefined) return undefined;
    const found = this.#watch(id, wait, () => wait.look(Number.POSITIVE_INFINITY));
    if (!found) return undefined;
    this.#baselines.hold(baseline);
    wait.found = { baseline, skip: found.end };
    return found.match;
  }

  /**
   * The offset at which a wait for what is new since `since` can begin on this
   * screen. The caller renders what came between the two, and gives it to the
   * wait as `earlier`.
   */
  startSince(since: number): number {
    return this.#baselines.after(since, this.#screen.offset).offset;
  }

  /** Positions in `text` at which to stop and look, in order, the end among them. What is looked for may be gone a character later. */
  stops(text: string): number[] {
    const stops = [...this.#waits].flatMap(([id, wait]) => this.#watch(id, wait, () => wait.stops(text)) ?? []);
    return [...new Set([...stops.sort((a, b) => a - b), text.length])];
  }

  /** How much of the beginning of `text`, which is plain lines, surely has nothing that is looked for. */
  clearLength(text: string, deadline: number): number {
    let length = text.length;
    for (const [id, wait] of this.#waits)
      length = this.#watch(id, wait, () => wait.clearLength(text.slice(0, length), deadline)) ?? length;
    return length;
  }

  /** These plain lines have nothing that is looked for, and are not written to the screen. The rows up to the cursor are not joined to what follows. */
  pass(lines: string): void {
    for (const wait of this.#waits.values()) wait.pass(lines);
    this.#firstRow = this.#screen.rows.first + cursorPosition(this.#screen.terminal).row + 1;
  }

  /** The rows have been numbered anew. */
  handleResize(): void {
    this.#firstRow = 0;
  }

  /** Looks at the viewport and at the rows that have just left it. The rows above them have been looked at before. */
  look(rowsScrolledOff: number): PatternMatch[] {
    const found: PatternMatch[] = [];
    const { terminal, rows } = this.#screen;
    const maxRows = Math.min(terminal.rows + Math.min(MAX_NEW_ROWS, rowsScrolledOff), rows.end - this.#firstRow);
    for (const [id, wait] of this.#waits) {
      const match = this.#watch(id, wait, () => wait.look(maxRows));
      if (!match) continue;
      wait.found = { baseline: this.#baselines.here(this.#screen.offset), skip: 0 };
      found.push({ wait: id, match: match.match });
    }
    return found;
  }

  /** The waits whose pattern was too slow since this was last called. They look for nothing any more. */
  takeTooSlow(): SlowPattern[] {
    const tooSlow = this.#tooSlow;
    this.#tooSlow = [];
    return tooSlow;
  }

  /** For each wait that wants evidence: where the program has left the cursor, if that has changed. */
  evidence(): { wait: number; evidence: ScreenEvidence }[] {
    const news: { wait: number; evidence: ScreenEvidence }[] = [];
    for (const [id, wait] of this.#waits) {
      if (!wait.wantsEvidence) continue;
      const { shell, prompts } = this.#baselines;
      const evidence = gatherEvidence(this.#screen.terminal, { baseline: wait.baseline, shell, prompts });
      const seen = JSON.stringify(evidence);
      if (seen === wait.lastEvidence) continue;
      wait.lastEvidence = seen;
      news.push({ wait: id, evidence });
    }
    return news;
  }

  /**
   * Ends a wait, and with it the waits that it follows. Returns what is new since
   * the first one's baseline, at most `maxLines` lines. With `reader`, this reader
   * gets it, and its next wait counts from here. `unsent`: what was submitted
   * still stands in the program's input field.
   */
  end(id: number, options: { maxLines: number; reader?: string; submitted?: string }): ScreenWaitResult {
    const wait = this.#waits.get(id);
    if (!wait) return { text: "", omittedLines: 0, unsent: false };
    this.#waits.delete(id);
    const { terminal, offset } = this.#screen;
    const found = new HiddenTextList(terminal);
    const lines = wait.news({ onHidden: found.add });
    for (let step: ScreenWait | undefined = wait; step; step = step.previous) this.#forget(step);
    if (options.reader !== undefined) this.#baselines.handleRead(options.reader, offset);
    this.#baselines.handleGiven(offset);
    const unsent = options.submitted !== undefined && isUnsent(terminal, options.submitted);
    const part = found.in(lines, { lines: options.maxLines, bytes: Number.POSITIVE_INFINITY });
    const hidden = [...wait.hiddenEarlier, ...(part.hiddenText ?? [])].slice(0, MAX_HIDDEN);
    const omittedLines = part.omittedLines + wait.omittedEarlier + wait.rowsLost;
    return { ...part, omittedLines, ...(hidden.length > 0 && { hiddenText: hidden }), unsent };
  }

  /** The baseline of a new wait, held. A step that types nothing counts from where the step before it found its pattern. */
  #baseline({ typed, reader, own, since }: ScreenWaitOptions, previous: ScreenWait | undefined): NewsPosition {
    const given = since === undefined ? undefined : this.#baselines.given(since);
    if (given) {
      this.#baselines.hold(given);
      return { baseline: given, skip: 0 };
    }
    if (previous && !previous.isOpening && typed === undefined) {
      return previous.takeFound() ?? { baseline: this.#baselines.here(this.#screen.offset), skip: 0 };
    }
    const baseline = own ? this.#baselines.lastRead(reader) : this.#baselines.forReader(reader);
    this.#baselines.hold(baseline);
    return { baseline, skip: 0 };
  }

  /** Lets a wait look for its pattern. One that is too slow stops only that wait. */
  #watch<T>(id: number, wait: ScreenWait, look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof PatternTooSlow)) throw error;
      wait.stop();
      this.#tooSlow.push({ wait: id, message: error.message });
      return undefined;
    }
  }

  #forget(wait: ScreenWait): void {
    this.#baselines.letGo(wait.baseline);
    const found = wait.takeFound();
    if (found) this.#baselines.letGo(found.baseline);
  }
}
