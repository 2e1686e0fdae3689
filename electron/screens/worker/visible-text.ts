/**
 * The text of a row as a person sees it: the one way from the grid to anything
 * an agent reads. What is concealed, or has next to no contrast with its
 * background, becomes blanks, so that columns stay where they are; what is
 * invisible by itself goes. Whoever asks is told what was left out, and where.
 */
import type { IBuffer, IBufferLine } from "@xterm/headless";
import { CELL_SIZE, CODE_POINT, Fg, IS_COMBINED, WIDTH_SHIFT } from "./cell-layout.ts";
import { cellText, writtenEnd } from "./cell-text.ts";
import { type HiddenKind, visibleCharacters } from "../../../shared/visible-unicode.ts";
import { cellAt, cellData } from "./emulator-internals.ts";
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

const LAST_ASCII = "~";
/** Invisible characters that take up cells: Hangul fillers, the soft hyphen. */
const WIDE_BLANK = /[\xad\u115f\u3164\uffa0\u180e]/;
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

function hasWideBlank(text: string): boolean {
  return WIDE_BLANK.test(text);
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
  const data = cellData(line);
  const end = trim ? Math.min(to, writtenEnd(data)) : to;
  const texts: string[] = [];
  const columns: number[] = [];
  let last: HiddenKind | undefined;
  let [fg, bg] = [0, 0];
  let ofStyle = hiddenByStyle(fg, bg, colors);
  for (let x = from; x < end; x++) {
    const at = x * CELL_SIZE;
    const content = data[at] ?? 0;
    const width = content >>> WIDTH_SHIFT;
    if (isSecondHalf(content)) continue;
    const characters = charactersAt(line, x, content);
    // Cells come in runs of one style.
    if (data[at + 1] !== fg || data[at + 2] !== bg) {
      [fg, bg] = [data[at + 1] ?? 0, data[at + 2] ?? 0];
      ofStyle = hiddenByStyle(fg, bg, colors);
    }
    const isEmpty = characters === " " || characters.trim() === "";
    const kind = isEmpty || (ofStyle === "low-contrast" && SHAPE.test(characters)) ? undefined : ofStyle;
    if (kind && kind !== last) onHidden?.(kind, x);
    // A blank between two hidden words is no end.
    if (kind || !isEmpty) last = kind;
    const isBlank =
      kind !== undefined || (characters > LAST_ASCII && hasWideBlank(characters) && visibleCharacters(characters) === "");
    const shown = isBlank ? " ".repeat(width) : characters;
    texts.push(shown);
    for (let unit = 0; unit < shown.length; unit++) columns.push(x);
  }
  return { text: texts.join(""), columns };
}

/** A blank where nothing was written. */
function charactersAt(line: IBufferLine, x: number, content: number): string {
  if (content & IS_COMBINED) return cellAt(line, x)?.getChars() || " ";
  return content & CODE_POINT ? String.fromCodePoint(content & CODE_POINT) : " ";
}

/** How characters of this style are hidden, if they are. */
function hiddenByStyle(fg: number, bg: number, colors: TerminalColors): HiddenKind | undefined {
  if (fg & Fg.INVISIBLE) return "concealed";
  return colors.isLowContrast(fg, bg) ? "low-contrast" : undefined;
}

/** The column of the character at `index` of the row's text. */
function columnOf(line: IBufferLine, from: number, index: number): number {
  const data = cellData(line);
  let length = 0;
  for (let x = from; x < line.length; x++) {
    const content = data[x * CELL_SIZE] ?? 0;
    if (isSecondHalf(content)) continue;
    length += charactersAt(line, x, content).length;
    if (length > index) return x;
  }
  return Math.max(0, line.length - 1);
}

/** Of a wide character. (A character without a width may have a cell of its own.) */
function isSecondHalf(content: number): boolean {
  return content >>> WIDTH_SHIFT === 0 && !(content & (IS_COMBINED | CODE_POINT));
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
