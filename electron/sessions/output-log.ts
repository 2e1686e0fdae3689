/**
 * The latest output of a session, by offset. Older output is in the recording;
 * the session reads it there when this log answers that it no longer has it.
 */
import type { OutputText } from "../../shared/output-text.ts";
import { AsciiBytes } from "./ascii-bytes.ts";

/** How much is kept in memory at least, in UTF-16 units, beside what the screen has not parsed: the snapshot of a new viewer is on its way while the screen goes on. */
const MEMORY_LIMIT = 1536 * 1024;

/** The latest output stays as it came, because readers ask for it most, in UTF-16 units. */
const RECENT = 256 * 1024;
/** Older output is packed in parts of at least this length, in UTF-16 units. The system takes the memory of such a part back: see ALLOCATOR_SETTINGS. */
const PACKED_LENGTH = 128 * 1024;
/** A flood's output is dropped before it is so old; packing it would be for nothing. */
const PACKED_AFTER_MS = 1000;

type Piece = {
  readonly offset: number;
  readonly length: number;
  /** Empty once it has been dropped. */
  content: OutputText | PackedText;
  /** When it was printed, on the clock of `performance.now()`. */
  readonly atMs: number;
};

export class OutputLog {
  readonly #limit: number;
  #pieces: Piece[] = [];
  /** Index of the first piece that is kept. Those before it are cut off now and then, and are never more than those kept. */
  #first = 0;
  /** Index of the first piece that is not packed. */
  #firstRecent = 0;
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

  /**
   * Adds output. Returns the offset at which it begins. `unparsed` is how much of the output before it the screen has not
   * parsed, in UTF-16 units: that much is kept beside the limit.
   */
  append(text: OutputText, unparsed = 0): number {
    const offset = this.#end;
    const atMs = performance.now();
    this.#pieces.push({ offset, length: text.length, content: text, atMs });
    this.#end += text.length;
    this.#packOld(atMs);
    this.#dropOld(this.#limit + unparsed);
    return offset;
  }

  /** Packs one part at most, so that no output waits for much of it. */
  #packOld(now: number): void {
    const from = this.#firstRecent;
    const { offset, atMs } = this.#pieces[from] ?? { offset: this.#end, atMs: now };
    if (this.#end - offset <= RECENT + PACKED_LENGTH || now - atMs < PACKED_AFTER_MS) return;
    let to = from + 1;
    while (this.#startOf(to) - offset < PACKED_LENGTH) to++;
    const texts = this.#pieces.slice(from, to).map(({ content }) => content);
    const packed = { offset, length: this.#startOf(to) - offset, content: new PackedText(texts.join("")), atMs };
    this.#pieces.splice(from, to - from, packed);
    this.#firstRecent = from + 1;
  }

  #startOf(index: number): number {
    return this.#pieces[index]?.offset ?? this.#end;
  }

  #dropOld(kept: number): void {
    // Only whole pieces are dropped, and only while the limit is still kept.
    for (;;) {
      const [dropped, next] = this.#pieces.slice(this.#first, this.#first + 2);
      if (!dropped || !next || this.#end - next.offset < kept) break;
      // The list is cut off later, and a large piece may stand before many small ones.
      // All others have let go of it by now: the screen has parsed it, and a recording holds back less than is kept here.
      if (dropped.content instanceof AsciiBytes) dropped.content.free();
      dropped.content = "";
      this.#first++;
    }
    this.#firstRecent = Math.max(this.#firstRecent, this.#first);
    if (this.#first > this.#pieces.length / 2) {
      this.#pieces = this.#pieces.slice(this.#first);
      this.#firstRecent -= this.#first;
      this.#first = 0;
    }
  }

  /** At most `limit` units of output from `since` on; undefined when that is no longer in memory. */
  read(since: number, limit: number): string | undefined {
    if (since < this.start) return undefined;
    const parts: string[] = [];
    let room = limit;
    for (let index = this.#indexOf(since); index < this.#pieces.length && room > 0; index++) {
      const piece = this.#pieces[index];
      if (!piece) break;
      const from = Math.max(0, since - piece.offset);
      const text = piece.content.slice(from, from + room);
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
      if (piece && piece.offset + piece.length <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Text outside the heap, where it takes no time of the garbage collector, and half the room when it is not Latin-1. */
class PackedText {
  readonly #bytes: Buffer;
  readonly #encoding: BufferEncoding;

  constructor(text: string) {
    const isShorterAsUtf8 = Buffer.byteLength(text, "utf8") < 2 * text.length;
    // UTF-8 has no halves of surrogate pairs.
    this.#encoding = isShorterAsUtf8 && text.isWellFormed() ? "utf8" : "utf16le";
    this.#bytes = Buffer.from(text, this.#encoding);
  }

  slice(from: number, to: number): string {
    return this.toString().slice(from, to);
  }

  toString(): string {
    return this.#bytes.toString(this.#encoding);
  }
}
