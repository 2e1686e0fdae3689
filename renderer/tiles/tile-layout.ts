/**
 * How a screen is shown in the space of a tile. If the type stays legible, all
 * columns are shown (`fit`); otherwise the part around the cursor, in larger type
 * (`tail`). Pure.
 */
import type { Size } from "../../shared/protocol.ts";

/** The width of a cell, as a share of its type size: 600 of 1000 units in the bundled face. */
export const CELL_ASPECT = 0.6;
/** The same as in live terminals, so that a tile looks like the terminal that it stands for. */
const LINE_HEIGHT = 1.2;
/** Text in smaller type, in CSS pixels, cannot be read. */
const SMALLEST_TYPE = 8;
const TAIL_TYPE = 11;
const LARGEST_TYPE = 13;
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

/**
 * The layout of a screen of `size` in a tile of this `space`. Only the width
 * decides on the mode, because lines are read across. Rows that do not fit in
 * height are left out in both modes.
 */
export function layoutTile(size: Size, space: { readonly width: number; readonly height: number }): Metrics {
  const { width, height } = space;
  const fitting = Math.min(LARGEST_TYPE, (width - 2 * PADDING) / size.cols / CELL_ASPECT);
  const mode = fitting >= SMALLEST_TYPE ? "fit" : "tail";
  const fontSize = mode === "fit" ? fitting : TAIL_TYPE;
  const cellWidth = fontSize * CELL_ASPECT;
  const cellHeight = Math.round(fontSize * LINE_HEIGHT);
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
