/**
 * The state of one terminal, kept by @xterm/headless. Runs in a worker thread,
 * never on the host's event loop.
 */
import type {
  Changes,
  Checkpoint,
  ScreenFrame,
  MouseState,
  PatternMatch,
  ScreenState,
  TextLimit,
  TextPart,
} from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import { Emitter } from "../../../shared/emitter.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { Size, Snapshot } from "../../../shared/protocol.ts";
import type { RestingPlace } from "../../../shared/screen-evidence.ts";
import { MAX_SCROLLBACK } from "../../../shared/scrollback.ts";
import { installGuards } from "../../../shared/terminal-guards.ts";
import { answerColorQueries } from "./color-queries.ts";
import { createEmulator } from "./emulator.ts";
import { FrameSource } from "./frames.ts";
import { Baselines } from "./baselines.ts";
import { NormalRows } from "./normal-rows.ts";
import type { AsciiLines } from "./ascii-lines.ts";
import { ProgramSignals } from "./program-signals.ts";
import { mouseState } from "./mouse-state.ts";
import { restingPlace } from "./resting-place.ts";
import { resizeEmulator } from "./resize-emulator.ts";
import { PackedScrollback } from "./packed-scrollback.ts";
import { PromptInput } from "./prompt-input.ts";
import { InputMarks } from "./input-marks.ts";
import { ScreenReads } from "./screen-reads.ts";
import { type OutputParser, outputParser } from "./output-parser.ts";
import { lastLines } from "./lowest-row.ts";
import { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { serializeScreen } from "./serialize.ts";
import { TerminalColors } from "./terminal-colors.ts";
import { ScreenWaits } from "./screen-waits.ts";
import { TypedCommands } from "./typed-commands.ts";
import { type InternalCore, internalsOf } from "./emulator-internals.ts";
import { type Taken, UnseenOutput } from "./unseen-output.ts";

/** Rows above the viewport that a new viewer gets at once. */
const SNAPSHOT_SCROLLBACK = 1000;

export class Screen implements Disposable {
  readonly #store = new DisposableStore();
  readonly #onReply = this.#store.add(new Emitter<string>());
  /** What the screen answers to a program's queries (DA, DSR, DECRQM, DECRQSS, colors). */
  readonly onReply = this.#onReply.event;
  /** The rows of the normal buffer by number. */
  readonly rows: NormalRows;
  /** The rows above the viewport, of which the older ones are packed. */
  readonly scrollback: PackedScrollback;
  /** Where the latest inputs were typed. */
  readonly marks: InputMarks;
  /** The waits on this screen. */
  readonly waits: ScreenWaits;
  /** The commands that are typed at a shell's prompt. */
  readonly commands: TypedCommands;
  /** Whether something stands at a shell's prompt that is not entered. */
  readonly promptInput: PromptInput;
  readonly #terminal: Terminal;
  readonly #core: InternalCore;
  readonly #parser: OutputParser;
  readonly #boundary = new SequenceBoundary();
  readonly #frames: FrameSource;
  readonly #baselines: Baselines;
  readonly #reads: ScreenReads;
  readonly #signals: ProgramSignals;
  readonly #unseen: UnseenOutput;
  /** Output taken in so far: where the stream has been read to. */
  #received: number;
  #replying = true;
  #lookedMs = 0;

  constructor(size: Size, options: { offset?: number; scrollback?: number } = {}) {
    this.#received = options.offset ?? 0;
    this.#terminal = createEmulator(size, options.scrollback ?? MAX_SCROLLBACK);
    this.#store.add({ [Symbol.dispose]: () => this.#terminal.dispose() });
    this.#core = internalsOf(this.#terminal);
    this.#parser = outputParser(this.#terminal);
    installGuards(this.#terminal);
    answerColorQueries(this.#terminal, new TerminalColors(this.#terminal), (text) => this.#reply(text));
    this.#terminal.onData((text) => this.#reply(text));
    this.#signals = new ProgramSignals(this.#terminal);
    this.scrollback = this.#store.add(new PackedScrollback(this.#terminal));
    this.rows = this.#store.add(new NormalRows(this.#terminal));
    this.marks = new InputMarks(this.#terminal, this.rows);
    this.#frames = new FrameSource(this.#terminal);
    this.#baselines = this.#store.add(new Baselines(this));
    this.waits = new ScreenWaits(this, this.#baselines);
    this.commands = this.#store.add(new TypedCommands(this, this.#baselines));
    this.promptInput = this.#store.add(new PromptInput(this.#terminal, this.rows, this.#baselines.shell));
    this.#unseen = new UnseenOutput({
      terminal: this.#terminal,
      rows: this.rows,
      scrollback: this.scrollback,
      waits: this.waits,
      boundary: this.#boundary,
      write: (text) => this.write(text),
      feed: (text) => this.#feed(text),
      pass: (length) => (this.#received += length),
    });
    this.#reads = new ScreenReads(this.#terminal, {
      rows: this.rows,
      scrollback: this.scrollback,
      baselines: this.#baselines,
      offset: this.offset,
    });
  }

  /** The position in the output that the screen shows; never inside an escape sequence. */
  get offset(): number {
    return this.#received - this.#boundary.heldLength;
  }

  /** For how long `write` has looked for what waits look for, of the time that it has taken so far. */
  get lookedMs(): number {
    return this.#lookedMs;
  }

  get size(): Size {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** The emulator itself, for those that read it line by line. */
  get terminal(): Terminal {
    return this.#terminal;
  }

  /**
   * Parses output. `replay` is output from the past: queries in it have long
   * been answered. Returns the waits whose pattern has come.
   */
  write(text: string, replay = false): PatternMatch[] {
    this.#received += text.length;
    const complete = this.#boundary.take(text);
    this.#replying = !replay;
    try {
      return this.#parse(complete);
    } finally {
      this.#replying = true;
      this.#frames.dirty = true;
      this.#reads.checkpoints.note(this.offset);
    }
  }

  /**
   * Takes in the beginning of `text`, most of it without parsing it, as far as that
   * does not show; write the rest. While patterns are looked for, it decides by
   * `deadline` (of `performance.now`).
   */
  takeUnseen(text: string, deadline = Number.POSITIVE_INFINITY, known?: AsciiLines): Taken {
    return this.#unseen.take(text, { at: this.#received, deadline, known });
  }

  resize(size: Size): void {
    const resize = (): void => this.scrollback.acrossResize(size, () => resizeEmulator(this.#terminal, size));
    this.marks.acrossResize(() => this.#baselines.acrossResize(resize));
    this.#unseen.handleResize();
    this.waits.handleResize();
    this.promptInput.handleResize();
    this.#frames.dirty = true;
  }

  /** With at least `scrollback` rows above the viewport, or all if there are fewer. */
  snapshot(scrollback = SNAPSHOT_SCROLLBACK): Snapshot {
    const screen = serializeScreen(this.#terminal, this.#signals.title, scrollback);
    return { screen: screen + this.#boundary.resumption, offset: this.offset, size: this.size };
  }

  /** The last `lines` lines of viewport and scrollback, or the first; of at most `bytes` bytes. */
  text(lines: number, bytes = Number.POSITIVE_INFINITY, isFirst = false): TextPart & { bufferRows: number } {
    return { ...this.#reads.text({ lines, bytes, isFirst }, this.offset), bufferRows: this.#terminal.buffer.active.length };
  }

  /** What is new since an offset that a reader was told; undefined when the screen does not know any more. */
  since(offset: number, limit: TextLimit): TextPart | undefined {
    return this.#reads.since(offset, limit, this.offset);
  }

  /** The rows that have changed since this reader last asked. */
  changes(reader: string): Changes {
    return this.#reads.changes(reader);
  }

  /** Who listens to the mouse, and where a label stands. */
  mouseState(label: string | undefined): MouseState {
    return mouseState(this.#terminal, label);
  }

  /** Where to begin in order to render the output from `offset` on. */
  checkpoint(offset: number): Checkpoint {
    return this.#reads.checkpoints.before(offset);
  }

  frame(since: number): ScreenFrame {
    return this.#frames.frame(since);
  }

  /** What the program is at, for whoever looks without having typed. */
  restingPlace(): RestingPlace {
    return restingPlace(this.#terminal, this.#baselines);
  }

  state(): ScreenState {
    const { modes, buffer } = this.#terminal;
    return {
      ...lastLines(this.#terminal),
      alternate: buffer.active.type === "alternate",
      applicationCursor: modes.applicationCursorKeysMode,
      applicationKeypad: modes.applicationKeypadMode,
      bracketedPaste: modes.bracketedPasteMode,
      ...this.#signals.state,
    };
  }

  /** Something is about to be typed: what comes from here on is news. */
  noteInput(typed: string): void {
    this.#baselines.handleInput(this.offset, typed);
  }

  /** This was typed right after the input that was noted last, and belongs to it. */
  addInput(typed: string): void {
    this.#baselines.handleMoreInput(typed);
  }

  /** This reader gets the whole screen as it is now. */
  handleLook(reader: string): void {
    this.#baselines.handleLook(reader, this.offset);
  }

  /** The program does not show this, which was typed last: what looks like it is an answer. */
  handleSilence(typed: string): void {
    this.#baselines.handleSilence(typed);
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #parse(text: string): PatternMatch[] {
    const found: PatternMatch[] = [];
    let from = 0;
    for (const to of this.waits.stops(text)) {
      const { end } = this.rows;
      this.#feed(text.slice(from, to));
      const began = performance.now();
      found.push(...this.waits.look(this.rows.end - end, to));
      this.#lookedMs += performance.now() - began;
      from = to;
    }
    return found;
  }

  #feed(text: string): void {
    try {
      this.#parser.parse(text);
    } catch {
      // A fault in the emulator: the rest of this piece is not shown, what comes after it is.
      this.#core._inputHandler._parser.reset();
    }
  }

  #reply(text: string): void {
    if (this.#replying) this.#onReply.fire(text);
  }
}
