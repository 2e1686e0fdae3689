/**
 * Output that nobody will ever see: in a flood of plain text, whatever scrolls
 * out of the scrollback before it could be looked at need not be parsed. The
 * screen is the same afterwards, the host several times faster.
 */

/** Shorter output is parsed as fast as this could find out. */
const MIN_LENGTH = 64 * 1024;

/** Anything that may do more than put characters into cells and go to the next line. */
const NOT_PLAIN = /[^\r\n\t\x20-\x7e\u00a0-\uffff]/;

export type ScrolledOff = { readonly length: number; readonly lines: number };

/**
 * How much of `text` may be left out, if anything: a beginning of plain lines
 * that ends with `\r\n` and is followed by at least `kept` more plain lines.
 * The rest must then begin with a carriage return.
 */
export function scrolledOff(text: string, kept: number): ScrolledOff | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  const unplain = text.search(NOT_PLAIN);
  let at = unplain < 0 ? text.length : unplain;
  for (let lines = 0; lines <= kept; lines++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= 0) return undefined;
  }
  const end = text.lastIndexOf("\r\n", at - 1);
  if (end < 0) return undefined;
  return { length: end + 2, lines: countLines(text, end + 2) };
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
