/**
 * What was typed and has not been taken by the terminal yet. A program that
 * does not read costs no CPU (retries back off) and a bounded amount of memory.
 */
import type { HostError } from "../../shared/errors.ts";
import { endsWithSignal, isSignalInput } from "../../shared/key-sequences.ts";
import type { OutputText } from "../../shared/output-text.ts";
import { AwaitedEcho, type SettleTimes } from "./awaited-echo.ts";
import { endOfCutInput } from "./cut-input.ts";
import { SessionError } from "./session-error.ts";

/** Most that waits for one program. */
const MAX_QUEUED_BYTES = 1024 * 1024;
/** A pty's line buffer holds 4 KiB; larger writes are taken in pieces anyway. */
const PIECE_BYTES = 4096;
const FIRST_RETRY_MS = 2;
const LAST_RETRY_MS = 50;
/** A program that takes no byte for this long does not read. */
const BLOCKED_AFTER_MS = 5000;
/**
 * What is typed behind Ctrl+C or its like waits until the program has printed anything, if only `^C`, and not longer than this.
 * A program that is woken by both at once may take the text first, and forget the signal: fish does.
 */
const HEARD_WITHIN_MS = 150;

/** A piece of one client's write. */
export type QueuedInput = SettleTimes & {
  readonly text: string;
  /** Whose it is. */
  readonly source: string;
  /** The longest wait before this is written. Programs take text and Enter in one read for a paste. */
  readonly gapMs: number;
  /** The wait is over when the end of this text has shown: then the program has taken it. */
  readonly echoOf?: string;
  /** Called before this is written, if the wait is over and no echo has shown. `isSilent` tells whether one has meanwhile. */
  readonly onSilence?: (isSilent: () => boolean) => void;
  /** The terminal has taken these bytes. Called before their echo can arrive; several times if the terminal takes pieces. */
  readonly onTaken: (bytes: Buffer) => void;
};

/** A piece of input as the host gives it. */
export type InputChunk = Pick<QueuedInput, "text" | "gapMs" | "echoOf" | "settleMs" | "drawnSettleMs" | "onSilence">;

/** How many bytes of a write the terminal has taken, of how many. */
export type WriteProgress = { taken: number; readonly of: number };

/** What a dropped write is rejected with. */
type DropError = HostError | ((progress: Readonly<WriteProgress>) => HostError);

type Entry = QueuedInput & {
  /** Of the whole write, which all its entries share. */
  readonly progress: WriteProgress;
  /** What the terminal has not taken. */
  bytes: Buffer;
  /** The wait before it is over. */
  hasWaited: boolean;
  /** Ends a text that was cut. It is typed even if its writer may not type any more. */
  readonly isEnd?: true;
  readonly resolve: () => void;
  readonly reject: (error: HostError) => void;
};

/** What the first entry waits for, and until when at most. */
type Waiting = { readonly echo: AwaitedEcho; readonly timer: NodeJS.Timeout };

/** What the queue does with its first entry. */
type State =
  /** Nothing: the queue is empty. */
  | { readonly kind: "idle" }
  /** Writes it, and those behind it, right now. */
  | { readonly kind: "writing" }
  /** Waits for the echo of the entry before it, or until the program has heard of a signal. */
  | ({ readonly kind: "awaiting-echo" } & Waiting)
  /** The echo has shown. Waits until the program has drawn what it draws. */
  | ({ readonly kind: "settling" } & Waiting)
  /** The terminal is full: it is tried again. */
  | { readonly kind: "retrying"; readonly timer: NodeJS.Timeout };

const IDLE: State = { kind: "idle" };
const WRITING: State = { kind: "writing" };

export class InputQueue implements Disposable {
  readonly #write: (bytes: Uint8Array) => number;
  #state: State = IDLE;
  #entries: Entry[] = [];
  #queuedBytes = 0;
  /** The pause before the next retry; it grows until the terminal takes a byte. */
  #retryMs = FIRST_RETRY_MS;
  /** When the terminal last took a byte, or could have begun to. */
  #progressAt = performance.now();
  /** When Ctrl+C or its like was typed, of which the program may not have heard. */
  #signalledAt = Number.NEGATIVE_INFINITY;

  /** `write` returns how many bytes the terminal has taken. */
  constructor(write: (bytes: Uint8Array) => number) {
    this.#write = write;
  }

  /**
   * Resolves when the terminal has taken all of it. Rejects with
   * `input-blocked` (at once, and then none of it is typed, or when the program
   * stops reading), or with what `drop` and `close` were given.
   *
   * Where the terminal is full, Ctrl+C and its like take the place of what has
   * not been typed: a terminal itself forgets its input at these keys (termios(3),
   * NOFLSH), and the rest of a text must not reach whatever comes after the
   * program that did not read it.
   */
  async push(inputs: readonly QueuedInput[]): Promise<void> {
    const pieces = inputs.map((input) => ({ input, bytes: Buffer.from(input.text, "utf8") }));
    const length = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const isSignal = isSignalInput(pieces.map(({ input }) => input.text).join(""));
    if (this.#queuedBytes + length > MAX_QUEUED_BYTES && !isSignal) throw this.#blocked();
    if (this.#entries.length === 0) this.#noteProgress();
    this.#queuedBytes += length;
    const progress = { taken: 0, of: length };
    const written = pieces.map(
      ({ input, bytes }) =>
        new Promise<void>((resolve, reject) =>
          this.#entries.push({ ...input, bytes, progress, hasWaited: false, resolve, reject }),
        ),
    );
    if (this.#state.kind === "idle" || (this.#state.kind === "retrying" && this.#makeWay())) this.#writeEntries();
    // One failure is all of them; the others must not go unhandled.
    await Promise.all(written);
  }

  /** The terminal has taken all. */
  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** What the program prints next may be what an entry waits for. */
  get awaitsEcho(): boolean {
    return this.#state.kind === "awaiting-echo" || this.#state.kind === "settling";
  }

  /** The program has printed this: an entry that waits for its echo need not wait longer. */
  handleOutput(text: OutputText): void {
    this.#signalledAt = Number.NEGATIVE_INFINITY;
    const state = this.#state;
    const [entry] = this.#entries;
    if ((state.kind !== "awaiting-echo" && state.kind !== "settling") || !entry) return;
    const settleMs = state.echo.handleOutput(text.toString(), entry);
    if (settleMs === undefined) return;
    if (settleMs === 0) return this.#writeEntries();
    clearTimeout(state.timer);
    const timer = setTimeout(() => this.#writeEntries(), settleMs);
    this.#state = { ...state, kind: "settling", timer };
  }

  /** Drops what these sources have queued and the terminal has not taken. `error` may say how much of a write was typed. */
  drop(isDropped: (source: string) => boolean, error: DropError): void {
    const [first] = this.#entries;
    this.#reject((entry) => !entry.isEnd && isDropped(entry.source), error);
    // What waited for its echo is not typed any more: those behind it wait for nothing.
    if (this.awaitsEcho && this.#entries[0] !== first) this.#writeEntries();
  }

  /** Nothing more can be written. */
  close(error: HostError): void {
    this.#enter(IDLE);
    this.#reject(() => true, error);
    this.#entries = [];
    this.#queuedBytes = 0;
  }

  [Symbol.dispose](): void {
    this.close(new SessionError("session-ended", (session) => `${session} was closed`));
  }

  /** Leaves the state that the queue is in, with its timer. */
  #enter(state: State): void {
    if ("timer" in this.#state) clearTimeout(this.#state.timer);
    this.#state = state;
  }

  /** Writes entry after entry, until one must wait or nothing is left. */
  #writeEntries(): void {
    this.#enter(WRITING);
    for (let entry = this.#entries[0]; entry; entry = this.#entries[0]) {
      if (entry.gapMs > 0 && !entry.hasWaited) return this.#awaitEcho(entry);
      if (this.#isUnheard && !entry.hasWaited && !isSignalInput(entry.text)) return this.#awaitHearing(entry);
      if (!this.#writeOut(entry)) return this.#retry();
      if (endsWithSignal(entry.text)) this.#signalledAt = performance.now();
      this.#entries.shift();
      entry.resolve();
    }
    this.#enter(IDLE);
  }

  get #isUnheard(): boolean {
    return performance.now() - this.#signalledAt < HEARD_WITHIN_MS;
  }

  /** Until the program has printed anything. */
  #awaitHearing(entry: Entry): void {
    const ms = this.#signalledAt + HEARD_WITHIN_MS - performance.now();
    this.#await(entry, new AwaitedEcho("", ms), ms);
  }

  #awaitEcho(entry: Entry): void {
    this.#await(entry, new AwaitedEcho(entry.echoOf, entry.gapMs), entry.gapMs, entry.onSilence);
  }

  #await(entry: Entry, echo: AwaitedEcho, ms: number, onSilence?: Entry["onSilence"]): void {
    entry.hasWaited = true;
    const timer = setTimeout(() => {
      // The timers of a process that was busy come before what it has not read yet: the echo may be there.
      setImmediate(() => {
        const isSilent = (): boolean => this.#state === state;
        if (isSilent()) onSilence?.(isSilent);
        if (isSilent()) this.#writeEntries();
      });
    }, ms);
    const state: State = { kind: "awaiting-echo", echo, timer };
    this.#enter(state);
  }

  /** The terminal is full. If a key that becomes a signal waits, drops what is before it. Returns whether there was anything. */
  #makeWay(): boolean {
    const signal = this.#entries.findLastIndex(({ text, progress }) => progress.taken === 0 && isSignalInput(text));
    const before = new Set(this.#entries.slice(0, Math.max(0, signal)).filter(({ isEnd }) => !isEnd));
    if (before.size === 0) return false;
    this.#reject(
      (entry) => before.has(entry),
      ({ taken, of }) => {
        const what = `${taken} of ${of} bytes were typed, and the rest was dropped`;
        return new SessionError(
          "input-blocked",
          (session) => `Ctrl+C came while the program in ${session} did not read: ${what}`,
        );
      },
    );
    return true;
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
      entry.progress.taken += taken;
      this.#noteProgress();
      entry.onTaken(before.subarray(0, taken));
    }
    return entry.bytes.length === 0;
  }

  #noteProgress(): void {
    this.#progressAt = performance.now();
    this.#retryMs = FIRST_RETRY_MS;
  }

  #retry(): void {
    if (this.#makeWay()) return this.#writeEntries();
    if (performance.now() - this.#progressAt > BLOCKED_AFTER_MS) {
      this.#reject(() => true, this.#blocked());
      if (this.#entries.length === 0) return this.#enter(IDLE);
      this.#noteProgress();
    }
    this.#enter({ kind: "retrying", timer: setTimeout(() => this.#writeEntries(), this.#retryMs) });
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #reject(which: (entry: Entry) => boolean, error: DropError): void {
    const dropped = this.#entries.filter(which);
    // Only the first entry can have been taken in part.
    const end = dropped[0] && endOf(dropped[0]);
    this.#entries = [...(end ? [end] : []), ...this.#entries.filter((entry) => !which(entry))];
    this.#queuedBytes += end?.bytes.length ?? 0;
    for (const entry of dropped) {
      this.#queuedBytes -= entry.bytes.length;
      entry.reject(typeof error === "function" ? error(entry.progress) : error);
    }
  }

  #blocked(): SessionError {
    const waiting = `${this.#queuedBytes} bytes wait`;
    return new SessionError(
      "input-blocked",
      (session) => `The program in ${session} does not read its input (${waiting}). Stop it, or wait until it reads`,
    );
  }
}

/** What is typed in place of an entry that is dropped; undefined where the program can do without. */
function endOf({ text, bytes, progress, isEnd, source, onTaken }: Entry): Entry | undefined {
  const taken = Buffer.byteLength(text) - bytes.length;
  const end = isEnd || taken === 0 ? undefined : endOfCutInput(text, taken);
  if (!end || end.length === 0) return undefined;
  const nobody = (): void => {};
  return {
    text: "",
    gapMs: 0,
    source,
    onTaken,
    progress,
    bytes: end,
    hasWaited: true,
    isEnd: true,
    resolve: nobody,
    reject: nobody,
  };
}
