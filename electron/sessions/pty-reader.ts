/**
 * Reads what a program prints. It comes as node-pty's stream reads it, at most
 * 4 KB with each wakeup of the event loop, until the program prints without a
 * pause. Then the stream stops polling, and what the kernel has gathered is read
 * every few milliseconds: in large pieces, and for all busy ptys at once. A flood is
 * read as fast as it comes, by a thread of its own when it is long.
 *
 * A program that a client types into is read at once: nobody waits for an echo.
 */
import type { BeginFlood, Flood } from "./flood-reader.ts";
import type { PacedReader, ReadPace } from "./read-pace.ts";

/** A program that is read this often within WINDOW_MS prints without a pause. */
const BUSY_READS = 12;
const WINDOW_MS = 100;
/** The program has stopped printing when this many reads in a row find nothing. */
const EMPTY_READS = 3;
/** Time between two reads of what has gathered: a frame of 60 per second. */
const PACE_MS = 16;
/** The same while MANY are read so, or more: then it is the wakeups that cost the host most. */
const MANY_PACE_MS = 32;
const MANY = 8;
/**
 * After a go of FLOOD_BYTES or more, the next one follows at once: the kernel hands out a flood no faster than it can be
 * read. The same after a shorter go within FLOOD_MS: the program may have waited for a processor.
 */
const FLOOD_BYTES = 16 * 1024;
const FLOOD_PACE_MS = 1;
const FLOOD_MS = 50;
/** After this much without a pause, a thread reads the flood. */
const LONG_FLOOD_BYTES = 1024 * 1024;
/** For this time after a client has typed, output is read as it comes: it is what somebody waits for. */
const TYPED_MS = 500;
/** A read that is shorter has left nothing. Linux hands out at most 4095 bytes at a time. */
const FULL_READ = 2048;
/** What is read in one go at most. The host goes on to others, and comes back at once. */
const MAX_BYTES = 256 * 1024;
/** How long one go may take. On a busy machine, each read may wait for the program that is writing. */
const MAX_READ_MS = 10;

/** Read into by all. Made when it is first needed. */
let scratch: Buffer | undefined;

export type PtyReaderOptions = {
  readonly pace: ReadPace;
  /** Node's polling of the pty, which begins and ends with these. */
  readonly polling: { start(): void; stop(): void };
  /** Reads without waiting. Returns the number of bytes, 0 when nothing has come. */
  readonly read: (into: Buffer, at: number) => number;
  /** The bytes are overwritten after the call. */
  readonly onData: (data: Buffer) => void;
  /** Lets a thread read the pty; see BeginFlood. */
  readonly beginFlood?: ((onNews: () => void) => ReturnType<BeginFlood>) | undefined;
};

export class PtyReader implements PacedReader, Disposable {
  readonly #options: PtyReaderOptions;
  #windowStart = 0;
  #reads = 0;
  #emptyReads = 0;
  #floodedAt = Number.NEGATIVE_INFINITY;
  #floodBytes = 0;
  /** The thread reads. */
  #flood: Flood | undefined;
  #isTaking = false;
  #typedAt = Number.NEGATIVE_INFINITY;
  #isGathering = false;
  #isPaused = false;
  #isDisposed = false;
  #dueAt = 0;

  constructor(options: PtyReaderOptions) {
    this.#options = options;
  }

  get dueAt(): number {
    return this.#dueAt;
  }

  /** The kernel gathers output until it is read; the stream does not. */
  get isGathering(): boolean {
    return this.#isGathering;
  }

  /** The stream has read this. */
  handleData(data: Buffer): void {
    this.#options.onData(data);
    if (this.#isDisposed || this.#isGathering) return;
    const now = performance.now();
    if (now - this.#windowStart > WINDOW_MS) [this.#windowStart, this.#reads] = [now, 0];
    if (++this.#reads < BUSY_READS || now - this.#typedAt <= TYPED_MS) return;
    this.#gather(now - this.#windowStart < PACE_MS ? FLOOD_PACE_MS : PACE_MS);
  }

  /** Somebody has typed into the program, and waits to see it. */
  expectEcho(): void {
    this.#typedAt = performance.now();
    if (!this.#isPaused && !this.#isTaking) this.#poll();
  }

  /** Reads what has gathered. Who looks at the output need not wait for that. */
  read(): void {
    if (!this.#isGathering || this.#isTaking) return;
    if (this.#isPaused) return this.#setDue(PACE_MS);
    this.#takeBack();
    const length = this.#readAll();
    this.#emptyReads = length === 0 ? this.#emptyReads + 1 : 0;
    const now = performance.now();
    if (length >= FLOOD_BYTES) this.#floodedAt = now;
    const isFlood = now - this.#floodedAt <= FLOOD_MS;
    this.#floodBytes = isFlood ? this.#floodBytes + length : 0;
    if (now - this.#typedAt <= TYPED_MS || (this.#emptyReads >= EMPTY_READS && !isFlood)) this.#poll();
    else if (this.#floodBytes >= LONG_FLOOD_BYTES && this.#handOver()) return;
    else if (length >= FLOOD_BYTES) this.#dueAt = now;
    else this.#setDue(isFlood ? FLOOD_PACE_MS : this.#pace);
  }

  /** Nothing is read until `resume`, where this reads: the stream is for the caller to pause. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#takeNews();
  }

  /** Hands on what the thread has read, and reads nothing any more. What is left is for the caller. */
  end(): void {
    this.#takeBack();
    this[Symbol.dispose]();
  }

  /** Reads nothing any more. Neither polls. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#isGathering = false;
    this.#takeBack();
    this.#options.pace.delete(this);
  }

  #gather(paceMs: number): void {
    this.#isGathering = true;
    this.#emptyReads = 0;
    this.#options.polling.stop();
    this.#setDue(paceMs);
    this.#options.pace.add(this);
  }

  #poll(): void {
    if (!this.#isGathering) return;
    this.#takeBack();
    this.#isGathering = false;
    this.#reads = 0;
    this.#options.pace.delete(this);
    this.#options.polling.start();
  }

  /** Lets the thread read from here on, if it is there. */
  #handOver(): boolean {
    this.#flood = this.#options.beginFlood?.(() => this.#takeNews());
    if (!this.#flood) return false;
    this.#options.pace.delete(this);
    return true;
  }

  /** The thread has read something, or given the pty back. */
  #takeNews(): void {
    const flood = this.#flood;
    if (!flood || this.#isPaused || this.#isTaking) return;
    const { hasEnded } = flood;
    this.#handOn((handle) => flood.take(handle));
    if (!this.#isDisposed && (hasEnded || performance.now() - this.#typedAt <= TYPED_MS)) this.#poll();
  }

  /** The thread reads no more. */
  #takeBack(): void {
    const flood = this.#flood;
    if (!flood) return;
    this.#flood = undefined;
    this.#floodBytes = 0;
    this.#handOn((handle) => flood.stop(handle));
    if (!this.#isDisposed) this.#options.pace.add(this);
  }

  #handOn(take: (handle: (data: Buffer) => void) => void): void {
    this.#isTaking = true;
    try {
      take((data) => {
        if (!this.#isDisposed) this.#options.onData(data);
      });
    } finally {
      this.#isTaking = false;
    }
  }

  get #pace(): number {
    return this.#options.pace.size < MANY ? PACE_MS : MANY_PACE_MS;
  }

  /** At the next multiple of `paceMs`, so that all who read at this pace read at once. */
  #setDue(paceMs: number): void {
    this.#dueAt = (Math.floor(performance.now() / paceMs) + 1) * paceMs;
  }

  /** Returns how many bytes have come. In a flood, a short read does not mean that nothing is left. */
  #readAll(): number {
    scratch ??= Buffer.allocUnsafeSlow(MAX_BYTES);
    const deadline = performance.now() + MAX_READ_MS;
    let length = 0;
    let last: number;
    do {
      last = this.#options.read(scratch, length);
      length += last;
    } while (
      (last >= FULL_READ || (last > 0 && length >= FLOOD_BYTES)) &&
      length < scratch.length &&
      performance.now() < deadline
    );
    if (length > 0) this.#options.onData(scratch.subarray(0, length));
    return length;
  }
}
