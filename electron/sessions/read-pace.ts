/** When gathered output is read: one timer for all, so that busy sessions share their wakeups. */

export interface PacedReader {
  /** When to read next, in ms of `performance.now`. */
  readonly dueAt: number;
  /** Sets `dueAt` before anything that may fail. */
  read(): void;
}

export class ReadPace {
  readonly #readers = new Set<PacedReader>();
  #timer: { readonly dueAt: number; readonly cancel: () => void } | undefined;

  /** How many are read so. */
  get size(): number {
    return this.#readers.size;
  }

  /** Calls `reader.read` whenever it is due, until `delete`. */
  add(reader: PacedReader): void {
    this.#readers.add(reader);
    this.#schedule();
  }

  delete(reader: PacedReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#clear();
  }

  #schedule(): void {
    if (this.#readers.size === 0) return;
    const dueAt = Math.min(...[...this.#readers].map((reader) => reader.dueAt));
    if (this.#timer && this.#timer.dueAt <= dueAt) return;
    this.#clear();
    this.#timer = { dueAt, cancel: runAt(dueAt, () => this.#readDue()) };
  }

  #readDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    try {
      for (const reader of this.#readers) if (reader.dueAt <= now) reader.read();
    } finally {
      // Where one of them has failed, the others are read at once.
      this.#schedule();
    }
  }

  #clear(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}

/** Runs `read` at that time. If that has come, other events have their turn before. Returns what cancels it. */
function runAt(dueAt: number, read: () => void): () => void {
  const delay = Math.ceil(dueAt - performance.now());
  if (delay <= 0) {
    const immediate = setImmediate(read);
    return () => clearImmediate(immediate);
  }
  const timeout = setTimeout(read, delay);
  return () => clearTimeout(timeout);
}
