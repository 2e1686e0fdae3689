/** The terminal's size as each reader of automation knows it, so that a reader hears of it when somebody else has resized the terminal. */
import type { Size } from "../../../shared/protocol.ts";

/** Readers that are remembered. Beyond these the one that came first is forgotten, and may hear of the size once more. */
const MAX_READERS = 64;

export class ResizeNotices {
  readonly #initial: Size;
  readonly #known = new Map<string, Size>();

  /** `initial` is the size with which the session has started. Every reader knows it. */
  constructor(initial: Size) {
    this.#initial = initial;
  }

  /** The reader knows the size now. */
  note(reader: string, size: Size): void {
    this.#known.set(reader, size);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > MAX_READERS) this.#known.delete(oldest);
  }

  /** The size, if it is another than the reader knows; the reader knows it then. */
  take(reader: string, size: Size): Size | undefined {
    const known = this.#known.get(reader) ?? this.#initial;
    if (known.cols === size.cols && known.rows === size.rows) return undefined;
    this.note(reader, size);
    return size;
  }
}
