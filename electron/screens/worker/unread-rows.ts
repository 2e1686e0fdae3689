/**
 * Of many new rows, those that need not be read where only the last lines are asked
 * for. The first ones are read all the same: there stands the echo of what was typed.
 */
import type { Terminal } from "@xterm/headless";
import type { PackedScrollback } from "./packed-scrollback.ts";
import { visibleText } from "./visible-text.ts";

/** Rows in which an echo is looked for. It is near the output that has just come. */
export const ECHO_ROWS = 200;
/** Fewer rows than this are read in about the time that it takes to count their lines. */
const MIN_ROWS = 500;

type NewRows = {
  readonly terminal: Terminal;
  readonly scrollback: PackedScrollback;
  /** The first new row of the normal buffer that is left. */
  readonly from: number;
  /** What came before it has left the scrollback, and the echo with it. */
  readonly isLost: boolean;
};

/**
 * From row `start` to row `end` (exclusive), whole lines. More than `lastLines` are behind them, for those that turn out to be
 * no news. Undefined for few rows.
 */
export function unreadRows(
  { terminal, scrollback, from, isLost }: NewRows,
  lastLines: number,
): { start: number; end: number } | undefined {
  const { normal } = terminal.buffer;
  const isBlank = (row: number): boolean => visibleText(normal, row, { trim: true }).trimEnd() === "";
  let start = from + (isLost ? 0 : ECHO_ROWS);
  let end = normal.length;
  while (end > start && isBlank(end - 1)) end--;
  for (let lines = lastLines + 2 * terminal.rows; lines > 0 && end > start;) if (!scrollback.isWrapped(--end)) lines--;
  while (start < end && start > from && scrollback.isWrapped(start)) start++;
  return end - start < MIN_ROWS ? undefined : { start, end };
}
