/**
 * Output that nobody will ever see: in a flood of plain text, whatever scrolls
 * out of the scrollback before it could be looked at need not be parsed. The
 * screen is the same afterwards, the host several times faster.
 */

/** Shorter output is parsed as fast as this could find out. */
const MIN_LENGTH = 64 * 1024;

/** Anything that may do more than put characters into cells and go to the next line. */
const NOT_PLAIN = /[^\r\n\t\x20-\x7e\u00a0-\uffff]/;
/**
 * Lines that the screen may show in other words than the output has: with tabs,
 * blanks at their ends, bare carriage returns or line feeds, or characters of
 * other than one cell.
 */
const NOT_ITS_OWN_TEXT = [/[^\r\n\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]/, /\r[^\r\n]|[^\r]\n| \r/];

export type ScrolledOff = { readonly length: number; readonly lines: number };

/**
 * How much of `text` may be left out, if anything: a beginning of plain lines
 * that ends with `\r\n` and is followed by at least `kept` more plain lines.
 * The rest must then begin with a carriage return.
 */
export function scrolledOff(text: string, kept: number): ScrolledOff | undefined {
  const length = lengthBefore(text, kept, [NOT_PLAIN]);
  return length === 0 ? undefined : { length, lines: countLines(text, length) };
}

/**
 * The same while patterns are looked for. `clearLength` tells how much of the
 * beginning of a text has no match for them; no match is longer than `longest`.
 * What is left out is lines that the screen would show as they are, so a match in
 * them would be a match in the text.
 */
export function scrolledOffWithoutMatch(
  text: string,
  { kept, longest, clearLength }: { kept: number; longest: number; clearLength: (text: string) => number },
): ScrolledOff | undefined {
  const most = lengthBefore(text, kept, NOT_ITS_OWN_TEXT);
  if (most === 0) return undefined;
  const clear = clearLength(text.slice(0, most + longest));
  // A match begins at most that far before its end, and must not be cut.
  const length = clear >= most ? most : text.lastIndexOf("\r\n", clear - longest) + "\r\n".length;
  const lines = countLines(text, length);
  // With fewer, the rows before a wait's baseline would take the numbers of new ones.
  return clear > longest && lines > kept ? { length, lines } : undefined;
}

/** The length of the plain lines that at least `kept` more follow; 0 if there are none. */
function lengthBefore(text: string, kept: number, notPlain: readonly RegExp[]): number {
  if (text.length < MIN_LENGTH) return 0;
  let at = text.length;
  for (const unplain of notPlain.map((pattern) => text.search(pattern))) if (unplain >= 0) at = Math.min(at, unplain);
  for (let lines = 0; lines <= kept; lines++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= 0) return 0;
  }
  const end = text.lastIndexOf("\r\n", at - 1);
  return end < 0 ? 0 : end + "\r\n".length;
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
