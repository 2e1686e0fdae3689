/**
 * What a program has printed, on its way through the host. A flood's text is kept as bytes as long as nobody needs it as
 * a string: to make strings of this size, and to collect them again, takes longer than all else that is done with it.
 */

/** ASCII text, as bytes. */
export interface AsciiText {
  /** In bytes, which are as many as its UTF-16 units. */
  readonly length: number;
  /** On memory that threads share. Nobody changes them. */
  readonly bytes: Uint8Array;
  /** A part of it as a string, as `String.slice` does. */
  slice(from?: number, to?: number): string;
  toString(): string;
}

export type OutputText = string | AsciiText;
