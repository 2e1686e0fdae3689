/**
 * Decodes UTF-8 chunk by chunk. A character that the end of a chunk cuts waits
 * for its rest. Bytes that are not UTF-8 become U+FFFD, one for each maximal
 * part, as the WHATWG Encoding Standard says.
 *
 * Node's TextDecoder does the same, but streaming with it is several times
 * slower than `Buffer.toString`, which is right whenever no character is cut.
 */
import { isUtf8, transcode } from "node:buffer";

/** How much of a chunk is looked at to find out what it is written in, in bytes. */
const PROBE = 4096;
/** Leads a character beyond Latin-1. Without one, the text takes one byte a character, which all that follows is quicker with. */
const WIDE_LEAD = 0xc4;

export class Utf8Decoder {
  #held: Buffer = Buffer.alloc(0);

  /** No character has been cut. */
  get isBetweenCharacters(): boolean {
    return this.#held.length === 0;
  }

  /** The text of `chunk`, and of what the chunk before has left. */
  decode(chunk: Buffer): string {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const complete = bytes.length - incompleteTail(bytes);
    // A copy, because a slice would keep node-pty's large buffer alive.
    this.#held = Buffer.from(bytes.subarray(complete));
    return textOf(bytes.subarray(0, complete));
  }

  /** The stream ends here: a character that was cut becomes U+FFFD. */
  end(): string {
    const rest = this.#held.toString("utf8");
    this.#held = Buffer.alloc(0);
    return rest;
  }
}

/** For text in other scripts, the way over UTF-16 takes a quarter of the time. It would not replace what is no UTF-8. */
function textOf(bytes: Buffer): string {
  const isWide = bytes.subarray(0, PROBE).some((byte) => byte >= WIDE_LEAD);
  return isWide && isUtf8(bytes) ? transcode(bytes, "utf8", "utf16le").toString("utf16le") : bytes.toString("utf8");
}

/** How many bytes at the end (0 to 3) begin a character that may still become valid. */
function incompleteTail(bytes: Buffer): number {
  const end = bytes.length;
  for (let back = 1; back <= Math.min(3, end); back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) return 0;
    // A continuation byte: its lead comes before it.
    if (byte < 0xc0) continue;
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

/** Whether the bytes can begin a character. The second byte decides: no overlong forms, no surrogates, nothing over U+10FFFF. */
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
