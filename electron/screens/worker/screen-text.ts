/** The buffer as text, as far as a person could see it: wrapped rows joined, trailing blanks dropped. */
import type { IBuffer, Terminal } from "@xterm/headless";
import { cellText } from "./cell-text.ts";
import { type RowRange, visibleText } from "./visible-text.ts";
import type { HiddenKind } from "../../../shared/visible-unicode.ts";

/** A line that takes more rows than this may be looked at from its middle on: it may be as long as the scrollback. */
export const MAX_ROWS_OF_LINE = 1000;

/** Hears of text that was left out because nobody could see it: why, its row in the buffer and its column (0-based). */
export type OnHiddenText = (kind: HiddenKind, row: number, column: number) => void;

/** Where blanks count: what stands before the cursor has been written, be it the space of a prompt. */
export type CursorPosition = { readonly row: number; readonly x: number };

/** A line as it wraps: its text, and the rows of the buffer that it takes, from `start` to `end` (exclusive). */
export type Line = { readonly text: string; readonly start: number; readonly end: number };

/** Rows that wrap and change no more; see WrappedRows. */
type KnownRows = { textOf(row: number): string | undefined; note(row: number, text: string): void };

/** Of a line that takes more than twice this many rows, only the first and the last of them are read. `isWrapped` tells of a row whether it goes on from the one above. */
export type LineEnds = { readonly rows: number; readonly isWrapped: (row: number) => boolean };

export type LineOptions = {
  readonly cursor?: CursorPosition | undefined;
  readonly onHidden?: OnHiddenText | undefined;
  readonly known?: KnownRows | undefined;
  readonly ends?: LineEnds | undefined;
};

/**
 * The lines from row `from` to row `to` (exclusive). A line that began above
 * `from` is taken from `from` on. Blanks at the end of a line are dropped, but
 * for those before `cursor`.
 */
export function linesIn(buffer: IBuffer, from: number, to: number, { cursor, onHidden, known, ends }: LineOptions = {}): Line[] {
  const lines: Line[] = [];
  let row = from;
  while (row < to) {
    const start = row;
    let text = "";
    for (;;) {
      if (ends && row - start === ends.rows) row = lastRowsFrom(buffer, row, { to, ...ends });
      const current = row++;
      const onHiddenHere = onHidden && ((kind: HiddenKind, column: number) => onHidden(kind, current, column));
      const wrapped = row < to ? wrappedText(buffer, current, { onHidden: onHiddenHere, known }) : undefined;
      text += wrapped ?? visibleText(buffer, current, { trim: true, onHidden: onHiddenHere });
      if (wrapped === undefined) break;
    }
    text = text.trimEnd();
    if (cursor && cursor.row >= start && cursor.row < row) {
      const before = textBefore(buffer, start, cursor, known);
      if (before.length > text.length) text = before;
    }
    lines.push({ text, start, end: row });
  }
  return lines;
}

/** Where the rows begin that are read of the end of a line that goes on in this row. Blanks at its end are dropped, so they are not its end. */
function lastRowsFrom(buffer: IBuffer, row: number, { to, rows, isWrapped }: LineEnds & { readonly to: number }): number {
  let end = row;
  while (end < to && isWrapped(end)) end++;
  while (end > row && isBlankRow(buffer, end - 1)) end--;
  return Math.max(row, end - rows);
}

/** Nobody can see anything in it. */
export function isBlankRow(buffer: IBuffer, row: number): boolean {
  return visibleText(buffer, row, { trim: true }).trim() === "";
}

/** How many rows of lines that wrap there can be room for in an answer of so many bytes: a column is a byte at least. */
export function wrappingRowsWithin({ cols }: { readonly cols: number }, bytes: number): number {
  // A wide character may have left the last column empty.
  return Math.ceil(bytes / Math.max(1, cols - 1)) + 1;
}

/** The line that begins on this row, or its first `maxRows` rows. */
export function lineAt(buffer: IBuffer, start: number, maxRows = Number.POSITIVE_INFINITY): Line {
  const last = Math.min(buffer.length, start + maxRows);
  let end = start + 1;
  while (end < last && buffer.getLine(end)?.isWrapped) end++;
  return linesIn(buffer, start, end)[0] ?? { text: "", start, end };
}

/** The same as text alone. */
export function textLines(buffer: IBuffer, from: number, to: number, options: LineOptions = {}): string[] {
  return linesIn(buffer, from, to, options).map(({ text }) => text);
}

/** The text in these rows, in a fraction of the time. What nobody can see may be among it. A row that wraps has no line end, be it the last. */
export function rowsText(buffer: IBuffer, from: number, to: number): string {
  let text = "";
  for (let row = from; row < to; row++) {
    const line = buffer.getLine(row);
    if (!line) break;
    const wraps = buffer.getLine(row + 1)?.isWrapped === true;
    text += wraps ? cellText(line, false, 0, writtenWidth(buffer, row)) : `${cellText(line, true)}\n`;
  }
  return text;
}

/** The visible text of a row whose line goes on in the next one; undefined if it does not. It keeps its blanks: the words of the next row follow them. */
function wrappedText(
  buffer: IBuffer,
  row: number,
  { onHidden, known }: Pick<RowRange, "onHidden"> & Pick<LineOptions, "known">,
): string | undefined {
  const before = onHidden ? undefined : known?.textOf(row);
  if (before !== undefined) return before;
  if (buffer.getLine(row + 1)?.isWrapped !== true) return undefined;
  const text = visibleText(buffer, row, { trim: false, to: writtenWidth(buffer, row), onHidden });
  known?.note(row, text);
  return text;
}

/** The columns of a row that wraps: a wide character that did not fit into the last one has left it empty. */
export function writtenWidth(buffer: IBuffer, row: number): number {
  const line = buffer.getLine(row);
  if (!line) return 0;
  const isLeftEmpty =
    line.getCell(line.length - 1)?.getCode() === 0 &&
    buffer
      .getLine(row + 1)
      ?.getCell(0)
      ?.getWidth() === 2;
  return isLeftEmpty ? line.length - 1 : line.length;
}

/** The text from the beginning of row `start` to the cursor, blanks and all. */
export function textBefore(buffer: IBuffer, start: number, cursor: CursorPosition, known?: KnownRows): string {
  let text = "";
  for (let row = start; row < cursor.row; row++) {
    text += known?.textOf(row) ?? visibleText(buffer, row, { trim: false, to: writtenWidth(buffer, row) });
  }
  return text + visibleText(buffer, cursor.row, { trim: false, from: 0, to: cursor.x });
}

/** Where the cursor of a buffer is, by default that of the active one. Each of the two buffers keeps its own. */
export function cursorPosition(terminal: Terminal, buffer: IBuffer = terminal.buffer.active): CursorPosition {
  return { row: buffer.baseY + buffer.cursorY, x: buffer.cursorX };
}

/** The row on which the line of `row` begins; or, of a line that has more rows up to this one, the first of the last `maxRows`. */
export function lineStart(buffer: IBuffer, row: number, maxRows = Number.POSITIVE_INFINITY, known?: KnownRows): number {
  const first = Math.max(0, row - maxRows + 1);
  let start = row;
  while (start > first && (known?.textOf(start - 1) !== undefined || buffer.getLine(start)?.isWrapped)) start--;
  return start;
}

/** Drops blank lines at the end. */
export function withoutTrailingBlanks(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1] === "") end--;
  return lines.slice(0, end);
}

/** The whole buffer as lines, viewport and scrollback, without blank lines at the end. */
export function allLines(terminal: Terminal, onHidden?: OnHiddenText): string[] {
  const buffer = terminal.buffer.active;
  return withoutTrailingBlanks(textLines(buffer, 0, buffer.length, { onHidden }));
}

/** The rows of the viewport, one by one, without blanks at their ends. */
export function viewportRows({ buffer: { active }, rows }: Terminal, onHidden?: OnHiddenText): string[] {
  return Array.from({ length: rows }, (_, y) => {
    const row = active.baseY + y;
    const range = { trim: true, onHidden: onHidden && ((kind: HiddenKind, column: number) => onHidden(kind, row, column)) };
    return visibleText(active, row, range).trimEnd();
  });
}

/** The last row of the viewport that is not blank. */
export function lastLine(terminal: Terminal): string {
  return lastRowText(terminal).trim();
}

/** The same with the blanks before it. */
export function lastRowText(terminal: Terminal): string {
  const row = lastUsedRow(terminal);
  return row === undefined ? "" : visibleText(terminal.buffer.active, row, { trim: true });
}

/** The row of the buffer that `lastLine` is from. */
export function lastUsedRow({ buffer: { active }, rows }: Terminal): number | undefined {
  for (let row = active.baseY + rows - 1; row >= active.baseY; row--) {
    if (!isBlankRow(active, row)) return row;
  }
  return undefined;
}
