/** ASCII output, kept as the bytes that came; see shared/output-text.ts. */
import type { AsciiText } from "../../shared/output-text.ts";

/** So much memory is kept for what comes next, in bytes: as much as a flood may have under way. V8 would collect it much later. */
const MAX_KEPT = 8 * 1024 * 1024;
const KEPT_MS = 10_000;

const kept: SharedArrayBuffer[] = [];
let keptLength = 0;
let dropTimer: NodeJS.Timeout | undefined;

export class AsciiBytes implements AsciiText {
  readonly bytes: Buffer;

  /** Copies `bytes`, which must all be ASCII, onto memory that threads can share. */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(memoryFor(bytes.length), 0, bytes.length);
    this.bytes.set(bytes);
  }

  get length(): number {
    return this.bytes.length;
  }

  slice(from = 0, to = this.length): string {
    return this.bytes.subarray(from, to).toString("latin1");
  }

  toString(): string {
    return this.bytes.toString("latin1");
  }

  /** Nobody reads it any more, in any thread: what comes next takes its memory. */
  free(): void {
    const memory = this.bytes.buffer as SharedArrayBuffer;
    if (keptLength + memory.byteLength > MAX_KEPT) return;
    kept.push(memory);
    keptLength += memory.byteLength;
    dropTimer ??= setTimeout(dropKept, KEPT_MS).unref();
  }
}

/** A power of two in length, so that what is freed fits what comes. */
function memoryFor(length: number): SharedArrayBuffer {
  const capacity = 2 ** Math.ceil(Math.log2(length));
  const index = kept.findIndex(({ byteLength }) => byteLength === capacity);
  const [memory] = index < 0 ? [] : kept.splice(index, 1);
  if (!memory) return new SharedArrayBuffer(capacity);
  keptLength -= capacity;
  return memory;
}

function dropKept(): void {
  dropTimer = undefined;
  kept.length = 0;
  keptLength = 0;
}
