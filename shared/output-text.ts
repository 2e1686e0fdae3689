/**
 * What a program has printed, on its way through the host. A flood's text is kept as bytes as long as nobody needs it as
 * a string: to make such long strings, and to collect them, takes a third of the processor's time in a flood.
 */

/** ASCII text, as bytes. Their memory is used again when the session's log lets go of them: whoever needs them for longer copies them. */
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
