import { expect, test } from "vitest";
import { nearestBox } from "../../../renderer/commands/nearest-box.ts";

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
