import { expect, test } from "vitest";
import { linesWithin } from "../../../shared/lines-within.ts";

const BYTES = 256 * 1024;
const ALL = 1_000_000;
const numbers = Array.from({ length: 100_000 }, (_, index) => String(index));

test("what there is room for is kept", () => {
  for (const lines of [[""], ["a", "b"], ["x".repeat(BYTES)]]) {
    expect(linesWithin(lines, { lines: ALL, bytes: BYTES })).toEqual({ texts: lines, whole: lines.length });
  }
});

test.each([false, true])("no more lines than are wanted, and no part of another (the first ones are wanted: %s)", (isFirst) => {
  const kept = linesWithin(numbers, { lines: 3, bytes: BYTES, isFirst });
  expect(kept).toEqual({ texts: isFirst ? ["0", "1", "2"] : ["99997", "99998", "99999"], whole: 3 });
});

test.each([false, true])("whole lines are left out, and counted (the first ones are wanted: %s)", (isFirst) => {
  const { texts, whole } = linesWithin(numbers, { lines: ALL, bytes: BYTES, isFirst });
  const text = texts.join("\n");
  expect(text.length).toBeGreaterThan(BYTES - 10);
  expect(text.length).toBeLessThanOrEqual(BYTES);
  expect(texts).toEqual(isFirst ? numbers.slice(0, whole) : numbers.slice(-whole));
});

test.each([false, true])("of a line that is too long, a part is told beside short ones (the first are wanted: %s)", (isFirst) => {
  const long = "x".repeat(2 * BYTES);
  const { texts, whole } = linesWithin(isFirst ? ["short", long] : [long, "$ "], { lines: ALL, bytes: BYTES, isFirst });
  const text = texts.join("\n");
  expect(whole).toBe(1);
  expect(text.length).toBeGreaterThan(8000);
  expect(text.length).toBeLessThan(9000);
  expect(text).toMatch(isFirst ? /^short\nx+…$/ : /^…x+\n\$ $/);
});

test.each([false, true])(
  "of one line that is too long, a part is left, without half a character (the first is wanted: %s)",
  (isFirst) => {
    const { texts, whole } = linesWithin([`x${"🙂".repeat(BYTES)}x`], { lines: ALL, bytes: BYTES, isFirst });
    const text = texts.join("\n");
    expect(whole).toBe(0);
    expect(Buffer.byteLength(text)).toBeGreaterThan(BYTES - 4);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BYTES);
    expect(Buffer.from(text).toString()).toBe(text);
  },
);

test.each([false, true])("the room is counted with the line ends between the lines (the first is wanted: %s)", (isFirst) => {
  const kept = linesWithin(["a", "bcdefghijk", "l"], { lines: ALL, bytes: 10, isFirst });
  expect(kept).toEqual({ texts: isFirst ? ["a", "bcdef…"] : ["…ghijk", "l"], whole: 1 });
  const all = ["abc", "def", "ghi"];
  expect(linesWithin(all, { lines: ALL, bytes: 8, isFirst })).toEqual({
    texts: isFirst ? ["abc", "def"] : ["def", "ghi"],
    whole: 2,
  });
});
