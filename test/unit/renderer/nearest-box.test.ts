import { expect, test } from "vitest";
import { nearestBox, nextBox } from "../../../renderer/commands/nearest-box.ts";

/** Two rows of three; the second row has two. */
const boxes = [0, 1, 2, 3, 4].map((index) => ({
  left: (index % 3) * 100,
  top: Math.floor(index / 3) * 80,
  width: 90,
  height: 70,
}));

test.each([
  [0, "right", 1],
  [1, "left", 0],
  [2, "right", undefined],
  [1, "down", 4],
  [2, "down", 4],
  [4, "up", 1],
  [0, "up", undefined],
  [-1, "down", 0],
] as const)("from %i %s is %o", (from, direction, to) => {
  expect(nearestBox(boxes, from, direction)).toBe(to);
});

test("there is nowhere to go in an empty grid", () => {
  expect(nearestBox([], 0, "down")).toBeUndefined();
});

test.each([
  [0, "right", 1],
  [2, "right", 3],
  [3, "left", 2],
  [4, "right", 0],
  [0, "left", 4],
  [1, "down", 4],
  [3, "down", 0],
  [4, "down", 1],
  [0, "up", 3],
  // The third column has no second row.
  [2, "up", 2],
  [2, "down", 4],
  [-1, "down", 0],
] as const)("from %i %s goes round the edges to %o", (from, direction, to) => {
  expect(nextBox(boxes, from, direction)).toBe(to);
});

test("in one column, down goes from the last to the first, and up from there to the last", () => {
  const rows = [0, 80, 160].map((top) => ({ left: 0, top, width: 90, height: 70 }));
  expect(nextBox(rows, 2, "down")).toBe(0);
  expect(nextBox(rows, 0, "up")).toBe(2);
  expect(nextBox(rows.slice(0, 1), 0, "up")).toBe(0);
});
