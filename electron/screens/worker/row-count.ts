/** How many rows lines take that are not parsed: as many as the emulator would move down. */
import { type InternalCore, joins, widthOf } from "./emulator-internals.ts";
import { countLines, isAscii, SETS_STYLE, startOfLast, withoutSequences } from "./running-text.ts";

const [TAB, FEED, RETURN, SPACE, LAST_ASCII] = [0x09, 0x0a, 0x0d, 0x20, 0x7e];
/** No character before it takes two columns. */
const FIRST_WIDE = 0x1100;
const [FIRST_SURROGATE, FIRST_LOW_SURROGATE, SURROGATES] = [0xd800, 0xdc00, 0x400];
/** Stands for a sequence, which ends what characters may join; running text has none. */
const MARK = "\x7f";
const MARK_CODE = 0x7f;
/** So much text is counted in one go, in UTF-16 units. It ends with a line. */
const BLOCK = 16 * 1024;

/** What counting needs to know of the emulator. */
export type Grid = { readonly core: InternalCore; readonly cols: number };

/** Where the cursor has come to: rows below where it was, and the column (0-based). */
type Place = { readonly rows: number; readonly column: number };

/**
 * The rows of `lines`, and the column in which the cursor is after them (0-based).
 * They are running text that follows a line feed and ends with one, on a terminal of
 * `cols` columns that wraps; the cursor is in its last row.
 */
export function countRows(lines: string, core: InternalCore, cols: number): Place {
  return countFrom(core.buffers.active.x, lines, { core, cols });
}

/** Lines of running text take no fewer rows than this; if they are long, just so many. */
export function leastRows(lines: string, grid: Grid): number {
  const count = countLines(lines);
  return lines.length < count * grid.cols ? count : Math.max(count, countFrom(0, lines, grid).rows);
}

/** Where the last lines of running text begin that take at least `count` rows; 0 if there are none. */
export function startOfLastRows(count: number, lines: string, grid: Grid): number {
  for (let last = 1; ; last *= 4) {
    const from = startOfLast(Math.min(last, count), lines, lines.length);
    if (from === 0 || last >= count || leastRows(lines.slice(from), grid) >= count) return from;
  }
}

function countFrom(column: number, lines: string, grid: Grid): Place {
  const start = { rows: 0, column };
  if (!isAscii(lines)) return countBlocks(lines.replace(SETS_STYLE, MARK), grid, start);
  const text = withoutSequences(lines);
  return text.includes("\t") ? countBlocks(text, grid, start) : countAscii(text, grid, start);
}

/** Where the lines end is all that matters. */
function countAscii(text: string, grid: Grid, start: Place): Place {
  let place = start;
  let nextReturn = -1;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at) + 1;
    if (nextReturn < at) nextReturn = text.indexOf("\r", at);
    if (nextReturn < 0) nextReturn = text.length;
    const isWhole = place.column === 0 && nextReturn === end - 2;
    if (isWhole) place = { rows: place.rows + Math.max(1, Math.ceil((end - 2 - at) / grid.cols)), column: 0 };
    else place = walk(unitsOf(text.slice(at, end)), grid, place);
    at = end;
  }
  return place;
}

function countBlocks(text: string, grid: Grid, start: Place): Place {
  let place = start;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", Math.min(at + BLOCK, text.length - 1)) + 1;
    place = countUnits(unitsOf(text.slice(at, end)), grid, place);
    at = end;
  }
  return place;
}

/** Reading numbers from an array takes a fraction of the time of reading them from a part of a string. */
let units = new Uint16Array(2 * BLOCK);
let bytes = Buffer.from(units.buffer);

function unitsOf(text: string): Uint16Array {
  if (text.length > units.length) {
    units = new Uint16Array(text.length);
    bytes = Buffer.from(units.buffer);
  }
  bytes.write(text, "utf16le");
  return units.subarray(0, text.length);
}

function countUnits(units: Uint16Array, grid: Grid, start: Place): Place {
  let place = start;
  for (let at = 0; at < units.length;) {
    // The line takes at most so many columns: an answer in a fraction of the time that the exact number takes.
    let most = 0;
    let end = at;
    for (let unit = units[end] ?? 0; unit >= SPACE; unit = units[++end] ?? 0) most += mostOf[unit] || learnMost(grid.core, unit);
    const isWhole = place.column === 0 && units[end] === RETURN && units[end + 1] === FEED;
    if (isWhole && most <= grid.cols) {
      place = { rows: place.rows + 1, column: 0 };
      at = end + 2;
    } else {
      const next = units.indexOf(FEED, at) + 1;
      place = walk(units.subarray(at, next), grid, place);
      at = next;
    }
  }
  return place;
}

/** The columns that each UTF-16 unit takes at most, whatever stands before it; 0 where that is not known yet. */
const mostOf = new Uint8Array(0x10000).fill(1, SPACE, FIRST_WIDE).fill(1, FIRST_SURROGATE, FIRST_LOW_SURROGATE + SURROGATES);

function learnMost(core: InternalCore, unit: number): number {
  // What has no width of its own may make the character before it wide.
  const most = widthOf(core.unicodeService.charProperties(unit, 0)) === 1 ? 1 : 2;
  mostOf[unit] = most;
  return most;
}

/** A character after others, as emulators take it. */
type Step = {
  /** What they remember of it. */
  readonly properties: number;
  readonly width: number;
  readonly joins: boolean;
  /** What they make of a character that follows: to ask takes five times as long. */
  readonly followers: Map<number, Step>;
};

/** By their properties. They are the same in all emulators. */
const steps = new Map<number, Step>();
let followersKnown = 0;
const MAX_KNOWN = 10_000;

function stepOf(properties: number): Step {
  let step = steps.get(properties);
  if (!step) {
    step = { properties, width: widthOf(properties), joins: joins(properties), followers: new Map() };
    steps.set(properties, step);
  }
  return step;
}

function learnStep(core: InternalCore, code: number, before: Step): Step {
  if (++followersKnown > MAX_KNOWN) {
    for (const { followers } of steps.values()) followers.clear();
    followersKnown = 1;
  }
  const step = stepOf(core.unicodeService.charProperties(code, before.properties));
  before.followers.set(code, step);
  return step;
}

/** Moves over one line as the emulator does. */
function walk(line: Uint16Array, { core, cols }: Grid, start: Place): Place {
  const first = stepOf(0);
  const ascii = first.followers.get(SPACE) ?? learnStep(core, SPACE, first);
  let { rows, column } = start;
  let last = first;
  for (let at = 0; at < line.length; at++) {
    let code = line[at] ?? 0;
    if (code < SPACE) {
      last = first;
      if (code === RETURN) column = 0;
      else if (code === TAB) column = nextStop(core, column, cols);
      else if (code === FEED) [rows, column] = [rows + 1, Math.min(column, cols - 1)];
      continue;
    }
    if (code <= LAST_ASCII && (last === first || last === ascii)) {
      last = ascii;
      if (column >= cols) [rows, column] = [rows + 1, 0];
      column++;
      continue;
    }
    if (code === MARK_CODE) {
      last = first;
      continue;
    }
    // Decoded text has no half of a pair alone.
    if (code >= FIRST_SURROGATE && code < FIRST_LOW_SURROGATE)
      code = 0x10000 + (code - FIRST_SURROGATE) * SURROGATES + ((line[++at] ?? 0) - FIRST_LOW_SURROGATE);
    const step = last.followers.get(code) ?? learnStep(core, code, last);
    const joined = step.joins ? last.width : 0;
    last = step;
    const { width } = step;
    if (column + width - joined > cols) [rows, column] = [rows + 1, joined];
    // A character without a width that joins nothing has a cell all the same.
    column += step.joins && column > 0 ? Math.max(0, width - joined) : Math.max(1, width);
  }
  return { rows, column };
}

/** The next tab stop after `column`; the last column if there is none. */
export function nextStop(core: InternalCore, column: number, cols: number): number {
  if (column >= cols) return column;
  let stop = column + 1;
  while (stop < cols && !core.buffers.normal.tabs[stop]) stop++;
  return Math.min(stop, cols - 1);
}
