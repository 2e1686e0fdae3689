/** The buffer as text: wrapped rows joined, trailing blanks dropped. */
import type { IBuffer, Terminal } from "@xterm/headless";

/** Where blanks count: what stands before the cursor has been written, be it the space of a prompt. */
export type CursorPlace = { readonly row: number; readonly x: number };

/**
 * The lines from row `from` to row `to` (exclusive). A line that began above
 * `from` is taken from `from` on. Blanks at the end of a line are dropped, but
 * for those before `cursor`.
 */
export function textLines(buffer: IBuffer, from: number, to: number, cursor?: CursorPlace): string[] {
  const lines: string[] = [];
  let row = from;
  while (row < to) {
    const start = row;
    let text = "";
    for (;;) {
      const line = buffer.getLine(row);
      row++;
      const wraps = row < to && buffer.getLine(row)?.isWrapped === true;
      // A full row keeps its blanks: the words of the next row follow them.
      text += line?.translateToString(!wraps) ?? "";
      if (!wraps) break;
    }
    text = text.trimEnd();
    if (cursor && cursor.row >= start && cursor.row < row) {
      const before = textBefore(buffer, start, cursor);
      if (before.length > text.length) text = before;
    }
    lines.push(text);
  }
  return lines;
}

/** The text from the beginning of row `start` to the cursor, blanks and all. */
export function textBefore(buffer: IBuffer, start: number, cursor: CursorPlace): string {
  let text = "";
  for (let row = start; row < cursor.row; row++) text += buffer.getLine(row)?.translateToString(false) ?? "";
  return text + (buffer.getLine(cursor.row)?.translateToString(false, 0, cursor.x) ?? "");
}

/** Where the cursor is, as a row of the active buffer. */
export function cursorPlace(terminal: Terminal): CursorPlace {
  const { baseY, cursorY, cursorX } = terminal.buffer.active;
  return { row: baseY + cursorY, x: cursorX };
}

/** The row on which the line of `row` begins. */
export function lineStart(buffer: IBuffer, row: number): number {
  let start = row;
  while (start > 0 && buffer.getLine(start)?.isWrapped) start--;
  return start;
}

/** Drops blank lines at the end. */
export function withoutTrailingBlanks(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1] === "") end--;
  return lines.slice(0, end);
}

/** The whole buffer as lines, viewport and scrollback, without blank lines at the end. */
export function allLines(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active;
  return withoutTrailingBlanks(textLines(buffer, 0, buffer.length));
}

/** The last line of the viewport that is not blank. */
export function lastLine(terminal: Terminal): string {
  const buffer = terminal.buffer.active;
  for (let y = terminal.rows - 1; y >= 0; y--) {
    const text = buffer
      .getLine(buffer.baseY + y)
      ?.translateToString(true)
      .trim();
    if (text) return text;
  }
  return "";
}
