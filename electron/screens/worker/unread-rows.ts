/**
 * Of many new rows, those that need not be read where only the last lines are asked
 * for. The first ones are read all the same: there stands the echo of what was typed.
 */
import type { Terminal } from "@xterm/headless";
import type { PackedScrollback } from "./packed-scrollback.ts";
import type { TextLimit } from "../screen-types.ts";
import { isBlankRow, wrappingRowsWithin } from "./screen-text.ts";

/** Rows in which an echo is looked for. It is near the output that has just come. */
export const ECHO_ROWS = 200;
/** Fewer rows than this are read in about the time that it takes to count their lines. */
const MIN_ROWS = 500;
/** Lines that stood on the screen before are no news. They take no more rows than this many screens. */
const SCREENS_OF_OLD_LINES = 2;

type NewRows = {
  readonly terminal: Terminal;
  readonly scrollback: PackedScrollback;
  /** The first new row of the normal buffer that is left. */
  readonly from: number;
  /** What came before it has left the scrollback, and the echo with it. */
  readonly isLost: boolean;
};

/**
 * From row `start` to row `end` (exclusive), whole lines. More than is wanted is behind them, for lines that turn out to be no
 * news. Undefined for few rows.
 */
export function unreadRows(
  { terminal, scrollback, from, isLost }: NewRows,
  wanted: TextLimit,
): { start: number; end: number } | undefined {
  const { normal } = terminal.buffer;
  let start = from + (isLost ? 0 : ECHO_ROWS);
  let end = normal.length;
  while (end > start && isBlankRow(normal, end - 1)) end--;
  const others = SCREENS_OF_OLD_LINES * terminal.rows;
  let lines = wanted.lines + others;
  let wrapping = wrappingRowsWithin(terminal, wanted.bytes) + others;
  // Blanks at the end of a line take no room, however many rows they are.
  let isBlankEnd = true;
  while (lines > 0 && end > start) {
    end--;
    isBlankEnd &&= isBlankRow(normal, end);
    if (!scrollback.isWrapped(end)) [lines, isBlankEnd] = [lines - 1, true];
    else if (!isBlankEnd && --wrapping === 0) lines = 1;
  }
  while (start < end && start > from && scrollback.isWrapped(start)) start++;
  return end - start < MIN_ROWS ? undefined : { start, end };
}
