/** The baselines of one screen: where the last input was typed, and where each reader's last wait ended. */
import type { Terminal } from "@xterm/headless";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { LearnedPrompts } from "./learned-prompts.ts";
import { Baseline } from "./baseline.ts";
import type { NormalRows } from "./normal-rows.ts";
import { ShellIntegration } from "./shell-integration.ts";
import { withoutEcho } from "./typed-echo.ts";

/** Readers whose last wait is remembered; the one that waited longest ago is forgotten. */
const MAX_READERS = 16;
/** Offsets that were given out and can be read on from, the latest ones. */
const MAX_GIVEN = 64;
/** Typed text whose echo is waited for, in characters: a few lines typed ahead. A program that echoes nothing must not make it grow. */
const MAX_TYPED = 2048;
/** Rows in which that echo is looked for: it is near what has just come. */
const MAX_ECHO_ROWS = 200;

export class Baselines implements Disposable {
  readonly shell: ShellIntegration;
  readonly prompts = new LearnedPrompts();
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #store = new DisposableStore();
  /** Baselines in use, and by how many. */
  readonly #held = new Map<Baseline, number>();
  readonly #readers = new Map<string, Baseline>();
  readonly #given = new Map<number, Baseline>();
  #input: Baseline;

  constructor(terminal: Terminal, rows: NormalRows, offset: number) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.shell = new ShellIntegration(terminal);
    this.#store.add(
      rows.onClear(({ next }) => {
        for (const baseline of this.#held.keys()) baseline.handleClear(next);
      }),
    );
    this.#input = this.#make(offset, "");
  }

  /** What a wait of this reader counts from: the last input, or the end of its last wait if that is later. */
  forReader(reader: string): Baseline {
    const own = this.#readers.get(reader);
    return own && own.offset > this.#input.offset ? own : this.#input;
  }

  /** Where this reader's last wait ended, whatever was typed since by others; the last input if it has not waited yet. */
  lastRead(reader: string): Baseline {
    return this.#readers.get(reader) ?? this.#input;
  }

  /** A baseline where the cursor is now, held. */
  here(offset: number): Baseline {
    return this.#make(offset, "");
  }

  hold(baseline: Baseline): void {
    this.#held.set(baseline, (this.#held.get(baseline) ?? 0) + 1);
  }

  letGo(baseline: Baseline): void {
    const holders = this.#held.get(baseline) ?? 0;
    if (holders > 1) this.#held.set(baseline, holders - 1);
    else this.#held.delete(baseline);
  }

  /** Something is typed now. What was typed before and has not been echoed is still to come. */
  handleInput(offset: number, typed: string): void {
    const last = this.#input;
    this.#input = this.#make(offset, (this.#pendingOf(last) + typed).slice(-MAX_TYPED));
    if (!this.#input.isAlternate) this.prompts.handleInput(this.#input.prefix, typed);
    this.letGo(last);
  }

  /** This was typed after the last input, and belongs to it. */
  handleMoreInput(typed: string): void {
    const { prefix, isAlternate } = this.#input;
    this.#input.addTyped(typed, MAX_TYPED);
    if (!isAlternate) this.prompts.handleInput(prefix, typed);
  }

  /** Of what was typed last, this will not be echoed. */
  handleSilence(typed: string): void {
    this.#input.handleSilence(typed);
  }

  /** This reader has been told everything up to here. */
  handleRead(reader: string, offset: number): void {
    const last = this.#readers.get(reader);
    this.#readers.delete(reader);
    this.#readers.set(reader, this.#make(offset, ""));
    if (last) this.letGo(last);
    const [oldest] = this.#readers;
    if (!oldest || this.#readers.size <= MAX_READERS) return;
    this.#readers.delete(oldest[0]);
    this.letGo(oldest[1]);
  }

  /** A reader has been told this offset, which is where the screen is now: it may want to read on from there. */
  handleGiven(offset: number): void {
    if (this.#given.has(offset)) return;
    this.#keep(this.#make(offset, ""));
  }

  /**
   * The baseline that what is new since an offset is told from: where the last input
   * was typed if that came later, where the offset was given out, or here. Kept
   * like one that was given out, by its own offset.
   */
  after(since: number, offset: number): Baseline {
    const given = this.given(since);
    const known = [...(this.#input.offset >= since ? [this.#input] : []), ...(given ? [given] : [])].find(
      ({ isLost }) => !isLost,
    );
    const baseline = known ?? this.#make(offset, "");
    if (this.#given.get(baseline.offset) === baseline) return baseline;
    this.#keep(baseline);
    if (known) this.hold(baseline);
    return baseline;
  }

  /** The baseline at an offset that was given out; undefined when that is too long ago. */
  given(offset: number): Baseline | undefined {
    return this.#given.get(offset);
  }

  /** Runs `resize`, which wraps lines anew, and puts the baselines where their lines are then. */
  acrossResize(resize: () => void): void {
    const baselines = [...this.#held.keys()];
    const rows = this.#rows.acrossResize(
      baselines.map(({ row }) => row),
      resize,
    );
    for (const [index, baseline] of baselines.entries()) baseline.handleResize(rows[index] ?? baseline.row);
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
    this.#held.clear();
    this.#readers.clear();
    this.#given.clear();
  }

  #keep(baseline: Baseline): void {
    const last = this.#given.get(baseline.offset);
    this.#given.delete(baseline.offset);
    if (last) this.letGo(last);
    this.#given.set(baseline.offset, baseline);
    const [oldest] = this.#given;
    if (!oldest || this.#given.size <= MAX_GIVEN) return;
    this.#given.delete(oldest[0]);
    this.letGo(oldest[1]);
  }

  #pendingOf(baseline: Baseline): string {
    if (baseline.typed === "") return "";
    const { lines, baselineLine } = baseline.delta({ toCursor: true, maxRows: MAX_ECHO_ROWS });
    return withoutEcho(lines, { typed: baseline.typed, baselineLine, prefix: baseline.prefix }).pending;
  }

  #make(offset: number, typed: string): Baseline {
    const baseline = new Baseline(this.#terminal, this.#rows, { offset, typed, shellPrompts: this.shell.prompts });
    this.hold(baseline);
    return baseline;
  }
}
