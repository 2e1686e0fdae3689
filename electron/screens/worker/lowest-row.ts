/** The lowest row in use: the last line of the screen, the bar of a multiplexer, what a pager says of itself. */
import type { IBuffer, IBufferCell, Terminal } from "@xterm/headless";
import { isPage } from "../../../shared/questions.ts";
import type { ScreenState } from "../screen-types.ts";
import { type CursorPosition, cursorPosition, lastUsedRow, lineStart, linesIn, textBefore } from "./screen-text.ts";
import { visibleText } from "./visible-text.ts";

/** A longer line is shown from here on: people read its end. */
const MAX_WRAPPED_ROWS = 8;

/** The last row of the viewport that is not blank, and the same with the rows from which it has wrapped. */
export function lastLines(terminal: Terminal): Pick<ScreenState, "lastLine" | "wholeLastLine"> {
  const buffer = terminal.buffer.active;
  const row = lastUsedRow(terminal);
  if (row === undefined) return { lastLine: "", wholeLastLine: "" };
  const lastLine = visibleText(buffer, row, { trim: true }).trim();
  return { lastLine, wholeLastLine: buffer.getLine(row)?.isWrapped ? wholeLine(terminal, row) : lastLine };
}

function wholeLine(terminal: Terminal, row: number): string {
  const buffer = terminal.buffer.active;
  const isPager = isPagerRow(terminal) && row === cursorPosition(terminal).row;
  const start = isPager ? row : lineStart(buffer, row, MAX_WRAPPED_ROWS);
  return (linesIn(buffer, start, row + 1)[0]?.text ?? "").trim();
}

/**
 * Whether the cursor stands behind a pager's own words in the lowest row, and the terminal takes them for the rest of
 * the row above. less lets a long line wrap by itself, and begins its own where the page ends within that line.
 */
export function isPagerRow(terminal: Terminal): boolean {
  const { active } = terminal.buffer;
  const cursor = cursorPosition(terminal);
  if (!active.getLine(cursor.row)?.isWrapped || !isLowest(terminal, cursor.row)) return false;
  // Reverse video that wraps is one line, which stands out in the row above, too.
  if (standsOut(active, cursor)) return ownBackground(active, cursor.row - 1, 1) === 0;
  return isPage(textBefore(active, cursor.row, cursor));
}

/** No row of the viewport is below, but for the bar of a multiplexer. */
export function isLowest(terminal: Terminal, row: number): boolean {
  const { active } = terminal.buffer;
  const last = active.baseY + terminal.rows - 1;
  return row === last || (row === last - 1 && ownBackground(active, last, terminal.cols) === terminal.cols);
}

/**
 * Reverse video, or one color behind all of it, and nothing behind the cursor. Bars of keys have several colors. The line of the
 * cursor that an editor shows goes on behind it, and so does the one in which Kakoune takes commands.
 */
export function standsOut(buffer: IBuffer, { row, x }: CursorPosition): boolean {
  if (x === 0 || ownBackground(buffer, row, x + 1) !== x) return false;
  return (buffer.getLine(row)?.translateToString(true, x) ?? "").trim() === "";
}

/** The columns at the left border, at most `limit`, that have the same background, which is not that of most text. */
function ownBackground(buffer: IBuffer, row: number, limit: number): number {
  const line = buffer.getLine(row);
  const reused = buffer.getNullCell();
  const first = backgroundOf(line?.getCell(0, reused));
  if (first === undefined) return 0;
  let columns = 1;
  while (columns < limit && backgroundOf(line?.getCell(columns, reused)) === first) columns++;
  return columns;
}

/** Equal for cells with the same background; undefined for that of most text. */
export function backgroundOf(cell: IBufferCell | undefined): string | undefined {
  if (!cell || (cell.isInverse() === 0 && cell.isBgDefault())) return undefined;
  // In reverse video, the color of the text is the background.
  return cell.isInverse() === 0
    ? `${cell.getBgColorMode()} ${cell.getBgColor()}`
    : `inverse ${cell.getFgColorMode()} ${cell.getFgColor()}`;
}
