/** How many rows lines take that are not parsed: as many as the emulator would move down. */
import { type InternalCore, joins, widthOf } from "./emulator-internals.ts";
import { withoutSequences } from "./running-text.ts";

const [TAB, FEED, RETURN, SPACE, LAST_ASCII] = [0x09, 0x0a, 0x0d, 0x20, 0x7e];
/** No character before it takes two columns. */
const FIRST_WIDE = 0x1100;
const ASCII = /^[ -~]*$/;

/**
 * The rows of `lines`, and the column in which the cursor is after them (0-based).
 * They are running text that ends with a line feed, on a terminal of `cols` columns
 * that wraps; the cursor is in its last row.
 */
export function countRows(lines: string, core: InternalCore, cols: number): { rows: number; column: number } {
  const text = withoutSequences(lines);
  const afterAscii = core.unicodeService.charProperties(SPACE, 0);
  // What a UTF-16 unit may take at most.
  const widest = text.includes("\t") ? cols : isAscii(text) ? 1 : 2;
  let rows = 0;
  let column = core.buffers.active.x;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const length = end - 1 - at;
    const isWhole = column === 0 && text.charCodeAt(end - 1) === RETURN;
    if (isWhole && length * widest <= cols) rows++;
    else {
      const line = text.slice(at, end + 1);
      const shown = line.slice(0, -2);
      if (isWhole && ASCII.test(shown)) rows += Math.max(1, Math.ceil(length / cols));
      else if (isWhole && mostColumns(shown) <= cols) rows++;
      else ({ rows, column } = walk(line, { core, cols, afterAscii, rows, column }));
    }
    at = end + 1;
  }
  return { rows, column };
}

/** Counting the bytes takes a fifth of the time of an expression. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** At most that many columns, in a fraction of the time that the exact number takes. */
function mostColumns(line: string): number {
  let columns = line.length;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    if (unit >= FIRST_WIDE) columns++;
    else if (unit < SPACE) return Number.POSITIVE_INFINITY;
  }
  return columns;
}

/** What emulators make of a character after what they remember of the one before, the same in all: to ask takes five times as long. */
const known = new Map<number, number>();
const MAX_KNOWN = 10_000;

function propertiesOf(core: InternalCore, code: number, state: number): number {
  const key = state * 0x200000 + code;
  let properties = known.get(key);
  if (properties === undefined) {
    properties = core.unicodeService.charProperties(code, state);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, properties);
  }
  return properties;
}

type Walk = {
  readonly core: InternalCore;
  readonly cols: number;
  /** What the emulator remembers of a character of ASCII. */
  readonly afterAscii: number;
  readonly rows: number;
  readonly column: number;
};

/** Moves over one line as the emulator does. */
function walk(line: string, { core, cols, afterAscii, ...start }: Walk): { rows: number; column: number } {
  let { rows, column } = start;
  let state = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    if (code < SPACE) {
      state = 0;
      if (code === RETURN) column = 0;
      else if (code === TAB) column = nextStop(core, column, cols);
      else if (code === FEED) [rows, column] = [rows + 1, Math.min(column, cols - 1)];
      continue;
    }
    const isPlain = code <= LAST_ASCII && (state === 0 || state === afterAscii);
    const properties = isPlain ? afterAscii : propertiesOf(core, code, state);
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
