/**
 * Reads what a program prints. It comes as node-pty's stream reads it, at most
 * 4 KB with each wakeup of the event loop, until the program prints without a
 * pause. Then the stream stops polling, and what the kernel has gathered is read
 * every few milliseconds: in large pieces, and for all busy ptys at once. A flood is
 * read as fast as it comes; one that lasts, on a thread of its own.
 *
 * A program that a client types into is read at once: nobody waits for an echo.
 */
import { LONGEST_PACE_MS } from "../../shared/reading-pace.ts";
import type { PacedReader, ReadPace } from "./read-pace.ts";

/** A program that is read this often within WINDOW_MS prints without a pause. */
const BUSY_READS = 12;
const WINDOW_MS = 100;
/** The program has stopped printing when this many reads in a row find nothing, or all reads within this time. */
const EMPTY_READS = 3;
const SILENT_MS = 96;
/** Time between two reads of what has gathered: a frame of 60 per second. */
const PACE_MS = 16;
/**
 * The same while so many programs print without a pause, or more: then it is the wakeups that cost the host most. The first
 * that applies counts. One that prints much would fill the kernel's buffer, which holds some 13 KB, and have to wait.
 */
const PACES_OF_MANY = [
  { programs: 16, maxBytes: 6 * 1024, paceMs: LONGEST_PACE_MS },
  { programs: 8, maxBytes: Number.POSITIVE_INFINITY, paceMs: 32 },
];
/**
 * After a go of FLOOD_BYTES or more, the next one follows at once: the kernel hands out a flood no faster than it can be
 * read. The same after a shorter go within FLOOD_MS: the program may have waited for a processor.
 */
const FLOOD_BYTES = 16 * 1024;
const FLOOD_PACE_MS = 1;
const FLOOD_MS = 50;
/** A flood of this length is worth a thread. Where the reader must pause, it is not reading that holds the flood up. */
const LASTING_BYTES = 2 * 1024 * 1024;
/** A thread that has a processor stops within a tenth of this. */
const THREAD_STOPS_MS = 5;
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
  /** Reads without waiting for the program. Returns the number of bytes, 0 when nothing has come. */
  readonly read: (into: Buffer, at: number) => number;
  /**
   * What reads in place of this thread from `start` on, if it can. What it has read comes by `read`, before anything else. `stop`
   * asks it to stop, waits for that at most so long, and tells whether it has stopped and none of what it has read is left.
   */
  readonly thread: { start(): void; stop(withinMs: number): boolean };
  /** The bytes are overwritten after the call. */
  readonly onData: (data: Buffer) => void;
};

export class PtyReader implements PacedReader, Disposable {
  readonly #options: PtyReaderOptions;
  #windowStart = 0;
  #reads = 0;
  #emptyReads = 0;
  /** When a read last found something. */
  #foundAt = 0;
  #floodBytes = 0;
  #floodedAt = Number.NEGATIVE_INFINITY;
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
    if (!this.#isPaused) this.#poll();
  }

  /** Reads what has gathered. Who looks at the output need not wait for that. */
  read(): void {
    if (!this.#isGathering) return;
    // First of all: who fails below comes next when the others have had their turn.
    this.#setDue(PACE_MS);
    if (this.#isPaused) return;
    const length = this.#readAll();
    const now = performance.now();
    if (length > 0) [this.#emptyReads, this.#foundAt] = [0, now];
    else this.#emptyReads++;
    if (length >= FLOOD_BYTES) this.#handleFlood(length, now);
    const isFlood = now - this.#floodedAt <= FLOOD_MS;
    if (!isFlood) this.#endFlood();
    const isSilent = this.#emptyReads >= EMPTY_READS || now - this.#foundAt >= SILENT_MS;
    if (now - this.#typedAt <= TYPED_MS || (isSilent && !isFlood)) this.#poll();
    else if (length >= FLOOD_BYTES) this.#dueAt = now;
    else this.#setDue(isFlood ? FLOOD_PACE_MS : this.#paceAfter(length));
  }

  /**
   * Reads all that the program has printed up to now. Linux has a thread carry output to the reader's end, which falls
   * behind on a busy machine; a read that finds nothing waits for that thread (n_tty_read in the kernel's
   * drivers/tty/n_tty.c). False where more may be left: reading pauses, or the output has no end.
   */
  drain(): boolean {
    if (this.#isDisposed) return true;
    if (this.#isPaused) return false;
    this.#options.thread.stop(THREAD_STOPS_MS);
    if (!this.#readToEnd() || !this.#options.thread.stop(0)) return false;
    // The thread may have stopped after the last read, which then came from what it had left.
    return this.#readToEnd();
  }

  /** Nothing is read until `resume`, where this reads: the stream is for the caller to pause. */
  pause(): void {
    this.#isPaused = true;
    this.#endFlood();
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#isGathering) this.#readAt(performance.now());
  }

  /** Reads nothing any more. Neither polls. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#isGathering = false;
    this.#options.pace.delete(this);
  }

  #gather(paceMs: number): void {
    this.#isGathering = true;
    this.#emptyReads = 0;
    this.#foundAt = performance.now();
    this.#options.polling.stop();
    this.#setDue(paceMs);
    this.#options.pace.add(this);
  }

  #poll(): void {
    if (!this.#isGathering) return;
    // The thread stops meanwhile.
    if (!this.#endFlood()) return this.#readAt(performance.now() + FLOOD_PACE_MS);
    this.#isGathering = false;
    this.#reads = 0;
    this.#options.pace.delete(this);
    this.#options.polling.start();
  }

  #readAt(time: number): void {
    this.#dueAt = time;
    this.#options.pace.add(this);
  }

  #handleFlood(length: number, now: number): void {
    this.#floodedAt = now;
    this.#floodBytes += length;
    if (this.#floodBytes > LASTING_BYTES) this.#options.thread.start();
  }

  /** The thread is not needed until the next flood. False while it has not stopped, or something that it has read is left. */
  #endFlood(): boolean {
    this.#floodBytes = 0;
    return this.#options.thread.stop(0);
  }

  #paceAfter(length: number): number {
    const { size } = this.#options.pace;
    const pace = PACES_OF_MANY.find(({ programs, maxBytes }) => size >= programs && length <= maxBytes);
    return pace?.paceMs ?? PACE_MS;
  }

  /** At the next multiple of `paceMs`, so that all who read at this pace read at once. */
  #setDue(paceMs: number): void {
    this.#dueAt = (Math.floor(performance.now() / paceMs) + 1) * paceMs;
  }

  /** Returns how many bytes have come. In a flood, a short read does not mean that nothing is left. */
  #readAll(): number {
    return this.#readWhile((last, length) => last >= FULL_READ || (last > 0 && length >= FLOOD_BYTES)).length;
  }

  /** False where more has come than is read in one go. */
  #readToEnd(): boolean {
    return this.#readWhile((last) => last > 0).last === 0;
  }

  /** Reads on as `goesOn` says, by the bytes of the last read and of all of them; no more than MAX_BYTES, and not for longer than MAX_READ_MS. */
  #readWhile(goesOn: (last: number, length: number) => boolean): { last: number; length: number } {
    scratch ??= Buffer.allocUnsafeSlow(MAX_BYTES);
    const deadline = performance.now() + MAX_READ_MS;
    let length = 0;
    let last: number;
    do {
      last = this.#options.read(scratch, length);
      length += last;
    } while (goesOn(last, length) && length < scratch.length && performance.now() < deadline);
    if (length > 0) this.#options.onData(scratch.subarray(0, length));
    return { last, length };
  }
}
