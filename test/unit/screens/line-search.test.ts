import { expect, test } from "vitest";
import { LineSearch } from "../../../electron/screens/worker/line-search.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import { searchLines } from "../../../shared/read-results.ts";

function search(text: string, pattern: string, options: { context?: number; limit?: number; from?: number } = {}) {
  const lineSearch = new LineSearch({ pattern, context: 0, limit: 100, from: 1, ...options });
  // In pieces, as it comes.
  for (let at = 0; at < text.length; at += 3) lineSearch.take(text.slice(at, at + 3));
  return lineSearch.result(true);
}

const LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten";

test("lines with their numbers, the last one without its end, too", () => {
  expect(searchLines(search(LINES, "^t"))).toEqual(["2:two", "3:three", "10:ten"]);
  expect(search(LINES, "^t")).toMatchObject({ matches: 3, more: 0, totalLines: 10, isComplete: true });
});

test("context as grep shows it: once, and with a gap between groups", () => {
  expect(searchLines(search(LINES, "two|four|nine", { context: 1 }))).toEqual([
    ...["1-one", "2:two", "3-three", "4:four", "5-five"],
    ...["--", "8-eight", "9:nine", "10-ten"],
  ]);
});

test("what is over the limit is counted, and the next search goes on after the last match", () => {
  const first = search(LINES, "e", { limit: 2 });
  expect(searchLines(first)).toEqual(["1:one", "3:three"]);
  expect(first.more).toBe(5);
  expect(searchLines(search(LINES, "e", { limit: 2, from: 4 }))).toEqual(["5:five", "7:seven"]);
});

test("(?i) ignores case; an invalid pattern is refused", () => {
  expect(search("Error\nERROR\n", "(?i)error").matches).toBe(2);
  expect(search("Error\nERROR\n", "error").matches).toBe(0);
  expect(() => compilePattern("(")).toThrow(SyntaxError);
});

test("of a long line the part around the match is shown", () => {
  const [[, text] = [0, ""]] = search(`${"x".repeat(5000)}needle${"y".repeat(5000)}`, "needle").lines;
  expect(text).toMatch(/^\u2026x+needley+\u2026$/);
  expect(text).toHaveLength(1002);
});

test("an answer stays within its size, however much matches", () => {
  const { lines, matches, more } = search(`${"a".repeat(900)}\n`.repeat(2000), "a", { limit: 1000 });
  expect(lines.reduce((sum, [, text]) => sum + text.length, 0)).toBeLessThan(300_000);
  expect(matches + more).toBe(2000);
});
