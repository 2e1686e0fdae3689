/**
 * The lines of a file, read through one piece of memory. A search goes through
 * hundreds of megabytes, and what is read into blocks of their own stays until the
 * garbage collector comes to it.
 */

const BLOCK_BYTES = 64 * 1024;
const LF = 0x0a;

export type FileLine = {
  /** Without its line feed. */
  readonly line: string;
  /** The byte at which the line begins, and the one after its line feed. */
  readonly position: number;
  readonly next: number;
};

/** A `FileHandle` of Node. */
export type ReadableFile = {
  read(bytes: Uint8Array, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
};

/** The lines from byte `position` on, where one begins. What comes after the last line feed is no line yet. */
export async function* linesOf(file: ReadableFile, position: number): AsyncGenerator<FileLine> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let bytes = new Uint8Array(BLOCK_BYTES);
  /** Where the next line begins; up to where no line feed was found; the end of what was read. */
  let [start, seen, end] = [0, 0, 0];
  for (;;) {
    const found = bytes.subarray(seen, end).indexOf(LF);
    if (found >= 0) {
      const line = decoder.decode(bytes.subarray(start, seen + found));
      const next = position + seen + found + 1 - start;
      yield { line, position, next };
      position = next;
      start = seen = seen + found + 1;
      continue;
    }
    bytes.copyWithin(0, start, end);
    [start, seen, end] = [0, end - start, end - start];
    if (end === bytes.length) bytes = longer(bytes);
    const { bytesRead } = await file.read(bytes, end, bytes.length - end, position + end);
    if (bytesRead === 0) return;
    end += bytesRead;
  }
}

function longer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length * 2);
  copy.set(bytes);
  return copy;
}
