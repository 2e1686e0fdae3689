import { expect, test } from "vitest";
import { inputParts } from "../../../electron/mcp/tool-input.ts";

test("text, keys, click and Enter, in this order", () => {
  expect(inputParts({ data: "ls", keys: ["C-c", "Up"], click: { row: 2, col: 3 }, submit: true })).toEqual([
    { text: "ls" },
    { key: "C-c" },
    { key: "Up" },
    { click: { row: 2, col: 3 } },
    { key: "Enter" },
  ]);
});

test("what models send instead: one key, a label as it is, numbers as strings", () => {
  expect(inputParts({ keys: "Enter" })).toEqual([{ key: "Enter" }]);
  expect(inputParts({ click: "Quit" })).toEqual([{ click: { text: "Quit" } }]);
  expect(inputParts({ click: { row: "2", col: 3, button: "right" } })).toEqual([{ click: { row: 2, col: 3, button: "right" } }]);
});

test("control characters in data are typed, as terminalcp does it", () => {
  expect(inputParts({ data: "\x03\x1b[A" })).toEqual([{ text: "\x03\x1b[A" }]);
});

test("nothing is not the same as nothing to type", () => {
  expect(inputParts({ id: "x" })).toBeUndefined();
  expect(inputParts({ data: "" })).toEqual([]);
});

test.each([
  [{ data: 5 }, "data must be a string"],
  [{ keys: [5] }, "keys must be a list of key names"],
  [{ click: {} }, "click.row must be a whole number from 1"],
  [{ click: { row: 0, col: 1 } }, "click.row must be a whole number from 1"],
  [{ click: { row: 1, col: 1, button: "third" } }, "click.button must be one of left"],
  [{ click: { row: 1, col: 1, text: "x" } }, "click must be"],
  [{ click: 5 }, "click must be"],
])("%j is refused: %s", (raw, message) => {
  expect(() => inputParts(raw)).toThrow(message);
});
