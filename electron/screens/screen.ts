/**
 * The state of one terminal, kept by @xterm/headless. The only file that
 * creates a terminal emulator; runs in a worker thread, never on the host's
 * event loop.
 */
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import headless from "@xterm/headless";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Size, Snapshot } from "../../shared/protocol.ts";
import { installCountClamp } from "../../shared/terminal-guards.ts";
import { answerColourQueries } from "./colour-queries.ts";
import { type Frame, FrameSource } from "./frames.ts";
import { ScreenMark } from "./mark.ts";
import { allLines, lastLine } from "./screen-text.ts";
import { SequenceBoundary } from "./sequence-boundary.ts";
import { serializeScreen } from "./serialize.ts";
import { ScreenWatch } from "./watch.ts";
import { type InternalCore, internalsOf } from "./xterm-internals.ts";

/** Lines kept above the viewport; older ones are rebuilt from the recording when asked. */
export const SCROLLBACK_LINES = 2000;
/** Lines above the viewport that a new viewer gets at once. */
const SNAPSHOT_SCROLLBACK_LINES = 1000;
const MAX_TITLE_LENGTH = 256;
/** Readers whose last wait is remembered; the one that waited longest ago is forgotten. */
const MAX_READERS = 16;

/** What clients see of a screen without asking. */
export type ScreenState = {
  title: string;
  lastLine: string;
  alternate: boolean;
  applicationCursor: boolean;
  bracketedPaste: boolean;
  bells: number;
};

export class Screen implements Disposable {
  readonly #store = new DisposableStore();
  readonly #onReply = this.#store.add(new Emitter<string>());
  /** What the screen answers to a program's queries (DA, DSR, DECRQM, DECRQSS, colours). */
  readonly onReply = this.#onReply.event;
  readonly #terminal: headless.Terminal;
  readonly #core: InternalCore;
  readonly #boundary = new SequenceBoundary();
  readonly #frames: FrameSource;
  readonly #watches = new Map<number, ScreenWatch>();
  /** Where the last input was typed: what a wait that types nothing itself counts from. */
  #inputMark: ScreenMark;
  /** Where each reader's last wait ended, so that it does not hear the same news twice. */
  readonly #readerMarks = new Map<string, ScreenMark>();
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
    this.#terminal.loadAddon(new UnicodeGraphemesAddon());
    installCountClamp(this.#terminal);
    answerColourQueries(this.#terminal, (text) => this.#reply(text));
    this.#terminal.onData((text) => this.#reply(text));
    this.#terminal.onTitleChange((title) => (this.#title = title.replace(/\p{C}/gu, "").slice(0, MAX_TITLE_LENGTH)));
    this.#terminal.onBell(() => this.#bells++);
    this.#frames = new FrameSource(this.#terminal);
    this.#inputMark = new ScreenMark(this.#terminal, { offset: this.offset, typed: "" });
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
   * been answered. Returns the watches whose pattern is there now.
   */
  write(text: string, replay = false): { watch: number; match: string }[] {
    this.#received += text.length;
    const complete = this.#boundary.take(text);
    this.#replying = !replay;
    if (complete) this.#core.writeSync(complete);
    this.#replying = true;
    this.#frames.dirty = true;
    const found: { watch: number; match: string }[] = [];
    for (const [watch, screenWatch] of this.#watches) {
      const match = screenWatch.look(complete);
      if (match !== undefined) found.push({ watch, match });
    }
    return found;
  }

  resize({ cols, rows }: Size): void {
    this.#terminal.resize(cols, rows);
    this.#frames.dirty = true;
  }

  snapshot(): Snapshot {
    return {
      screen: serializeScreen(this.#terminal, this.#title, SNAPSHOT_SCROLLBACK_LINES),
      offset: this.offset,
      size: this.size,
    };
  }

  /** The last `limit` lines of viewport and scrollback. */
  text(limit: number): { text: string; omittedLines: number; bufferRows: number } {
    const lines = allLines(this.#terminal);
    const shown = lines.slice(Math.max(0, lines.length - limit));
    return {
      text: shown.map((line) => line.text).join("\n"),
      omittedLines: lines.length - shown.length,
      bufferRows: this.#terminal.buffer.active.length,
    };
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
      bracketedPaste: modes.bracketedPasteMode,
      bells: this.#bells,
    };
  }

  /** Something is about to be typed: what comes from here on is news. */
  mark(typed: string): void {
    this.#inputMark.letGo();
    this.#inputMark = new ScreenMark(this.#terminal, { offset: this.offset, typed });
  }

  /**
   * Begins a wait. With `typed`, the baseline is here; without, it is the last
   * input or the end of this reader's last wait, whichever is later, so that
   * an answer that has come already is found. Returns the match if there is
   * one at once. Throws a SyntaxError for a pattern that is none.
   */
  startWatch(id: number, options: { pattern?: string; typed?: string; reader: string }): string | undefined {
    if (options.typed !== undefined) this.mark(options.typed);
    const own = this.#readerMarks.get(options.reader);
    const baseline = own && own.offset >= this.#inputMark.offset ? own : this.#inputMark;
    const watch = new ScreenWatch(baseline, options.pattern);
    this.#watches.set(id, watch);
    return options.typed === undefined ? watch.look("") : undefined;
  }

  /** Ends a wait: what is new since its baseline, at most `maxLines`. */
  endWatch(id: number, options: { maxLines: number; reader: string }): { text: string; omittedLines: number } {
    const watch = this.#watches.get(id);
    if (!watch) return { text: "", omittedLines: 0 };
    this.#watches.delete(id);
    const { lines } = watch.delta();
    watch[Symbol.dispose]();
    this.#markReader(options.reader);
    const shown = lines.slice(Math.max(0, lines.length - options.maxLines));
    return { text: shown.join("\n"), omittedLines: lines.length - shown.length };
  }

  [Symbol.dispose](): void {
    for (const watch of this.#watches.values()) watch[Symbol.dispose]();
    this.#store[Symbol.dispose]();
  }

  #markReader(reader: string): void {
    this.#readerMarks.get(reader)?.letGo();
    this.#readerMarks.delete(reader);
    this.#readerMarks.set(reader, new ScreenMark(this.#terminal, { offset: this.offset, typed: "" }));
    if (this.#readerMarks.size <= MAX_READERS) return;
    const [oldest] = this.#readerMarks;
    if (!oldest) return;
    oldest[1].letGo();
    this.#readerMarks.delete(oldest[0]);
  }

  #reply(text: string): void {
    if (this.#replying) this.#onReply.fire(text);
  }
}
