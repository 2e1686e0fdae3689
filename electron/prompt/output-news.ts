/** When a program has printed something last that is news: what only moves a clock on its page is none. */

/** Pieces of output that are remembered. A clock moves in fewer. */
const MAX_PIECES = 64;

export class OutputNews {
  #pieces: { readonly start: number; readonly at: number }[] = [];

  /** A piece of output that begins at `start` has come now. */
  note(start: number): void {
    if (this.#pieces.length >= MAX_PIECES) this.#pieces.shift();
    this.#pieces.push({ start, at: performance.now() });
  }

  /** When the last news came, up to `newsEnd` in the output, on the clock of `performance.now`; 0 for none. */
  lastAt(newsEnd = Number.POSITIVE_INFINITY): number {
    this.#pieces = this.#pieces.filter(({ start }) => start < newsEnd);
    return this.#pieces.at(-1)?.at ?? 0;
  }
}
