/**
 * The memory that the host shares with the thread that reads a flood: a ring of
 * bytes, which the thread fills and the host empties, and what the thread is to do.
 * Each of the two positions is written by one side only.
 */

/** In bytes, a power of two: what a fast program prints in 10 ms. */
const CAPACITY = 512 * 1024;
/** The thread waits until so much is free: a pty hands out no more at a time. */
const LEAST_ROOM = 4096;

/** Where the numbers stand. */
const [DOING, DESCRIPTOR, WRITTEN, TAKEN] = [0, 1, 2, 3];

const WAITS = 0;
const READS = 1;
/** It has been asked to stop, and has not answered. */
const STOPS = 2;

export type RingMemory = { readonly numbers: Int32Array; readonly bytes: Uint8Array };

export function createRingMemory(): RingMemory {
  return {
    numbers: new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)),
    bytes: new Uint8Array(new SharedArrayBuffer(CAPACITY)),
  };
}

/** The host's side. */
export class RingReader {
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;

  constructor({ numbers, bytes }: RingMemory) {
    this.#numbers = numbers;
    this.#bytes = bytes;
  }

  /** Makes the thread read this descriptor from now on. The ring must be empty, and the thread must read nothing. */
  begin(descriptor: number): void {
    Atomics.store(this.#numbers, DESCRIPTOR, descriptor);
    Atomics.store(this.#numbers, DOING, READS);
    Atomics.notify(this.#numbers, DOING);
  }

  /** Asks the thread to stop. */
  stop(): void {
    if (Atomics.compareExchange(this.#numbers, DOING, READS, STOPS) === READS) Atomics.notify(this.#numbers, DOING);
  }

  /** The thread reads nothing. */
  get isStopped(): boolean {
    return Atomics.load(this.#numbers, DOING) === WAITS;
  }

  /** Drops what has come. */
  clear(): void {
    Atomics.store(this.#numbers, TAKEN, Atomics.load(this.#numbers, WRITTEN));
  }

  get isEmpty(): boolean {
    return Atomics.load(this.#numbers, WRITTEN) === Atomics.load(this.#numbers, TAKEN);
  }

  /** Moves what has come into `into`, from `at` on. Returns the number of bytes. */
  take(into: Uint8Array, at: number): number {
    const taken = Atomics.load(this.#numbers, TAKEN);
    const length = Math.min((Atomics.load(this.#numbers, WRITTEN) - taken) | 0, into.length - at);
    const from = taken & (CAPACITY - 1);
    const first = Math.min(length, CAPACITY - from);
    into.set(this.#bytes.subarray(from, from + first), at);
    into.set(this.#bytes.subarray(0, length - first), at + first);
    Atomics.store(this.#numbers, TAKEN, (taken + length) | 0);
    return length;
  }
}

/** The thread's side. */
export class RingWriter {
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;

  constructor({ numbers, bytes }: RingMemory) {
    this.#numbers = numbers;
    this.#bytes = bytes;
  }

  /** Blocks until there is something to read. Returns the descriptor. */
  untilBegun(): number {
    Atomics.wait(this.#numbers, DOING, WAITS);
    return Atomics.load(this.#numbers, DESCRIPTOR);
  }

  get mustRead(): boolean {
    return Atomics.load(this.#numbers, DOING) === READS;
  }

  /** Blocks for this time, or until the host wants something else. */
  pause(ms: number): void {
    Atomics.wait(this.#numbers, DOING, READS, ms);
  }

  /** Where the next bytes go, up to the ring's edge at most; undefined while the ring is full. */
  get room(): Uint8Array | undefined {
    const written = Atomics.load(this.#numbers, WRITTEN);
    const free = CAPACITY - ((written - Atomics.load(this.#numbers, TAKEN)) | 0);
    const from = written & (CAPACITY - 1);
    return free < LEAST_ROOM ? undefined : this.#bytes.subarray(from, Math.min(CAPACITY, from + free));
  }

  /** So many bytes are in the room that there was. */
  add(length: number): void {
    Atomics.add(this.#numbers, WRITTEN, length);
  }

  /** Tells the host that nothing is read any more. */
  end(): void {
    Atomics.store(this.#numbers, DOING, WAITS);
  }
}
