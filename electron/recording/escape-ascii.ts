/** Writes ASCII text as JSON does inside a string, from bytes to bytes: a flood makes no strings on its way to the file. */
import { endianness } from "node:os";

/** A byte may become as many: a control character, `\u001b`. */
export const MOST_PER_BYTE = 6;

const [BACKSLASH, QUOTE, BLANK, LETTER_U, ZERO] = [0x5c, 0x22, 0x20, 0x75, 0x30];
const DIGITS = Buffer.from("0123456789abcdef");
/** The letter after the backslash of a control character that has one (RFC 8259, section 7); 0 for the others. */
const LETTERS = new Uint8Array(BLANK);
for (const [control, letter] of ["\bb", "\tt", "\nn", "\ff", "\rr"].map((pair) => Buffer.from(pair)))
  LETTERS[control ?? 0] = letter ?? 0;

/** The numbers of four bytes begin with the first. */
const IS_LITTLE_ENDIAN = endianness() === "LE";

/**
 * Writes `bytes`, which begin at a multiple of four in their buffer, to `into` from `at` on. There must be room for
 * MOST_PER_BYTE of each. Returns where they end.
 */
export function escapeAscii(bytes: Uint8Array, into: Uint8Array, at: number): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, IS_LITTLE_ENDIAN ? bytes.length >> 2 : 0);
  let end = at;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? 0;
    if (needsEscape(word)) end = escapeBytes(bytes, 4 * index, 4 * index + 4, into, end);
    else {
      into[end] = word;
      into[end + 1] = word >> 8;
      into[end + 2] = word >> 16;
      into[end + 3] = word >> 24;
      end += 4;
    }
  }
  return escapeBytes(bytes, 4 * words.length, bytes.length, into, end);
}

/**
 * Whether one of these four bytes of ASCII is a control character, a quote or a backslash. See Anderson, "Bit Twiddling
 * Hacks", "Determine if a word has a byte less than n" and "... equal to n"
 * (https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord).
 */
function needsEscape(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  const isLow = (word - 0x20202020) & ~word;
  const isQuote = (quotes - 0x01010101) & ~quotes;
  const isBackslash = (backslashes - 0x01010101) & ~backslashes;
  return ((isLow | isQuote | isBackslash) & 0x80808080) !== 0;
}

function escapeBytes(bytes: Uint8Array, from: number, to: number, into: Uint8Array, at: number): number {
  let end = at;
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0;
    if (byte >= BLANK) {
      if (byte === QUOTE || byte === BACKSLASH) into[end++] = BACKSLASH;
      into[end++] = byte;
      continue;
    }
    const letter = LETTERS[byte] ?? 0;
    into[end++] = BACKSLASH;
    if (letter !== 0) into[end++] = letter;
    else {
      into[end++] = LETTER_U;
      into[end++] = ZERO;
      into[end++] = ZERO;
      into[end++] = DIGITS[byte >> 4] ?? 0;
      into[end++] = DIGITS[byte & 15] ?? 0;
    }
  }
  return end;
}
