/**
 * Output on its way from the thread that reads floods to the host's, in memory
 * that both share. One thread writes, the other takes, and neither waits for the
 * other.
 */

/** Holds what comes while the host is busy for 10 ms. */
const SIZE = 512 * 1024;
/** Taken at once at most: the rest can be written over while the host works on it. */
const PIECE = 64 * 1024;

/** Places in the shared numbers. Positions count up to twice the size, so that full and empty differ. */
const WRITTEN = 0;
const TAKEN = 1;
const STATE = 2;
const ANNOUNCED = 3;
const NUMBERS = 4;

const READING = 0;
const STOP_WANTED = 1;
const STOPPED = 2;

/** What the two threads share. */
export type RingMemory = { readonly bytes: SharedArrayBuffer; readonly numbers: SharedArrayBuffer };

export class FloodRing {
  readonly #bytes: Buffer;
  readonly #numbers: Int32Array;

  constructor(memory: RingMemory) {
    this.#bytes = Buffer.from(memory.bytes);
    this.#numbers = new Int32Array(memory.numbers);
  }

  /** `spare` is the memory of a ring that nobody uses any more. */
  static newMemory(spare?: RingMemory): RingMemory {
    return {
      bytes: spare?.bytes ?? new SharedArrayBuffer(SIZE),
      numbers: new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT),
    };
  }

  /** How many bytes have been written and not taken. */
  get length(): number {
    return lengthBetween(Atomics.load(this.#numbers, TAKEN), Atomics.load(this.#numbers, WRITTEN));
  }

  get isFull(): boolean {
    return this.length === SIZE;
  }

  /** The writer's: `read` writes to the beginning of what it is given and returns how much. Returns that; 0 when there is no room. */
  write(read: (into: Buffer) => number): number {
    const written = Atomics.load(this.#numbers, WRITTEN);
    const at = written % SIZE;
    const room = Math.min(SIZE - this.length, SIZE - at);
    if (room === 0) return 0;
    const length = read(this.#bytes.subarray(at, at + room));
    Atomics.store(this.#numbers, WRITTEN, (written + length) % (2 * SIZE));
    return length;
  }

  /** The writer's: true if the other side has taken what was announced before, and must be told of more. */
  announce(): boolean {
    return Atomics.exchange(this.#numbers, ANNOUNCED, 1) === 0;
  }

  /** The taker's: hands on what there is now, in at most two pieces. They are overwritten after the call. */
  take(handle: (data: Buffer) => void): void {
    Atomics.store(this.#numbers, ANNOUNCED, 0);
    const written = Atomics.load(this.#numbers, WRITTEN);
    for (;;) {
      const taken = Atomics.load(this.#numbers, TAKEN);
      const at = taken % SIZE;
      const length = Math.min(lengthBetween(taken, written), SIZE - at, PIECE);
      if (length === 0) return;
      handle(this.#bytes.subarray(at, at + length));
      Atomics.store(this.#numbers, TAKEN, (taken + length) % (2 * SIZE));
    }
  }

  /** The taker's: the writer is to stop. */
  wantStop(): void {
    Atomics.compareExchange(this.#numbers, STATE, READING, STOP_WANTED);
  }

  get isStopWanted(): boolean {
    return Atomics.load(this.#numbers, STATE) === STOP_WANTED;
  }

  /** The writer's: it writes no more. */
  stop(): void {
    Atomics.store(this.#numbers, STATE, STOPPED);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#numbers, STATE) === STOPPED;
  }
}

function lengthBetween(taken: number, written: number): number {
  return (written - taken + 2 * SIZE) % (2 * SIZE);
}
