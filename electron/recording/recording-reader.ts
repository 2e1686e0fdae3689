/** Reads output back from a recording. An index finds any offset without reading the file from its beginning. */
import { open } from "node:fs/promises";
import { parseEvent } from "../../shared/asciicast.ts";
import { linesOf } from "../../shared/file-lines.ts";

export class RecordingReader {
  readonly #path: string;
  /** Indexed offsets, ascending, and for each the byte at which the line that goes on from there begins. */
  readonly #offsets: number[] = [];
  readonly #positions: number[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Notes that the output from `offset` on begins at byte `position` of the file. */
  index(offset: number, position: number): void {
    this.#offsets.push(offset);
    this.#positions.push(position);
  }

  /**
   * At most `limit` units of output from `since` on. Where output is missing, it
   * begins at the next that there is, and it ends before the next gap. Rejects when
   * the file cannot be read.
   */
  async read(since: number, limit: number): Promise<{ offset: number; text: string }> {
    let entry = this.#entryBefore(since);
    let offset = this.#offsets[entry] ?? 0;
    let start: number | undefined;
    let text = "";
    await using file = await open(this.#path, "r");
    for await (const { line, position } of linesOf(file, this.#positions[entry] ?? 0)) {
      // Only the index knows how much is missing in a gap.
      const before = offset;
      while (position >= (this.#positions[entry + 1] ?? Number.POSITIVE_INFINITY)) offset = this.#offsets[++entry] ?? offset;
      if (offset !== before && text !== "") break;
      const event = parseEvent(line)?.event;
      if (event?.kind !== "output") continue;
      const skip = Math.max(0, since - offset);
      if (skip < event.text.length) {
        start ??= offset + skip;
        text += event.text.slice(skip, skip + limit - text.length);
      }
      offset += event.text.length;
      if (text.length >= limit) break;
    }
    return { offset: start ?? since, text };
  }

  /** The last index entry at or before `offset`. */
  #entryBefore(offset: number): number {
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
