/** The baselines of one screen: at the last input, at the end of each reader's last wait, and at offsets that readers got. */
import type { Terminal } from "@xterm/headless";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import { LearnedPrompts } from "./learned-prompts.ts";
import { Baseline, type BaselineScreen } from "./baseline.ts";
import type { NormalRows } from "./normal-rows.ts";
import type { PackedScrollback } from "./packed-scrollback.ts";
import { ShellIntegration } from "./shell-integration.ts";
import type { Unechoed } from "./typed-echo.ts";
import { ECHO_ROWS } from "./unread-rows.ts";
import { WrappedRows } from "./wrapped-rows.ts";

/** Readers whose last wait is remembered. Beyond these, the reader that waited longest ago is forgotten. */
const MAX_READERS = 32;
/** Offsets that readers got and may read on from. Only the latest ones are kept. */
const MAX_GIVEN = 64;
/** Typed text whose echo is waited for, in UTF-16 units: a few lines typed ahead. With a program that echoes nothing it must not grow. */
const MAX_TYPED = 2048;
/** Lines that the terminal has echoed, and whose second echo by a shell is waited for. */
const MAX_BARE = 8;
const ECHOED: Unechoed = { pending: "", bare: [] };

/** The screen whose baselines these are; `offset` is where in the output it is. */
type WholeScreen = Pick<BaselineScreen, "terminal" | "rows" | "scrollback"> & { readonly offset: number };

export class Baselines implements Disposable {
  readonly shell: ShellIntegration;
  readonly prompts = new LearnedPrompts();
  /** The same in the alternate screen, where multiplexers show shells, and editors show text. */
  readonly panePrompts = new LearnedPrompts();
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #scrollback: PackedScrollback;
  readonly #wrapped: WrappedRows;
  readonly #store = new DisposableStore();
  /** Baselines in use, and by how many. */
  readonly #held = new Map<Baseline, number>();
  readonly #readers = new Map<string, Baseline>();
  /** Where these readers have looked at the whole screen since their last wait. */
  readonly #looks = new Map<string, Baseline>();
  readonly #given = new Map<number, Baseline>();
  #input: Baseline;
  /** All of the last input has its echo. */
  #isEchoed = true;

  constructor({ terminal, rows, scrollback, offset }: WholeScreen) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.#scrollback = scrollback;
    this.#wrapped = new WrappedRows(terminal, rows);
    this.shell = this.#store.add(new ShellIntegration(terminal));
    this.#store.add(
      rows.onClear(({ next }) => {
        for (const baseline of this.#held.keys()) baseline.handleClear(next);
      }),
    );
    this.#store.add(
      rows.onForget(() => {
        for (const baseline of this.#held.keys()) baseline.handleForget();
      }),
    );
    this.#store.add(rows.onRenumber(() => this.#wrapped.clear()));
    this.#input = this.#make(offset, { typed: "", unechoed: ECHOED });
  }

  /** The last input. */
  get input(): Baseline {
    return this.#input;
  }

  /** The baseline for a wait of this reader: the last input, or the end of its last wait if that is later. */
  forReader(reader: string): Baseline {
    const own = this.#readers.get(reader);
    return own && own.offset > this.#input.offset ? own : this.#input;
  }

  /** The end of this reader's last wait, even if others have typed since. The last input if the reader has not waited yet. */
  lastRead(reader: string): Baseline {
    return this.#readers.get(reader) ?? this.#input;
  }

  /** The end of this reader's last wait, or its later look at the screen. */
  lastTold(reader: string): Baseline | undefined {
    return this.#looks.get(reader) ?? this.#readers.get(reader);
  }

  /** The same, if lines have come after it. */
  unread(reader: string): Baseline | undefined {
    const own = this.lastTold(reader);
    return own?.hasLinesAfter() ? own : undefined;
  }

  /**
   * The same if lines have come between that and the last input, from which a wait counts: the reader has typed without a
   * wait, or somebody else has typed.
   */
  skipped(reader: string): Baseline | undefined {
    const own = this.lastTold(reader);
    const input = this.#input;
    if (!own || own.isAlternate || input.isAlternate) return undefined;
    return own.offset < input.offset && own.row < input.row ? own : undefined;
  }

  /** This reader gets the whole screen. What it shows need not be told again; a wait counts from where it did. */
  handleLook(reader: string, offset: number): void {
    if (!this.#readers.has(reader)) return;
    this.#forgetLook(reader);
    this.#looks.set(reader, this.#make(offset));
  }

  /** A new baseline where the cursor is now, held. */
  here(offset: number): Baseline {
    return this.#make(offset);
  }

  hold(baseline: Baseline): void {
    this.#held.set(baseline, (this.#held.get(baseline) ?? 0) + 1);
  }

  letGo(baseline: Baseline): void {
    const holders = this.#held.get(baseline) ?? 0;
    if (holders > 1) this.#held.set(baseline, holders - 1);
    else this.#held.delete(baseline);
  }

  /** Something is typed now. The echo of earlier input that has not shown is still to come. */
  handleInput(offset: number, typed: string): void {
    const last = this.#input;
    const { pending, bare } = this.#unechoed();
    this.#input = this.#make(offset, { typed: (pending + typed).slice(-MAX_TYPED), unechoed: { pending: "", bare } });
    this.#isEchoed = false;
    this.#learn(typed);
    this.letGo(last);
  }

  /** This was typed after the last input, and belongs to it. */
  handleMoreInput(typed: string): void {
    this.#input.addTyped(typed, MAX_TYPED);
    this.#isEchoed = false;
    this.#learn(typed);
  }

  /** Of the last input, this will not be echoed. */
  handleSilence(typed: string): void {
    this.#input.handleSilence(typed);
    for (const baseline of this.#held.keys()) baseline.handleSilenceBefore(typed);
  }

  /** This reader has read everything up to here, and may want to read on from this offset. */
  handleRead(reader: string, offset: number): void {
    this.#setRead(reader, this.#make(offset));
  }

  /** This reader has read everything up to this baseline, which may be an earlier one. */
  handleReadTo(reader: string, baseline: Baseline): void {
    this.hold(baseline);
    this.#setRead(reader, baseline);
  }

  /** The readers that stand at the first one stand at the second one from now on. */
  moveReaders(from: Baseline, to: Baseline): void {
    for (const [reader, own] of this.#readers) {
      if (own !== from) continue;
      this.#readers.set(reader, to);
      this.hold(to);
      this.letGo(from);
    }
  }

  /** Takes over a hold of `here`. */
  #setRead(reader: string, here: Baseline): void {
    const last = this.#readers.get(reader);
    this.#readers.delete(reader);
    this.#readers.set(reader, here);
    this.hold(here);
    this.#keep(here);
    if (last) this.letGo(last);
    this.#forgetLook(reader);
    const [oldest] = this.#readers;
    if (!oldest || this.#readers.size <= MAX_READERS) return;
    this.#readers.delete(oldest[0]);
    this.letGo(oldest[1]);
    this.#forgetLook(oldest[0]);
  }

  /** A reader got this offset, which is where the screen is now. It may want to read on from there. */
  handleGiven(offset: number): void {
    if (this.#given.has(offset)) return;
    this.#keep(this.#make(offset));
  }

  /**
   * The baseline for what is new since an offset: the last input if that came
   * later, or where a reader got the offset, or here. It is kept by its own
   * offset, as if a reader had got that.
   */
  after(since: number, offset: number): Baseline {
    const given = this.given(since);
    const candidates = [...(this.#input.offset >= since ? [this.#input] : []), ...(given ? [given] : [])];
    const found = candidates.find(({ rowsLost }) => rowsLost === 0);
    const baseline = found ?? this.#make(offset);
    if (this.#given.get(baseline.offset) === baseline) return baseline;
    this.#keep(baseline);
    if (found) this.hold(baseline);
    return baseline;
  }

  /** Something is looked for: the same rows are read again and again. Or nothing is any more. */
  handleSearch(isSearching: boolean): void {
    this.#wrapped.keep(isSearching);
  }

  /** The baseline at an offset that a reader got; undefined when that was too long ago. */
  given(offset: number): Baseline | undefined {
    return this.#given.get(offset);
  }

  /** Runs `resize`, which wraps lines anew, and moves the baselines to where their lines are then. */
  acrossResize(resize: () => void): void {
    const baselines = [...this.#held.keys()];
    const rows = this.#rows.acrossResize(
      baselines.map(({ row }) => row),
      resize,
    );
    this.#wrapped.clear();
    for (const [index, baseline] of baselines.entries()) baseline.handleResize(rows[index] ?? baseline.row);
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
    this.#held.clear();
    this.#readers.clear();
    this.#looks.clear();
    this.#given.clear();
  }

  #forgetLook(reader: string): void {
    const look = this.#looks.get(reader);
    this.#looks.delete(reader);
    if (look) this.letGo(look);
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

  #learn(typed: string): void {
    const { own, line, isAlternate, standsOut } = this.#input;
    if (!isAlternate) this.prompts.handleInput(own.prefix, typed, standsOut);
    else this.panePrompts.handleInput(line, typed, standsOut);
  }

  /** What of the last input, and of those before it, may still be echoed. */
  #unechoed(): Unechoed {
    if (this.#isEchoed) return ECHOED;
    const input = this.#input;
    const { pending, bare } = input.echoless(input.delta({ toCursor: true, maxRows: ECHO_ROWS }));
    this.#isEchoed = pending === "" && bare.length === 0;
    return { pending, bare: bare.slice(-MAX_BARE) };
  }

  #make(offset: number, { typed = "", unechoed = this.#unechoed() }: { typed?: string; unechoed?: Unechoed } = {}): Baseline {
    const screen = { terminal: this.#terminal, rows: this.#rows, scrollback: this.#scrollback };
    const baseline = new Baseline(
      { ...screen, wrapped: this.#wrapped, prompts: this.prompts },
      { offset, typed, unechoed, shellPrompts: this.shell.prompts },
    );
    this.hold(baseline);
    return baseline;
  }
}
