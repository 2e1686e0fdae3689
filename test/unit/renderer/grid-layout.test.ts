import { expect, test } from "vitest";
import { layoutGrid, SMALLEST_TILE, usualSize } from "../../../renderer/tiles/grid-layout.ts";
import { layoutTile } from "../../../renderer/tiles/tile-layout.ts";

const SCREEN = { cols: 80, rows: 24 };
const HD = { width: 1636, height: 994 };
const FOUR_K = { width: 3556, height: 2074 };
const SMALL = { width: 616, height: 514 };

function grid(count: number, space: { width: number; height: number }): { columns: number; rowHeight: number; type: number } {
  const layout = layoutGrid({ groups: [count], space, density: "comfort", screen: SCREEN });
  const width = (space.width + 10) / layout.columns - 10;
  return { ...layout, type: layoutTile(SCREEN, { width, height: layout.rowHeight - 54 }).fontSize };
}

test("a single session fills the view", () => {
  expect(grid(1, HD)).toMatchObject({ columns: 1, rowHeight: HD.height });
  expect(grid(1, HD).type).toBeGreaterThan(30);
  expect(grid(1, FOUR_K).type).toBeGreaterThan(60);
});

test.each([2, 3, 4, 5, 6])("%i sessions leave no type under 11 px in a large window", (count) => {
  expect(grid(count, HD).type).toBeGreaterThanOrEqual(10.8);
  expect(grid(count, FOUR_K).type).toBeGreaterThanOrEqual(11);
});

test("nine sessions are three by three, and fill the height", () => {
  expect(grid(9, HD)).toMatchObject({ columns: 3, rowHeight: 324 });
});

test.each([1, 2, 3, 5, 9, 40, 200])("%i tiles never overlap, overflow sideways, or fall below their smallest size", (count) => {
  for (const space of [HD, FOUR_K, SMALL, { width: 300, height: 200 }]) {
    const { columns, rowHeight } = grid(count, space);
    expect(columns).toBeGreaterThanOrEqual(1);
    expect(rowHeight).toBeGreaterThanOrEqual(SMALLEST_TILE.comfort.height * 0.85);
    if (columns > 1) expect((space.width + 10) / columns - 10).toBeGreaterThanOrEqual(SMALLEST_TILE.comfort.width);
  }
});

test("where the tiles scroll, whole rows of them fill the view", () => {
  const { rowHeight } = grid(200, HD);
  expect((HD.height + 10) / (rowHeight + 10)).toBeCloseTo(4, 1);
  expect(grid(9, SMALL)).toMatchObject({ columns: 1, rowHeight: 252 });
});

test("each group begins its own row, under its line", () => {
  const { columns, rowHeight } = layoutGrid({ groups: [1, 1], space: HD, density: "comfort", screen: SCREEN });
  expect(columns).toBe(1);
  expect(2 * rowHeight + 2 * 34 + 10).toBeLessThanOrEqual(HD.height);
});

test("one odd screen does not change the grid", () => {
  expect(usualSize([SCREEN, SCREEN, { cols: 400, rows: 100 }])).toEqual(SCREEN);
  expect(usualSize([])).toEqual(SCREEN);
});
