/**
 * How a screen is shown in the space of a tile: whole and small where the type
 * stays legible (`fit`), else its part around the cursor in natural type
 * (`tail`). Pure.
 */
import type { Size } from "../../shared/protocol.ts";

/** Width of a cell to its type size in the bundled face (600 of 1000 units). */
export const CELL_ASPECT = 0.6;
/** As live terminals have it, so that a tile looks like the terminal it stands for. */
const LINE_HEIGHT = 1.2;
/** Below this a line is a grey bar, not text. */
const SMALLEST_TYPE = 8;
const TAIL_TYPE = 11;
const LARGEST_TYPE = 13;
const PADDING = 8;

/** Everything the painter must know about where things go, in CSS pixels. */
export type Metrics = {
  readonly mode: "fit" | "tail";
  readonly fontSize: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** From the top of a row to the line its letters stand on. */
  readonly baseline: number;
  readonly padding: number;
  readonly width: number;
  readonly height: number;
  /** Rows and columns that have room. */
  readonly visibleRows: number;
  readonly visibleCols: number;
};

/**
 * The width decides, because lines are read across: what does not fit in
 * height is shown around the cursor in either mode.
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

/** The first row shown: as much as fits above the last line in use, and always the row of the cursor. */
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
  // The cursor would be above what is shown (a full-screen program): it is put in the middle.
  const wanted = cursorRow < first ? cursorRow - Math.floor(visibleRows / 2) : first;
  return Math.min(highest, Math.max(0, wanted));
}
