/** Encodes one row of a terminal for a tile: runs of equally styled text. */
import type { IBufferLine } from "@xterm/headless";
import type { Run } from "../../../shared/protocol.ts";
import { CellAttribute, RunColor } from "../../../shared/run-style.ts";
import { Bg } from "./cell-layout.ts";
import { cellAt, type InternalCell } from "./emulator-internals.ts";

/** Foreground, background and attributes, as in a run. */
type Style = readonly [fg: number, bg: number, attributes: number];

/** A mark alone in its cell would join the character before it, were they in one run. */
const COMBINES = /[\p{M}\p{Cf}]/u;

/**
 * The first `cols` cells of `line` as runs. Plain blanks at the end are left
 * out. A wide or composed character is a run of its own.
 */
export function rowRuns(line: IBufferLine, cols: number): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  /** The last run holds single-width, single-unit characters only, so the next such one may join it. */
  let open = false;
  let cell: InternalCell | undefined;
  let style: Style = [RunColor.DEFAULT, RunColor.DEFAULT, 0];
  /** The packed cell that `style` was read from: most cells are like the one before. */
  let [packedFg, packedBg] = [0, 0];
  for (let x = 0; x < cols;) {
    cell = cellAt(line, x, cell);
    if (!cell) break;
    // Half of a wide character can stand alone: the second half (a blank), or the first half at the margin. It is one cell wide.
    const width = Math.min(Math.max(1, cell.getWidth()), cols - x);
    x += width;
    const chars = cell.getChars() || " ";
    if (cell.fg !== packedFg || cell.bg !== packedBg || cell.bg & Bg.HAS_EXTENDED) {
      [packedFg, packedBg] = [cell.fg, cell.bg];
      style = styleOf(cell);
    }
    const [fg, bg, attributes] = style;
    const single = chars.length === 1 && width === 1 && !COMBINES.test(chars);
    if (last && single && open && last[1] === fg && last[2] === bg && last[3] === attributes) {
      last[0] += chars;
      last[4] += 1;
    } else {
      last = [chars, fg, bg, attributes, width];
      open = single;
      runs.push(last);
    }
  }
  return trimmed(runs);
}

/** Whether two rows of runs look the same. */
export function sameRuns(a: readonly Run[], b: readonly Run[]): boolean {
  return a.length === b.length && a.every((run, index) => run.every((part, at) => part === b[index]?.[at]));
}

function styleOf(cell: InternalCell): Style {
  const fg = cell.isFgDefault() ? RunColor.DEFAULT : cell.isFgRGB() ? RunColor.FIRST_RGB + cell.getFgColor() : cell.getFgColor();
  const bg = cell.isBgDefault() ? RunColor.DEFAULT : cell.isBgRGB() ? RunColor.FIRST_RGB + cell.getBgColor() : cell.getBgColor();
  const attributes =
    (cell.isBold() ? CellAttribute.BOLD : 0) |
    (cell.isDim() ? CellAttribute.DIM : 0) |
    (cell.isItalic() ? CellAttribute.ITALIC : 0) |
    (cell.isUnderline() ? CellAttribute.UNDERLINE : 0) |
    (cell.isInverse() ? CellAttribute.INVERSE : 0) |
    (cell.isInvisible() ? CellAttribute.INVISIBLE : 0) |
    (cell.isStrikethrough() ? CellAttribute.STRIKETHROUGH : 0) |
    (cell.isOverline() ? CellAttribute.OVERLINE : 0);
  return [fg, bg, attributes];
}

function trimmed(runs: Run[]): Run[] {
  const last = runs.at(-1);
  if (!last || last[2] !== RunColor.DEFAULT || last[3] !== 0) return runs;
  const text = last[0].trimEnd();
  if (text === last[0]) return runs;
  // Only single-width text can end in a space, so characters count cells.
  if (text === "") return trimmed(runs.slice(0, -1));
  return [...runs.slice(0, -1), [text, last[1], last[2], last[3], text.length]];
}
