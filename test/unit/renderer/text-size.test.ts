import { expect, test } from "vitest";
import { nextTextSize, sizeThatFits } from "../../../renderer/terminal/fit-font.ts";

test("the next text size is one of those to choose from, whatever the type is now, and there is an end", () => {
  expect(nextTextSize(13.75, 1)).toBe(14);
  expect(nextTextSize(13.75, -1)).toBe(13);
  expect(nextTextSize(64, 1)).toBe(64);
  expect(nextTextSize(6, -1)).toBe(6);
});

test("a space has as many cells as its type leaves room for, within what a terminal may have", () => {
  const space = { clientWidth: 780, clientHeight: 540 };
  const cell = { width: 0.6, height: 1.32 };
  expect(sizeThatFits(space, 0, cell)).toEqual({ cols: 100, rows: 30 });
  expect(sizeThatFits(space, 20, cell)).toEqual({ cols: 65, rows: 20 });
  expect(sizeThatFits(space, 20, { width: 0.5, height: 1.2 })).toEqual({ cols: 78, rows: 22 });
  expect(sizeThatFits({ clientWidth: 0, clientHeight: 0 }, 0, cell)).toEqual({ cols: 20, rows: 5 });
});
