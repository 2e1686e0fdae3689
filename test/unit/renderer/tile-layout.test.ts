import { expect, test } from "vitest";
import { firstVisibleRow, layoutTile } from "../../../renderer/tiles/tile-layout.ts";

const SPACE = { width: 362, height: 214 };

test("a narrow screen is shown whole across, in type of at least 8 px", () => {
  const { mode, fontSize, visibleCols } = layoutTile({ cols: 66, rows: 24 }, SPACE);
  expect(mode).toBe("fit");
  expect(fontSize).toBeGreaterThanOrEqual(8);
  expect(visibleCols).toBe(66);
});

test("a screen whose type would fall below 8 px shows its tail in natural type", () => {
  const { mode, fontSize, visibleCols } = layoutTile({ cols: 120, rows: 40 }, SPACE);
  expect(mode).toBe("tail");
  expect(fontSize).toBe(11);
  expect(visibleCols).toBeLessThan(120);
});

test("type is never larger than in a live terminal, however few the columns", () => {
  expect(layoutTile({ cols: 10, rows: 4 }, { width: 900, height: 400 }).fontSize).toBe(13);
});

test("no more rows than the screen has, and at least one", () => {
  expect(layoutTile({ cols: 40, rows: 3 }, SPACE).visibleRows).toBe(3);
  expect(layoutTile({ cols: 40, rows: 3 }, { width: 100, height: 4 }).visibleRows).toBe(1);
});

test.each([
  { what: "what fits is shown from the top", cursorRow: 5, lastUsedRow: 5, expected: 0 },
  { what: "a shell at the bottom shows its last rows", cursorRow: 23, lastUsedRow: 23, expected: 8 },
  { what: "output below the cursor stays in sight", cursorRow: 14, lastUsedRow: 20, expected: 5 },
  { what: "a cursor far above the last line wins, in the middle", cursorRow: 2, lastUsedRow: 23, expected: 0 },
  { what: "a cursor in the middle of a full screen is in the middle", cursorRow: 7, lastUsedRow: 23, expected: 0 },
])("$what", ({ cursorRow, lastUsedRow, expected }) => {
  const first = firstVisibleRow({ rows: 24, visibleRows: 16, cursorRow, lastUsedRow });
  expect(first).toBe(expected);
  expect(cursorRow).toBeGreaterThanOrEqual(first);
  expect(cursorRow).toBeLessThan(first + 16);
});
