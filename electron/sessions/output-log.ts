/**
 * A session's output by absolute offset. The latest part is here; what is older
 * is in the recording, which the owner reads when `read` says it is needed.
 */

/** Kept in memory, in characters: more than the screen worker may be behind (see flow-control.ts). */
const MEMORY_LIMIT = 3584 * 1024;

type Piece = { readonly offset: number; readonly text: string };

export class OutputLog {
  readonly #limit: number;
  #pieces: Piece[] = [];
  /** Index of the first piece that is kept; dropped ones are cut off now and then. */
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

  /** Returns the offset at which `text` begins. */
  append(text: string): number {
    const offset = this.#end;
    this.#pieces.push({ offset, text });
    this.#end += text.length;
    // Whole pieces go, and only while at least the limit stays.
    for (
      let next = this.#pieces[this.#first + 1];
      next && this.#end - next.offset >= this.#limit;
      next = this.#pieces[this.#first + 1]
    ) {
      this.#first++;
    }
    if (this.#first > 1024) {
      this.#pieces = this.#pieces.slice(this.#first);
      this.#first = 0;
    }
    return offset;
  }

  /** Up to `limit` characters from `since` on; undefined when that is no longer in memory. */
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
