/** How many rows lines take that are not parsed: as many as the emulator would move down. */
import { type InternalCore, joins, widthOf } from "./emulator-internals.ts";

const [TAB, FEED, RETURN, ESCAPE] = [0x09, 0x0a, 0x0d, 0x1b];
/** A character, in UTF-16 units, takes at most so many columns; a tab may take all but one of a row. */
const MAX_WIDTH = 2;

/**
 * The rows of `lines`, and the column in which the cursor is after them (0-based).
 * They are running text that ends with a line feed, on a terminal of `cols` columns
 * that wraps; the cursor is in its last row.
 */
export function countRows(lines: string, core: InternalCore, cols: number): { rows: number; column: number } {
  const isAscii = !/[^\x00-\x7e]/.test(lines);
  const hasEscape = lines.includes("\x1b");
  const sure = lines.includes("\t") ? 0 : isAscii ? cols : Math.floor(cols / MAX_WIDTH);
  let rows = 0;
  let column = core.buffers.active.x;
  for (let at = 0; at < lines.length;) {
    const end = lines.indexOf("\n", at);
    const length = end - 1 - at;
    const isWhole = column === 0 && lines.charCodeAt(end - 1) === RETURN;
    // Sequences take no columns.
    if (isWhole && length <= sure) rows++;
    else if (isWhole && isAscii && sure > 0 && !hasEscape && lines.indexOf("\r", at) === end - 1)
      rows += Math.ceil(length / cols);
    else ({ rows, column } = walk(lines, at, end, { core, cols, rows, column }));
    at = end + 1;
  }
  return { rows, column };
}

type Walk = { readonly core: InternalCore; readonly cols: number; readonly rows: number; readonly column: number };

/** Moves over one line as the emulator does. */
function walk(text: string, from: number, end: number, { core, cols, ...start }: Walk): { rows: number; column: number } {
  let { rows, column } = start;
  let state = 0;
  for (let at = from; at <= end; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    if (code < 0x20) {
      state = 0;
      if (code === RETURN) column = 0;
      else if (code === TAB) column = nextStop(core, column, cols);
      else if (code === ESCAPE) at = text.indexOf("m", at);
      else if (code === FEED) [rows, column] = [rows + 1, Math.min(column, cols - 1)];
      continue;
    }
    const properties = core.unicodeService.charProperties(code, state);
    const joined = joins(properties) ? widthOf(state) : 0;
    state = properties;
    const width = widthOf(properties);
    if (column + width - joined > cols) [rows, column] = [rows + 1, joined];
    // A character without a width that joins nothing has a cell all the same.
    column += joins(properties) && column > 0 ? Math.max(0, width - joined) : Math.max(1, width);
  }
  return { rows, column };
}

function nextStop(core: InternalCore, column: number, cols: number): number {
  if (column >= cols) return column;
  let stop = column + 1;
  while (stop < cols && !core.buffers.normal.tabs[stop]) stop++;
  return Math.min(stop, cols - 1);
}
