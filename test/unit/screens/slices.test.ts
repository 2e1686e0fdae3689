import { expect, test } from "vitest";
import { sliceAt } from "../../../electron/screens/worker/slices.ts";

function slices(text: string, length: number): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length; at += all.at(-1)?.length ?? 0) all.push(sliceAt(text, at, length));
  return all;
}

test("ordinary output is cut by its length alone", () => {
  expect(slices("\x1b[2Jabc".repeat(1000), 3000).map(({ length }) => length)).toEqual([3000, 3000, 1000]);
  expect(sliceAt("abc", 3, 10)).toBe("");
});

test.each(["\x1bc", "x\x1b#8"])("a slice has a few of %j, and all slices together are the output", (sequence) => {
  const text = sequence.repeat(1000);
  const all = slices(text, 16 * 1024);
  expect(all.join("")).toBe(text);
  expect(Math.max(...all.map(({ length }) => length / sequence.length))).toBe(32);
});
