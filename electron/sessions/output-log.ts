/**
 * The latest output of a session, by offset. Older output is in the recording;
 * the session reads it there when this log answers that it no longer has it.
 */

/** How much is kept in memory at least, in UTF-16 units. Must be more than the screen worker may be behind (see flow-control.ts). */
const MEMORY_LIMIT = 3584 * 1024;

type Piece = { readonly offset: number; readonly text: string };

export class OutputLog {
  readonly #limit: number;
  #pieces: Piece[] = [];
  /** Index of the first piece that is kept. Those before it are cut off now and then, and are never more than those kept. */
  #first = 0;
  #end = 0;

  constructor(limit: number = MEMORY_LIMIT) {
    this.#limit = limit;
  }

  /** The offset after the last character. */
  get end(): number {
    return this.#end;
  }

  /** The first offset that is still in memory. */
  get start(): number {
    return this.#pieces[this.#first]?.offset ?? this.#end;
  }

  /** Adds output. Returns the offset at which it begins. */
  append(text: string): number {
    const offset = this.#end;
    this.#pieces.push({ offset, text });
    this.#end += text.length;
    // Only whole pieces are dropped, and only while the limit is still kept.
    for (
      let next = this.#pieces[this.#first + 1];
      next && this.#end - next.offset >= this.#limit;
      next = this.#pieces[this.#first + 1]
    ) {
      this.#first++;
    }
    if (this.#first > this.#pieces.length / 2) {
      this.#pieces = this.#pieces.slice(this.#first);
      this.#first = 0;
    }
    return offset;
  }

  /** At most `limit` units of output from `since` on; undefined when that is no longer in memory. */
  read(since: number, limit: number): string | undefined {
    if (since < this.start) return undefined;
    const parts: string[] = [];
    let room = limit;
    for (let index = this.#indexOf(since); index < this.#pieces.length && room > 0; index++) {
      const piece = this.#pieces[index];
      if (!piece) break;
      const text = piece.text.slice(Math.max(0, since - piece.offset), Math.max(0, since - piece.offset) + room);
      parts.push(text);
      room -= text.length;
    }
    return parts.join("");
  }

  /** The piece that holds `offset`, by bisection. */
  #indexOf(offset: number): number {
    let low = this.#first;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.#pieces[middle];
      if (piece && piece.offset + piece.text.length <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
