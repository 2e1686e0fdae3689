/**
 * Bytes to text, chunk by chunk, as the WHATWG Encoding Standard says: one
 * U+FFFD for every maximal part that is not UTF-8. A character that is cut by
 * the end of a chunk waits for its rest.
 *
 * Node's TextDecoder does the same, but streaming it is several times slower
 * than `Buffer.toString`, which is right whenever no character is cut.
 */
export class Utf8Decoder {
  #held: Buffer = Buffer.alloc(0);

  decode(chunk: Buffer): string {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const complete = bytes.length - incompleteTail(bytes);
    // A copy: node-pty's buffers are large, and a slice would keep one alive.
    this.#held = Buffer.from(bytes.subarray(complete));
    return bytes.toString("utf8", 0, complete);
  }

  /** What a stream that ends here leaves: a cut character becomes U+FFFD. */
  end(): string {
    const rest = this.#held.toString("utf8");
    this.#held = Buffer.alloc(0);
    return rest;
  }
}

/** How many bytes at the end (0 to 3) begin a character that may still become valid. */
function incompleteTail(bytes: Buffer): number {
  const end = bytes.length;
  for (let back = 1; back <= Math.min(3, end); back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue; // a continuation: look for its lead
    return sequenceLength(byte) > back && isPrefix(bytes, end - back, back) ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 1;
}

/** The second byte decides whether a start is possible at all (no overlong forms, no surrogates, nothing over U+10FFFF). */
function isPrefix(bytes: Buffer, at: number, length: number): boolean {
  if (length < 2) return true;
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second <= 0x9f;
  if (lead === 0xf0) return second >= 0x90;
  if (lead === 0xf4) return second <= 0x8f;
  return true;
}
