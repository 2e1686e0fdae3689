/**
 * Memory for small pieces that stay for long, in large parts. Pieces of their own
 * would stand among the rows of emulators, which come and go, and keep the system
 * from having back what is free around them. A part goes when no piece of it is
 * used any more.
 */

/** Parts of this length have pages of their own (see ALLOCATOR_SETTINGS), and take memory only as far as they are written to. */
const PART_BYTES = 256 * 1024;

export class Slab {
  #part = new ArrayBuffer(0);
  #used = 0;

  /** A copy of these bytes. */
  bytes(bytes: Uint8Array): Uint8Array {
    const at = this.#take(bytes.byteLength);
    const copy = new Uint8Array(this.#part, at, bytes.length);
    copy.set(bytes);
    return copy;
  }

  /** A copy of these numbers. */
  numbers(numbers: Uint32Array): Uint32Array {
    const at = this.#take(numbers.byteLength);
    const copy = new Uint32Array(this.#part, at, numbers.length);
    copy.set(numbers);
    return copy;
  }

  /** Where a piece of this length begins: at a multiple of four. */
  #take(length: number): number {
    if (this.#used + length > this.#part.byteLength) {
      this.#part = new ArrayBuffer(Math.max(PART_BYTES, length));
      this.#used = 0;
    }
    const at = this.#used;
    this.#used = Math.ceil((at + length) / Uint32Array.BYTES_PER_ELEMENT) * Uint32Array.BYTES_PER_ELEMENT;
    return at;
  }
}
