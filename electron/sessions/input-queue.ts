/**
 * What was typed and has not been taken by the terminal yet. A program that
 * does not read costs no CPU (retries back off) and a bounded amount of memory.
 */
import { HostError } from "../../shared/errors.ts";
import { stripSequences } from "../../shared/strip-sequences.ts";

/** Most that waits for one program. */
const MAX_QUEUED_BYTES = 1024 * 1024;
/** A pty's line buffer holds 4 KiB; larger writes are taken in pieces anyway. */
const PIECE_BYTES = 4096;
const FIRST_RETRY_MS = 2;
const LAST_RETRY_MS = 50;
/** No byte taken for so long: the program does not read. */
const BLOCKED_AFTER_MS = 5000;

/** A piece of one client's write; `source` identifies whose it is. */
export type QueuedInput = {
  readonly text: string;
  readonly source: string;
  /** Wait so long before writing, at most: programs take text and Enter in one read for a paste. */
  readonly gapMs: number;
  /** The wait is over when the end of this text has shown: the program has taken it. */
  readonly echoOf?: string;
  /** … and when nothing more has come for so long. */
  readonly settleMs?: number;
  /** It has not shown at all. Called before this piece is written. */
  readonly onSilence?: () => void;
  /** The terminal has taken this part of it. Called before its echo can arrive; several times if it takes pieces. */
  readonly onTaken: (bytes: Buffer) => void;
};

/** The end of a text is enough to know its echo by; programs redraw their line with every key. */
const ECHO_END = 3;
/** Output that is looked through for an echo. */
const MAX_SEEN = 4096;

type Entry = QueuedInput & {
  bytes: Buffer;
  hasWaited: boolean;
  readonly resolve: () => void;
  readonly reject: (error: HostError) => void;
};

export class InputQueue implements Disposable {
  readonly #write: (bytes: Uint8Array) => number;
  readonly #sessionId: string;
  #entries: Entry[] = [];
  #queuedBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #progressAt = performance.now();
  #pumping = false;
  /** What has been shown since the gap before the first entry began. */
  #gap: { seen: string; hasShown: boolean; readonly endsAt: number } | undefined;

  constructor(sessionId: string, write: (bytes: Uint8Array) => number) {
    this.#sessionId = sessionId;
    this.#write = write;
  }

  /**
   * Resolves when the terminal has taken all of it. Rejects with
   * `input-blocked` (at once, and then none of it is typed, or when the program
   * stops reading), or with what `drop` and `close` were given.
   */
  async push(inputs: readonly QueuedInput[]): Promise<void> {
    const pieces = inputs.map((input) => ({ input, bytes: Buffer.from(input.text, "utf8") }));
    const length = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (this.#queuedBytes + length > MAX_QUEUED_BYTES) throw this.#blocked();
    if (this.#entries.length === 0) {
      this.#progressAt = performance.now();
      this.#retryMs = FIRST_RETRY_MS;
    }
    this.#queuedBytes += length;
    const written = pieces.map(
      ({ input, bytes }) =>
        new Promise<void>((resolve, reject) => this.#entries.push({ ...input, bytes, hasWaited: false, resolve, reject })),
    );
    if (!this.#timer && !this.#pumping) this.#pump();
    // One failure is all of them; the others must not go unhandled.
    await Promise.all(written);
  }

  /** What the program prints next may be what an entry waits for. */
  get awaitsEcho(): boolean {
    return this.#gap !== undefined;
  }

  /** The program has printed this: an entry that waits for its echo need not wait longer. */
  handleOutput(text: string): void {
    const [entry] = this.#entries;
    if (!this.#gap || entry?.echoOf === undefined) return;
    this.#gap.seen = (this.#gap.seen + stripSequences(text)).slice(-MAX_SEEN);
    const end = entry.echoOf.trimEnd().slice(-ECHO_END);
    if (!this.#gap.seen.includes(end)) return;
    this.#gap.hasShown = true;
    clearTimeout(this.#timer);
    const settleMs = Math.min(entry.settleMs ?? 0, this.#gap.endsAt - performance.now());
    if (settleMs > 0) return this.#later(settleMs);
    this.#timer = undefined;
    this.#gap = undefined;
    this.#pump();
  }

  /** Drops what these sources have queued and the terminal has not taken. */
  drop(isDropped: (source: string) => boolean, error: HostError): void {
    const [first] = this.#entries;
    this.#reject((entry) => isDropped(entry.source), error);
    if (!this.#gap || this.#entries[0] === first) return;
    // What waited for its echo is not typed any more: those behind it wait for nothing.
    clearTimeout(this.#timer);
    this.#goOn();
  }

  /** Nothing more can be written. */
  close(error: HostError): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reject(() => true, error);
  }

  [Symbol.dispose](): void {
    this.close(new HostError("session-ended", `Session ${this.#sessionId} was closed`));
  }

  #pump(): void {
    this.#pumping = true;
    for (let entry = this.#entries[0]; entry; entry = this.#entries[0]) {
      if (entry.gapMs > 0 && !entry.hasWaited) {
        entry.hasWaited = true;
        this.#gap = { seen: "", hasShown: false, endsAt: performance.now() + entry.gapMs };
        this.#later(entry.gapMs);
        break;
      }
      if (!this.#writeOut(entry)) {
        this.#retry();
        break;
      }
      this.#entries.shift();
      entry.resolve();
    }
    this.#pumping = false;
  }

  #later(ms: number): void {
    const timer = setTimeout(() => {
      if (this.#gap?.hasShown !== false) return this.#goOn();
      // The timers of a process that was busy come before what it has not read yet: the echo may be there.
      setImmediate(() => this.#timer === timer && this.#handleSilence());
    }, ms);
    this.#timer = timer;
  }

  #handleSilence(): void {
    this.#entries[0]?.onSilence?.();
    this.#goOn();
  }

  #goOn(): void {
    this.#timer = undefined;
    this.#gap = undefined;
    this.#pump();
  }

  /** True when the terminal took all of the entry. */
  #writeOut(entry: Entry): boolean {
    const before = entry.bytes;
    while (entry.bytes.length > 0) {
      const taken = this.#write(entry.bytes.subarray(0, PIECE_BYTES));
      if (taken === 0) break;
      entry.bytes = entry.bytes.subarray(taken);
    }
    const taken = before.length - entry.bytes.length;
    if (taken > 0) {
      this.#queuedBytes -= taken;
      this.#progressAt = performance.now();
      this.#retryMs = FIRST_RETRY_MS;
      entry.onTaken(before.subarray(0, taken));
    }
    return entry.bytes.length === 0;
  }

  #retry(): void {
    if (performance.now() - this.#progressAt > BLOCKED_AFTER_MS) {
      this.#reject(() => true, this.#blocked());
      return;
    }
    this.#later(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #reject(which: (entry: Entry) => boolean, error: HostError): void {
    const dropped = this.#entries.filter(which);
    this.#entries = this.#entries.filter((entry) => !which(entry));
    for (const entry of dropped) {
      this.#queuedBytes -= entry.bytes.length;
      entry.reject(error);
    }
  }

  #blocked(): HostError {
    return new HostError(
      "input-blocked",
      `The program in ${this.#sessionId} does not read its input (${this.#queuedBytes} bytes wait). Stop it, or wait until it reads`,
    );
  }
}
