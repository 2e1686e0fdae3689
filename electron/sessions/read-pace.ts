/** When gathered output is read: one timer for all, so that busy sessions share their wakeups. */

export interface PacedReader {
  /** When to read next, in ms of `performance.now`. */
  readonly dueAt: number;
  read(): void;
}

export class ReadPace {
  readonly #readers = new Set<PacedReader>();
  #timer: { readonly dueAt: number; readonly timeout: NodeJS.Timeout } | undefined;

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
    this.#timer = { dueAt, timeout: setTimeout(() => this.#readDue(), Math.ceil(dueAt - performance.now())) };
  }

  #readDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const reader of this.#readers) if (reader.dueAt <= now) reader.read();
    this.#schedule();
  }

  #clear(): void {
    clearTimeout(this.#timer?.timeout);
    this.#timer = undefined;
  }
}
