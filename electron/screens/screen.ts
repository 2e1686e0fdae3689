/**
 * The state of one terminal, kept by @xterm/headless. The only file that
 * creates a terminal emulator; runs in a worker thread, never on the host's
 * event loop.
 */
import headless from "@xterm/headless";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Size, Snapshot } from "../../shared/protocol.ts";
import { installGuards } from "../../shared/terminal-guards.ts";
import type { Checkpoint } from "./checkpoints.ts";
import { answerColourQueries } from "./colour-queries.ts";
import { type Frame, FrameSource } from "./frames.ts";
import { useGraphemes } from "./graphemes.ts";
import { Marks } from "./marks.ts";
import { NormalRows } from "./normal-rows.ts";
import { type Pointing, pointing } from "./pointing.ts";
import { type Changes, HiddenPlaces, ScreenReads, type TextLimit, type TextPart } from "./reads.ts";
import { QuickParser } from "./quick-parser.ts";
import { lastLine } from "./screen-text.ts";
import { scrolledOff } from "./scrolled-off.ts";
import { SequenceBoundary } from "../../shared/sequence-boundary.ts";
import { serializeScreen } from "./serialize.ts";
import type { Situation } from "../../shared/situation.ts";
import { situationOf } from "./situation.ts";
import { isUnsent } from "./unsent.ts";
import { type EarlierText, ScreenWatch, type WatchPlace } from "./watch.ts";
import { type InternalCore, internalsOf } from "./xterm-internals.ts";

/** Lines kept above the viewport; older ones are rebuilt from the recording when asked. */
const SCROLLBACK_LINES = 2000;
/** Lines above the viewport that a new viewer gets at once. */
const SNAPSHOT_SCROLLBACK_LINES = 1000;
const MAX_TITLE_LENGTH = 256;
/** Rows that left the viewport in one piece of output and are searched as they look; as text all of it is. */
const MAX_NEW_ROWS = 100;

/** What clients see of a screen without asking. */
export type ScreenState = {
  title: string;
  lastLine: string;
  alternate: boolean;
  applicationCursor: boolean;
  applicationKeypad: boolean;
  bracketedPaste: boolean;
  bells: number;
};

/** Where a wait counts from, and what it looks for. */
export type WatchOptions = {
  readonly pattern?: string;
  /** What is about to be typed: the baseline is here. */
  readonly typed?: string;
  readonly reader: string;
  /** It opens a call: begin where this reader's last wait ended, whoever has typed since. */
  readonly own?: boolean;
  /** Tell where the cursor is left; see `situations`. */
  readonly situation?: boolean;
  /** The watch of the step before this one; it looks no more. */
  readonly follows?: number;
  /** Begin at this offset, told by `watchPlace`. */
  readonly since?: number;
  /** What is new before that. */
  readonly earlier?: EarlierText;
};

/** A watch whose pattern has come, and the text that matched. */
export type Found = { readonly watch: number; readonly match: string };

export type WatchEnd = TextPart & { readonly unsent: boolean };

export class Screen implements Disposable {
  readonly #store = new DisposableStore();
  readonly #onReply = this.#store.add(new Emitter<string>());
  /** What the screen answers to a program's queries (DA, DSR, DECRQM, DECRQSS, colours). */
  readonly onReply = this.#onReply.event;
  /** The rows of the normal buffer by number. */
  readonly rows: NormalRows;
  readonly #terminal: headless.Terminal;
  readonly #core: InternalCore;
  readonly #parser: QuickParser;
  readonly #boundary = new SequenceBoundary();
  readonly #frames: FrameSource;
  readonly #marks: Marks;
  readonly #reads: ScreenReads;
  readonly #watches = new Map<number, ScreenWatch>();
  #title = "";
  #bells = 0;
  /** Output taken in so far: where the stream has been read to. */
  #received: number;
  #replying = true;

  constructor(size: Size, options: { offset?: number; scrollback?: number } = {}) {
    this.#received = options.offset ?? 0;
    const scrollback = options.scrollback ?? SCROLLBACK_LINES;
    this.#terminal = new headless.Terminal({ ...size, scrollback, allowProposedApi: true, logLevel: "off", windowOptions: {} });
    this.#store.add({ [Symbol.dispose]: () => this.#terminal.dispose() });
    this.#core = internalsOf(this.#terminal);
    useGraphemes(this.#terminal);
    this.#parser = new QuickParser(this.#terminal);
    installGuards(this.#terminal);
    answerColourQueries(this.#terminal, (text) => this.#reply(text));
    this.#terminal.onData((text) => this.#reply(text));
    this.#terminal.onTitleChange((title) => (this.#title = shownTitle(title)));
    this.#terminal.onBell(() => this.#bells++);
    this.rows = this.#store.add(new NormalRows(this.#terminal));
    this.#frames = new FrameSource(this.#terminal);
    this.#marks = this.#store.add(new Marks(this.#terminal, this.rows, this.offset));
    this.#reads = new ScreenReads(this.#terminal, { rows: this.rows, marks: this.#marks, offset: this.offset });
  }

  /** The position in the output that the screen shows; never inside an escape sequence. */
  get offset(): number {
    return this.#received - this.#boundary.heldLength;
  }

  get size(): Size {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** The emulator itself, for those that read it line by line. */
  get terminal(): headless.Terminal {
    return this.#terminal;
  }

  /**
   * Parses output. `replay` is output from the past: queries in it have long
   * been answered. Returns the watches whose pattern has come.
   */
  write(text: string, replay = false): Found[] {
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
   * Takes in the beginning of `text` without parsing it, if it would be gone
   * from the scrollback at the end of `text` anyway. Returns its length; write
   * the rest.
   */
  skipUnseen(text: string): number {
    const { buffer, rows, options } = this.#terminal;
    const { scrollTop, scrollBottom } = this.#core.buffers.active;
    const isOrdinary = buffer.active.type === "normal" && scrollTop === 0 && scrollBottom === rows - 1;
    const isWatched = [...this.#watches.values()].some((watch) => watch.isLooking);
    if (!isOrdinary || isWatched || this.#boundary.heldLength > 0 || this.#boundary.isDropping) return 0;
    const off = scrolledOff(text, (options.scrollback ?? 0) + 2 * rows);
    if (!off) return 0;
    this.#received += off.length;
    this.rows.handleSkip(off.lines);
    this.#feed("\r");
    return off.length;
  }

  resize({ cols, rows }: Size): void {
    this.#marks.acrossResize(() => this.#terminal.resize(cols, rows));
    this.#frames.dirty = true;
  }

  snapshot(): Snapshot {
    const screen = serializeScreen(this.#terminal, this.#title, SNAPSHOT_SCROLLBACK_LINES);
    return { screen: screen + this.#boundary.resumption, offset: this.offset, size: this.size };
  }

  /** The last `lines` lines of viewport and scrollback, of at most so many bytes. */
  text(lines: number, bytes = Number.POSITIVE_INFINITY): TextPart & { bufferRows: number } {
    return { ...this.#reads.text({ lines, bytes }, this.offset), bufferRows: this.#terminal.buffer.active.length };
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
  pointing(label: string | undefined): Pointing {
    return pointing(this.#terminal, label);
  }

  /** Where to begin in order to render the output from `offset` on. */
  checkpoint(offset: number): Checkpoint {
    return this.#reads.checkpoints.before(offset);
  }

  frame(since: number): Frame {
    return this.#frames.frame(since);
  }

  state(): ScreenState {
    const { modes, buffer } = this.#terminal;
    return {
      title: this.#title,
      lastLine: lastLine(this.#terminal),
      alternate: buffer.active.type === "alternate",
      applicationCursor: modes.applicationCursorKeysMode,
      applicationKeypad: modes.applicationKeypadMode,
      bracketedPaste: modes.bracketedPasteMode,
      bells: this.#bells,
    };
  }

  /** Something is about to be typed: what comes from here on is news. */
  mark(typed: string): void {
    this.#marks.handleInput(this.offset, typed);
  }

  /** The program does not show this, which was typed last: what looks like it is an answer. */
  handleSilence(typed: string): void {
    this.#marks.handleSilence(typed);
  }

  /**
   * Begins a wait. With `typed`, the baseline is here; without, it is the last
   * input or the end of this reader's last wait, whichever is later, so that
   * an answer that has come already is found. Returns the match if there is
   * one at once. Throws a SyntaxError for a pattern that is none.
   */
  startWatch(id: number, options: WatchOptions): string | undefined {
    const { pattern, typed, situation, follows, earlier } = options;
    if (typed !== undefined) this.mark(typed);
    const previous = follows === undefined ? undefined : this.#watches.get(follows);
    previous?.stop();
    const { mark, skip } = this.#baseline(options, previous);
    const watch = new ScreenWatch(mark, {
      skip,
      ...(pattern !== undefined && { pattern }),
      ...(situation !== undefined && { situation }),
      isOpening: options.own === true,
      previous,
      earlier,
    });
    if (follows !== undefined) this.#watches.delete(follows);
    this.#watches.set(id, watch);
    if (typed !== undefined) return undefined;
    const found = watch.look(Number.POSITIVE_INFINITY);
    if (!found) return undefined;
    this.#marks.hold(mark);
    watch.found = { mark, skip: found.end };
    return found.match;
  }

  /**
   * Where on this screen a wait for what is new since an offset can begin. What
   * came between the two is for the caller to render, and to say when it begins.
   */
  watchPlace(since: number): number {
    return this.#marks.after(since, this.offset).offset;
  }

  /** Holds the mark it returns. A step that types nothing counts from where the step before it found its pattern. */
  #baseline({ typed, reader, own, since }: WatchOptions, previous: ScreenWatch | undefined): WatchPlace {
    const given = since === undefined ? undefined : this.#marks.given(since);
    if (given) {
      this.#marks.hold(given);
      return { mark: given, skip: 0 };
    }
    if (previous && !previous.isOpening && typed === undefined) {
      return previous.takeFound() ?? { mark: this.#marks.here(this.offset), skip: 0 };
    }
    const mark = own ? this.#marks.lastRead(reader) : this.#marks.baseline(reader);
    this.#marks.hold(mark);
    return { mark, skip: 0 };
  }

  /** Where the program has left the cursor, for each watch that wants to know and has not been told. */
  situations(): { watch: number; situation: Situation }[] {
    const news: { watch: number; situation: Situation }[] = [];
    for (const [id, watch] of this.#watches) {
      if (!watch.wantsSituation) continue;
      const { shell, prompts } = this.#marks;
      const situation = situationOf(this.#terminal, { mark: watch.mark, shell, prompts });
      const told = JSON.stringify(situation);
      if (told === watch.told) continue;
      watch.told = told;
      news.push({ watch: id, situation });
    }
    return news;
  }

  /**
   * Ends a wait, and with it those it follows: what is new since the first
   * one's baseline, at most `maxLines`. With `reader`, that is what this reader
   * has been told, and its next wait counts from here. `unsent`: what was submitted still
   * stands in the program's input field.
   */
  endWatch(id: number, options: { maxLines: number; reader?: string; submitted?: string }): WatchEnd {
    const watch = this.#watches.get(id);
    if (!watch) return { text: "", omittedLines: 0, unsent: false };
    this.#watches.delete(id);
    const found = new HiddenPlaces(this.#terminal);
    const lines = watch.news({ onHidden: found.add });
    for (let step: ScreenWatch | undefined = watch; step; step = step.previous) this.#forget(step);
    if (options.reader !== undefined) this.#marks.handleRead(options.reader, this.offset);
    this.#marks.handleGiven(this.offset);
    const unsent = options.submitted !== undefined && isUnsent(this.#terminal, options.submitted);
    const part = found.in(lines, { lines: options.maxLines, bytes: Number.POSITIVE_INFINITY });
    const hidden = [...watch.hiddenEarlier, ...(part.hiddenText ?? [])];
    return { ...part, ...(hidden.length > 0 && { hiddenText: hidden }), unsent };
  }

  [Symbol.dispose](): void {
    this.#watches.clear();
    this.#store[Symbol.dispose]();
  }

  /** Stops wherever a watch wants to look: what it looks for may be gone a character later. */
  #parse(text: string): Found[] {
    const found: Found[] = [];
    const places = [...this.#watches.values()].flatMap((watch) => watch.places(text));
    let from = 0;
    for (const to of new Set([...places.sort((a, b) => a - b), text.length])) {
      const { end } = this.rows;
      this.#feed(text.slice(from, to));
      // What is above the viewport has been looked at before, unless it has just gone there.
      this.#look(found, this.#terminal.rows + Math.min(MAX_NEW_ROWS, this.rows.end - end));
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

  #look(found: Found[], maxRows: number): void {
    for (const [watch, screenWatch] of this.#watches) {
      const place = screenWatch.look(maxRows);
      if (!place) continue;
      screenWatch.found = { mark: this.#marks.here(this.offset), skip: 0 };
      found.push({ watch, match: place.match });
    }
  }

  #forget(watch: ScreenWatch): void {
    this.#marks.letGo(watch.mark);
    const found = watch.takeFound();
    if (found) this.#marks.letGo(found.mark);
  }

  #reply(text: string): void {
    if (this.#replying) this.#onReply.fire(text);
  }
}

function shownTitle(title: string): string {
  // Of a title of megabytes, not all of it is looked at.
  const start = title.slice(0, 16 * MAX_TITLE_LENGTH).replace(/\p{C}/gu, "");
  return [...start].slice(0, MAX_TITLE_LENGTH).join("");
}
