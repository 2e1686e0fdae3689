/**
 * The text of a row as a person sees it: the one way from the grid to anything
 * an agent reads. What is concealed, or has next to no contrast with its
 * background, becomes blanks, so that columns stay where they are; what is
 * invisible by itself goes. Whoever asks is told what was left out, and where.
 */
import type { IBuffer, IBufferLine } from "@xterm/headless";
import { CELL_SIZE, Fg } from "./cell-layout.ts";
import { cellText, writtenEnd } from "./cell-text.ts";
import { type HiddenKind, visibleCharacters } from "../../../shared/visible-unicode.ts";
import { cellAt, cellData, type InternalCell } from "./emulator-internals.ts";
import { TerminalColors } from "./terminal-colors.ts";

/** Called with what was left out: why, and in which column (0-based). */
export type OnHiddenCell = (kind: HiddenKind, column: number) => void;

export type RowRange = {
  /** Drop blanks that were never written at the end; as `cellText` does. */
  readonly trim: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly onHidden?: OnHiddenCell | undefined;
};

/** Drawn shapes: separators and bars are often painted in their own background, and say nothing. */
const SHAPE = /^[\u2500-\u25ff\u2800-\u28ff\ue000-\uf8ff\u{1fb00}-\u{1fbff}\u{f0000}-\u{10ffff}]/u;

/** Reads one row of a buffer. Throws nothing, changes nothing. */
export function visibleText(buffer: IBuffer, row: number, range: RowRange): string {
  const line = buffer.getLine(row);
  if (!line) return "";
  const colors = TerminalColors.of(buffer);
  const { trim, from = 0, to = line.length, onHidden } = range;
  const text = cellText(line, trim, from, to);
  if (!hasConcealment(line, colors, { from, to })) {
    const visible = visibleCharacters(text, onHidden && ((kind, index) => onHidden(kind, columnOf(line, from, index))));
    // What had no width leaves no gap; what had one is rare enough to take the longer way.
    return visible.length === text.length || !hasWideBlank(text) ? visible : cellByCell(line, colors, range);
  }
  return cellByCell(line, colors, range);
}

/** Invisible characters that take up cells: Hangul fillers, the soft hyphen. */
function hasWideBlank(text: string): boolean {
  return /[\xad\u115f\u3164\uffa0\u180e]/.test(text);
}

function cellByCell(line: IBufferLine, colors: TerminalColors, range: RowRange): string {
  const { onHidden } = range;
  const { text, columns } = cellsOf(line, colors, range);
  return visibleCharacters(text, onHidden && ((kind, index) => onHidden(kind, columns[index] ?? 0)));
}

/** The row with what is concealed blanked out, and the column of each of its characters. */
export function cellsOf(
  line: IBufferLine,
  colors: TerminalColors,
  { trim, from = 0, to = line.length, onHidden }: RowRange,
): { text: string; columns: number[] } {
  const end = trim ? Math.min(to, writtenEnd(cellData(line))) : to;
  const texts: string[] = [];
  const columns: number[] = [];
  let last: HiddenKind | undefined;
  let cell: InternalCell | undefined;
  for (let x = from; x < end; x++) {
    cell = cellAt(line, x, cell);
    if (!cell || isSecondHalf(cell)) continue;
    const characters = cell.getChars() || " ";
    const kind = hiddenBy(cell, characters, colors);
    if (kind && kind !== last) onHidden?.(kind, x);
    // A blank between two hidden words is no end.
    if (kind || characters.trim() !== "") last = kind;
    const isBlank = kind !== undefined || (hasWideBlank(characters) && visibleCharacters(characters) === "");
    const shown = isBlank ? " ".repeat(cell.getWidth()) : characters;
    texts.push(shown);
    for (let unit = 0; unit < shown.length; unit++) columns.push(x);
  }
  return { text: texts.join(""), columns };
}

/** The column of the character at `index` of the row's text. */
function columnOf(line: IBufferLine, from: number, index: number): number {
  let length = 0;
  let cell: InternalCell | undefined;
  for (let x = from; x < line.length; x++) {
    cell = cellAt(line, x, cell);
    if (!cell || isSecondHalf(cell)) continue;
    length += cell.getChars().length || 1;
    if (length > index) return x;
  }
  return Math.max(0, line.length - 1);
}

/** Of a wide character. (A character without a width may have a cell of its own.) */
function isSecondHalf(cell: InternalCell): boolean {
  return cell.getWidth() === 0 && cell.getChars() === "";
}

function hiddenBy(cell: InternalCell, characters: string, colors: TerminalColors): HiddenKind | undefined {
  if (characters.trim() === "") return undefined;
  if (cell.fg & Fg.INVISIBLE) return "concealed";
  return colors.isLowContrast(cell.fg, cell.bg) && !SHAPE.test(characters) ? "low-contrast" : undefined;
}

/** Does any cell need a look at its style? Almost always the answer is no, and costs next to nothing. */
function hasConcealment(line: IBufferLine, colors: TerminalColors, { from, to }: { from: number; to: number }): boolean {
  if (colors.areDefaultsHidden) return true;
  const data = cellData(line);
  let [lastFg, lastBg] = [0, 0];
  for (let at = from * CELL_SIZE; at < to * CELL_SIZE; at += CELL_SIZE) {
    const fg = data[at + 1] ?? 0;
    const bg = data[at + 2] ?? 0;
    // Cells come in runs of one style.
    if ((fg | bg) === 0 || (fg === lastFg && bg === lastBg)) continue;
    [lastFg, lastBg] = [fg, bg];
    if (fg & Fg.INVISIBLE || colors.isLowContrast(fg, bg)) return true;
  }
  return false;
}
