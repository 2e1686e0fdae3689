/**
 * Plain text in a flood, as the rows that it becomes: lines that the screen shows
 * as they are need no parsing to be put into the scrollback.
 */
import type { TextRow } from "./packed-rows.ts";

/** Shorter output is parsed as fast as this could find out. */
const MIN_LENGTH = 32 * 1024;
/** What is not a line of Latin-1 of one column a character, ended by returns and a line feed. */
const NOT_PLAIN = [/[^\r\n\x20-\x7e\xa1-\xac\xae-\xff]/, /\r[^\r\n]|[^\r]\n/];

/** How much of the beginning of `text`, which ends with a line feed, is plain lines. */
export function plainLinesLength(text: string): number {
  return text.lastIndexOf("\n", plainTextLength(text) - 1) + 1;
}

/**
 * How much of the beginning of `text` is plain lines that at least `kept` more
 * follow; 0 if it is too little to be worth it.
 */
export function plainLength(text: string, kept: number): number {
  if (text.length < MIN_LENGTH) return 0;
  let at = plainTextLength(text);
  if (at < MIN_LENGTH) return 0;
  for (let lines = 0; lines <= kept; lines++) {
    if (at <= 0) return 0;
    at = text.lastIndexOf("\n", at - 1);
  }
  return at < MIN_LENGTH ? 0 : at + 1;
}

function plainTextLength(text: string): number {
  let length = text.length;
  for (const pattern of NOT_PLAIN) {
    const first = text.slice(0, length).search(pattern);
    if (first >= 0) length = first;
  }
  return length;
}

/** Where the first `count` lines of `text` end. */
export function endOfLines(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) at = text.indexOf("\n", at) + 1;
  return at;
}

/** The rows that plain lines become on a screen of `cols` columns. */
export function plainRows(lines: string, cols: number): TextRow[] {
  const rows: TextRow[] = [];
  for (let at = 0; at < lines.length;) {
    const next = lines.indexOf("\n", at) + 1;
    let end = next - 1;
    while (lines[end - 1] === "\r" && end > at) end--;
    const line = lines.slice(at, end);
    for (let x = 0; x === 0 || x < line.length; x += cols) {
      rows.push({ text: line.length <= cols ? line : line.slice(x, x + cols), isWrapped: x > 0 });
    }
    at = next;
  }
  return rows;
}
