/**
 * Writes a session's recording as asciicast v3
 * (https://docs.asciinema.org/manual/asciicast/v3/).
 *
 * Whole lines are written, and output waits for 200 ms at most: the file can be
 * played at any moment, and a host that is killed loses next to nothing. A marker
 * names the driver whenever it changes, so that all input is attributed.
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { driverLabel, encodeHeader } from "../../shared/asciicast.ts";
import { messageOf } from "../../shared/errors.ts";
import type { OutputText } from "../../shared/output-text.ts";
import type { ClientInfo, ExitStatus, Size } from "../../shared/protocol.ts";
import { CastBytes, type RecordedEvent } from "./cast-bytes.ts";
import { EchoMatcher, type TypedInput } from "./echo.ts";
import { RecordingReader } from "./recording-reader.ts";

/** What has gathered is written after this time, or as soon as it is this much. */
const FLUSH_AFTER_MS = 200;
const FLUSH_AT_CHARS = 16 * 1024;
/** Typed text stays masked if its echo takes longer than this. Together with FLUSH_AFTER_MS it is less than the second that a crash may cost. */
const ECHO_WITHIN_MS = 600;
/** Output between two entries of the index that finds an offset in the file, in UTF-16 units. */
const INDEX_EVERY_CHARS = 64 * 1024;
/** The pause after a write that failed, as on a full disk. */
const RETRY_AFTER_MS = 2000;

/** For all recordings in turn. Made when it is first needed. */
let encoded: CastBytes | undefined;

type Line = { readonly atMs: number; readonly event: RecordedEvent; readonly input?: TypedInput; readonly typedAt?: number };

export type RecorderOptions = {
  readonly directory: string;
  /** The file's name without its ending. It must be generated: never a name that somebody chose. */
  readonly key: string;
  readonly size: Size;
  readonly startedAtMs: number;
  readonly onWarning: (message: string) => void;
  /** Called once, when nothing more is written. */
  readonly onEnd?: (end: RecordingEnd) => void;
};

/** How a recording ended: after this time, with the program's exit if that came, and whether somebody stopped the session; or it was deleted, because nothing came of the session. */
export type RecordingEnd =
  | { readonly kind: "ended"; readonly durationMs: number; readonly exit?: ExitStatus; readonly isStopped?: boolean }
  | { readonly kind: "discarded" };

export class Recorder implements Disposable {
  readonly path: string;
  readonly #file: number;
  readonly #onWarning: (message: string) => void;
  readonly #onEnd: ((end: RecordingEnd) => void) | undefined;
  readonly #echo = new EchoMatcher();
  readonly #reader: RecordingReader;
  #lines: Line[] = [];
  #gatheredChars = 0;
  #lastAtMs = 0;
  #position = 0;
  /** The offset at which the output that was written ends. */
  #offset = 0;
  #indexedAt = 0;
  #lastDriver: string | undefined;
  #size: Size;
  /** What the file says the size is. */
  #writtenSize: Size;
  #timer: NodeJS.Timeout | undefined;
  /** After a write that failed: nothing is written before this time. Otherwise 0. */
  #retryAt = 0;
  #lostChars = 0;
  #hasGap = false;
  #closed = false;

  /** Creates the file with mode 0600 in a directory that exists, and never through a link. Throws when it cannot. */
  constructor(options: RecorderOptions) {
    this.path = join(options.directory, `${options.key}.cast`);
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
    this.#file = openSync(this.path, flags, 0o600);
    this.#onWarning = options.onWarning;
    this.#onEnd = options.onEnd;
    this.#size = options.size;
    this.#writtenSize = options.size;
    this.#position = writeSync(this.#file, encodeHeader(options));
    this.#reader = new RecordingReader(this.path);
    this.#reader.index(0, this.#position);
  }

  /** True while it is writing. */
  get isRecording(): boolean {
    return !this.#closed && this.#retryAt === 0;
  }

  /** Takes output. Times are milliseconds since the session began, here and below. */
  output(atMs: number, text: OutputText): void {
    this.#echo.output(text);
    this.#add({ atMs, event: { kind: "output", text } }, text.length);
  }

  /** Takes input. Returns it as it may be shown: what the terminal does not echo stays masked. */
  input(atMs: number, client: ClientInfo, text: string): TypedInput {
    const driver = driverLabel(client);
    if (this.#lastDriver !== driver) {
      this.#lastDriver = driver;
      this.#add({ atMs, event: { kind: "marker", label: driver } }, 64);
    }
    const input = this.#echo.typed(text);
    this.#add({ atMs, event: { kind: "input", text: "" }, input, typedAt: performance.now() }, text.length);
    return input;
  }

  /** The terminal has another size, in cells. */
  resize(atMs: number, size: Size): void {
    this.#size = size;
    this.#add({ atMs, event: { kind: "resize", size } }, 16);
  }

  /** The program has ended; `isStopped`: somebody has stopped the session. Closes the file, which can still be read. */
  exit(atMs: number, status: ExitStatus, isStopped = false): void {
    this.#add({ atMs, event: { kind: "exit", status } }, 16);
    this.#close({ kind: "ended", durationMs: Math.round(atMs), exit: status, ...(isStopped && { isStopped }) });
  }

  /** Writes out what has gathered. */
  flush(): void {
    this.#flush(0);
  }

  /** At most `limit` units of the output that was written, from an offset on; from later where the disk refused some. */
  read(since: number, limit: number): Promise<{ offset: number; text: string }> {
    return this.#reader.read(since, limit);
  }

  /** Nothing came of the session: deletes the file. */
  discard(): void {
    this.#lines = [];
    this.#close({ kind: "discarded" });
    rmSync(this.path, { force: true });
  }

  /** Writes the rest and closes the file; it can still be read. */
  [Symbol.dispose](): void {
    this.#close({ kind: "ended", durationMs: Math.round(this.#lastAtMs) });
  }

  #close(end: RecordingEnd): void {
    if (this.#closed) return;
    // The last chance, even if the disk refused a moment ago.
    if (this.#retryAt > 0) this.#retryAt = Number.MIN_VALUE;
    this.flush();
    this.#closed = true;
    clearTimeout(this.#timer);
    closeSync(this.#file);
    this.#onEnd?.(end);
  }

  #add(line: Line, chars: number): void {
    if (this.#closed) return;
    this.#lines.push(line);
    this.#gatheredChars += chars;
    if (this.#gatheredChars >= FLUSH_AT_CHARS) return this.#flush();
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
  }

  /** Writes what has gathered, up to the first input whose echo may still come; all of it when too much has gathered behind that. */
  #flush(echoWithinMs: number = ECHO_WITHIN_MS): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed || this.#lines.length === 0) return;
    const oldest = performance.now() - echoWithinMs;
    const young = this.#lines.findIndex(({ input, typedAt = 0 }) => input && !input.isResolved && typedAt > oldest);
    const count = young >= 0 && this.#gatheredChars < 4 * FLUSH_AT_CHARS ? young : this.#lines.length;
    if (count > 0) this.#writeOut(this.#lines.splice(0, count));
    this.#gatheredChars = this.#lines.reduce((sum, { event }) => sum + (event.kind === "output" ? event.text.length : 16), 0);
    if (this.#lines.length > 0) this.#timer = setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
  }

  #writeOut(lines: readonly Line[]): void {
    const chars = lines.reduce((sum, { event }) => sum + (event.kind === "output" ? event.text.length : 0), 0);
    if (this.#retryAt > 0 && performance.now() < this.#retryAt) {
      this.#lose(chars);
      this.#offset += chars;
      return;
    }
    // Offsets go on over a gap; what follows it is found through the index.
    if (this.#hasGap) this.#reader.index(this.#offset, this.#position);
    encoded ??= new CastBytes();
    encoded.clear();
    this.#noteGap(encoded);
    let lastAtMs = this.#lastAtMs;
    for (const { atMs, event, input } of lines) {
      if (input) this.#echo.settle(input);
      // Another key of a hidden line: how many there were is not told.
      if (input?.recordable === "") continue;
      encoded.add(atMs - lastAtMs, input ? { kind: "input", text: input.recordable } : event);
      lastAtMs = Math.max(lastAtMs, atMs);
    }
    if (this.#append(encoded.bytes)) {
      this.#lastAtMs = lastAtMs;
      this.#lostChars = 0;
      this.#hasGap = false;
      this.#retryAt = 0;
      this.#writtenSize = lines.reduce((size, { event }) => (event.kind === "resize" ? event.size : size), this.#writtenSize);
    } else {
      this.#lose(chars);
    }
    this.#offset += chars;
    this.#indexHere();
  }

  #lose(chars: number): void {
    this.#lostChars += chars;
    this.#hasGap = true;
    // The marker that named the driver may be lost, too.
    this.#lastDriver = undefined;
  }

  /** Adds a marker in place of the output that a failing disk did not take, and the size if it changed meanwhile. */
  #noteGap(to: CastBytes): void {
    if (!this.#hasGap) return;
    const label = `gap: ${this.#lostChars} characters of output are missing (the disk refused them)`;
    const size = this.#size;
    const resized = size.cols !== this.#writtenSize.cols || size.rows !== this.#writtenSize.rows;
    to.add(0, { kind: "marker", label });
    if (resized) to.add(0, { kind: "resize", size });
  }

  /** Appends whole lines or nothing: what was written of them before a failure is cut off again. */
  #append(bytes: Buffer): boolean {
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.#file, bytes, written);
      this.#position += bytes.length;
      return true;
    } catch (error) {
      this.#undoTail();
      if (this.#retryAt === 0) this.#onWarning(`Recording ${this.path} paused: ${messageOf(error)}. The session goes on.`);
      this.#retryAt = performance.now() + RETRY_AFTER_MS;
      return false;
    }
  }

  #undoTail(): void {
    try {
      if (fstatSync(this.#file).size > this.#position) ftruncateSync(this.#file, this.#position);
    } catch {
      // The next line may follow a torn one; readers pass over it.
    }
  }

  #indexHere(): void {
    if (this.#offset - this.#indexedAt < INDEX_EVERY_CHARS) return;
    this.#indexedAt = this.#offset;
    this.#reader.index(this.#offset, this.#position);
  }
}
