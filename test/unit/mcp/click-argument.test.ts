import { expect, test } from "vitest";
import { clickOf } from "../../../electron/mcp/click-argument.ts";

test("a cell or a label, as models send them", () => {
  expect(clickOf({ row: 2, col: 3 })).toEqual({ row: 2, col: 3 });
  expect(clickOf({ row: "2", col: 3, button: "right" })).toEqual({ row: 2, col: 3, button: "right" });
  expect(clickOf({ text: "Quit" })).toEqual({ text: "Quit" });
  expect(clickOf("Quit")).toEqual({ text: "Quit" });
});

test.each([
  [{}, "click.row must be a whole number from 1"],
  [{ row: 0, col: 1 }, "click.row must be a whole number from 1"],
  [{ row: 1, col: 1001 }, "click.col must be a whole number from 1 to 1000"],
  [{ row: 1, col: 1, button: "third" }, "click.button must be one of left"],
  [{ row: 1, col: 1, text: "x" }, "click must be"],
  [{ text: "x".repeat(201) }, "click.text must be"],
  [5, "click must be"],
  [[1, 2], "click must be"],
])("%j is refused: %s", (value, message) => {
  expect(() => clickOf(value)).toThrow(message);
});
