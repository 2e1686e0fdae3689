/** Finds a line of a session's output again among the rows of its terminal. */
import type { IBuffer } from "@xterm/xterm";

/** A line: its whole text, and how many lines came after it when it was looked up. */
export type Line = { readonly text: string; readonly fromEnd: number };

/** The rows of a line: a long one wraps. */
type Rows = { readonly first: number; readonly count: number };

/**
 * The line with this text that is nearest to its place. Undefined if there is none within `slack` lines of it: then it
 * has left the terminal, and the same words elsewhere are another line. The place counts less where only one line has this text.
 */
export function nearestLine(buffer: IBuffer, { text, fromEnd }: Line, slack: number): Rows | undefined {
  const wanted = text.trimEnd();
  const found: (Rows & { readonly distance: number })[] = [];
  // Blank rows after the last text are not counted as lines.
  let last = buffer.length - 1;
  while (last > 0 && textOf(buffer, last).trim() === "") last--;
  for (let row = last, line = 0; row >= 0; row--, line++) {
    const end = row;
    while (row > 0 && buffer.getLine(row)?.isWrapped === true) row--;
    let whole = "";
    for (let part = row; part <= end; part++) whole += textOf(buffer, part);
    if (whole.trimEnd() === wanted) found.push({ first: row, count: end - row + 1, distance: Math.abs(line - fromEnd) });
  }
  const [nearest] = found.sort((a, b) => a.distance - b.distance);
  return nearest && (found.length === 1 || nearest.distance <= slack) ? nearest : undefined;
}

function textOf(buffer: IBuffer, row: number): string {
  return buffer.getLine(row)?.translateToString(false) ?? "";
}
