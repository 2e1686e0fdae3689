/** How many tiles stand side by side in the grid, and how tall they are. Pure. */
import type { Size } from "../../shared/protocol.ts";
import { wholeScreenType } from "./tile-layout.ts";

export const GRID_GAP = 10;
/** The header of a tile and its border: what its picture does not get. */
const HEADER_HEIGHT = 54;
/** The line above the tiles of a group, with the gap below it. */
const GROUP_LINE_HEIGHT = 34;

/** The smallest tile, in CSS pixels. */
export const SMALLEST_TILE = {
  comfort: { width: 360, height: 264 },
  compact: { width: 300, height: 200 },
} as const;

/** Where tiles scroll, they give up this share of their height if one more row of them is then whole. */
const LEAST_SHARE = 0.85;

export type GridSpace = { readonly width: number; readonly height: number };
export type GridLayout = { readonly columns: number; readonly rowHeight: number };

type Grid = {
  /** The number of tiles in each group; one number when there are no groups. */
  readonly groups: readonly number[];
  readonly space: GridSpace;
  readonly density: keyof typeof SMALLEST_TILE;
  /** The size that most screens have, in cells. */
  readonly screen: Size;
};

/**
 * The layout that shows `groups` in the largest type without scrolling. If the
 * tiles do not all fit, about the smallest tiles, so tall that whole rows of them
 * fill the space.
 */
export function layoutGrid({ groups, space, density, screen }: Grid): GridLayout {
  const smallest = SMALLEST_TILE[density];
  const most = Math.max(1, Math.floor((space.width + GRID_GAP) / (smallest.width + GRID_GAP)));
  let best: (GridLayout & { readonly type: number }) | undefined;
  for (let columns = 1; columns <= most; columns++) {
    const width = (space.width + GRID_GAP) / columns - GRID_GAP;
    const rowHeight = heightOfRows(groups, columns, space.height);
    if (rowHeight < smallest.height) continue;
    const type = wholeScreenType(screen, { width, height: rowHeight - HEADER_HEIGHT });
    if (!best || type > best.type) best = { columns, rowHeight, type };
  }
  if (best) return { columns: best.columns, rowHeight: best.rowHeight };
  const leastHeight = smallest.height * LEAST_SHARE;
  const rowsInSight = Math.max(1, Math.floor((space.height + GRID_GAP) / (leastHeight + GRID_GAP)));
  const filling = Math.floor((space.height + GRID_GAP) / rowsInSight - GRID_GAP);
  return { columns: most, rowHeight: Math.max(Math.ceil(leastHeight), filling) };
}

/** The height of a row when all rows of all groups share the space. */
function heightOfRows(groups: readonly number[], columns: number, height: number): number {
  const rows = groups.reduce((sum, count) => sum + Math.ceil(count / columns), 0);
  const lines = groups.length > 1 ? groups.length * GROUP_LINE_HEIGHT : 0;
  return Math.floor((height - lines + GRID_GAP) / Math.max(1, rows) - GRID_GAP);
}

/** The size in the middle of all sizes: one odd screen does not change the grid. */
export function usualSize(sizes: readonly Size[]): Size {
  const middle = (values: number[], fallback: number): number => values.sort((a, b) => a - b)[values.length >> 1] ?? fallback;
  return {
    cols: middle(
      sizes.map(({ cols }) => cols),
      80,
    ),
    rows: middle(
      sizes.map(({ rows }) => rows),
      24,
    ),
  };
}
