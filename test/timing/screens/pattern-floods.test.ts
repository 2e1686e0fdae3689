/** Floods of one sequence, while a pattern is waited for: each character must not be the beginning of a look at all that follows. */
import { expect, test } from "vitest";
import { PassingText } from "../../../electron/screens/worker/passing-text.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import { FLOODS } from "../../fuzz/streams.ts";

const LENGTH = 300_000;
/** All floods take a second or two. With each character as a beginning, one of them takes half a minute. */
const WITHIN_MS = 10_000;

test.each([
  ["\\d+ a", ""],
  ["made", ""],
  ["2 passed", ""],
  ["a  b c", "a"],
  ["n(?= )", ""],
])("T2 while %s is waited for", (source, before) => {
  const began = performance.now();
  for (const piece of [...FLOODS, "\x1b]", "\x1b]0;a", "\x1bP", "\x1b[1;2", "\x1b[m  "]) {
    const passing = new PassingText(compilePattern(source));
    passing.stops(before + piece.repeat(LENGTH / piece.length));
    expect(performance.now() - began, JSON.stringify(piece)).toBeLessThan(WITHIN_MS);
  }
});
