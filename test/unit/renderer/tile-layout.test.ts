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

test("type is never under 11 px while the longest line leaves space", () => {
  const size = { cols: 80, rows: 24 };
  const type = (usedCols: number): number => layoutTile(size, { width: 400, height: 210 }, usedCols).fontSize;
  expect(type(0)).toBe(13);
  expect(type(49)).toBe(13);
  expect(type(50)).toBe(12);
  expect(type(58)).toBe(11);
  expect(type(59)).toBe(8);
  expect(type(80)).toBe(8);
});

test("a line that is too long for legible type leaves the others in 11 px", () => {
  const size = { cols: 200, rows: 50 };
  expect(layoutTile(size, SPACE, 40)).toMatchObject({ mode: "fit", fontSize: 13 });
  expect(layoutTile(size, SPACE, 180)).toMatchObject({ mode: "tail", fontSize: 11 });
});

test("a screen grows with its tile in both directions, and loses neither rows nor columns", () => {
  for (const [width, height] of [
    [900, 700],
    [1636, 940],
    [3556, 2020],
    [640, 2000],
  ] as const) {
    const size = { cols: 80, rows: 24 };
    const { fontSize, visibleRows, visibleCols, cellWidth, cellHeight } = layoutTile(size, { width, height });
    expect({ visibleRows, visibleCols }).toEqual({ visibleRows: 24, visibleCols: 80 });
    const filled = Math.max((80 * cellWidth) / width, (24 * cellHeight) / height);
    expect(filled).toBeGreaterThan(0.9);
    expect(fontSize).toBeGreaterThanOrEqual(11);
  }
});

test("type is that of a live terminal where the whole screen does not fit in larger type", () => {
  expect(layoutTile({ cols: 10, rows: 40 }, { width: 900, height: 400 }).fontSize).toBe(13);
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
