/**
 * How a screen is shown in the space of a tile. If the type stays legible, whole
 * lines are shown (`fit`); otherwise the part around the cursor, in larger type
 * (`tail`). Pure.
 */
import { CELL_ASPECT } from "../../shared/cell-aspect.ts";
import type { Size } from "../../shared/protocol.ts";

/** The same as in live terminals, so that a tile looks like the terminal that it stands for. */
const LINE_HEIGHT = 1.2;
/** Text in smaller type, in CSS pixels, cannot be read. */
const SMALLEST_TYPE = 8;
/** Type is smaller than this only where the lines would not fit otherwise. */
const TAIL_TYPE = 11;
/** The type of live terminals. It is larger only where the whole screen is shown and space is left. */
const NATURAL_TYPE = 13;
/** The steps in which type gets smaller as lines get longer. With fewer of them, it changes less often. */
const TYPE_STEPS = [NATURAL_TYPE, 12, TAIL_TYPE] as const;
const PADDING = 8;

/** Where the painter puts things, in CSS pixels. */
export type Metrics = {
  readonly mode: "fit" | "tail";
  readonly fontSize: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** From the top of a row to the line on which its letters stand. */
  readonly baseline: number;
  readonly padding: number;
  readonly width: number;
  readonly height: number;
  /** How many rows and columns there is room for. */
  readonly visibleRows: number;
  readonly visibleCols: number;
};

type TileSpace = { readonly width: number; readonly height: number };

/** The largest type in which a screen of `size` is shown whole in `space`. */
export function wholeScreenType(size: Size, space: TileSpace): number {
  return Math.min(widthType(size.cols, space), (space.height - 2 * PADDING) / size.rows / LINE_HEIGHT);
}

/** The same in whole pixels, and no row is lost because each is a whole number of pixels tall. */
function filledType(size: Size, space: TileSpace): number {
  const type = Math.floor(wholeScreenType(size, space));
  return cellHeightOf(type) * size.rows + PADDING <= space.height ? type : type - 1;
}

function cellHeightOf(type: number): number {
  return Math.round(type * LINE_HEIGHT);
}

/** The largest type in which `cols` columns fit into the width. */
function widthType(cols: number, { width }: TileSpace): number {
  return (width - 2 * PADDING) / cols / CELL_ASPECT;
}

/**
 * The layout of a screen of `size` in a tile of this `space`. `usedCols` is the
 * length of the longest line, which decides on the type: blanks to the right of
 * all lines make none of them smaller. Where the whole screen fits in larger type
 * than a live terminal's, it gets that. Rows that do not fit in height are left out.
 */
export function layoutTile(size: Size, space: TileSpace, usedCols = size.cols): Metrics {
  const { width, height } = space;
  const { mode, fontSize } = typeFor(size, space, usedCols);
  const cellWidth = fontSize * CELL_ASPECT;
  const cellHeight = cellHeightOf(fontSize);
  return {
    mode,
    fontSize,
    cellWidth,
    cellHeight,
    baseline: cellHeight * 0.78,
    padding: PADDING,
    width,
    height,
    visibleRows: Math.max(1, Math.min(size.rows, Math.floor((height - PADDING) / cellHeight))),
    visibleCols: Math.min(size.cols, Math.ceil((width - PADDING) / cellWidth)),
  };
}

function typeFor(size: Size, space: TileSpace, usedCols: number): Pick<Metrics, "mode" | "fontSize"> {
  const whole = filledType(size, space);
  if (whole >= NATURAL_TYPE) return { mode: "fit", fontSize: whole };
  const longest = widthType(Math.max(1, usedCols), space);
  const step = TYPE_STEPS.find((type) => type <= longest);
  if (step !== undefined) return { mode: "fit", fontSize: step };
  const fitting = widthType(size.cols, space);
  return fitting >= SMALLEST_TYPE ? { mode: "fit", fontSize: fitting } : { mode: "tail", fontSize: TAIL_TYPE };
}

/** The first row that is shown. The last row in use is at the bottom, unless the cursor would then be out of sight. */
export function firstVisibleRow(options: {
  readonly rows: number;
  readonly visibleRows: number;
  readonly cursorRow: number;
  readonly lastUsedRow: number;
}): number {
  const { rows, visibleRows, cursorRow, lastUsedRow } = options;
  const highest = Math.max(0, rows - visibleRows);
  const bottom = Math.max(cursorRow, lastUsedRow);
  const first = bottom - visibleRows + 1;
  // In a full-screen program the cursor can be above the rows shown: then its row is put in the middle.
  const wanted = cursorRow < first ? cursorRow - Math.floor(visibleRows / 2) : first;
  return Math.min(highest, Math.max(0, wanted));
}
