/** Where a pattern is not run at all, it must have no match. */
import { describe, expect, test } from "vitest";
import { mayMatch, mayMatchWords } from "../../../electron/screens/worker/required-text.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import { Random, rounds } from "../../support/random.ts";

describe("a text without a word that every match has is not searched", () => {
  test.each([
    ["never (comes|came) \\d+", "never came 1", "it comes 1"],
    ["^BUILD (SUCCESS|FAILED)$", "BUILD FAILED", "BUILT"],
    ["passed|failed", "3 failed", "3 skipped"],
    ["(?:done|(?<how>gave) up) in", "gave up in", "give up in"],
    ["\\d+ tests? passed", "1 test passed", "1 test failed"],
    ["(?=E)Error: .*", "Error: ", "Err: "],
    ["gdb\\) $", "(gdb) ", "gdb"],
    ["ab+c*de", "abbde", "ade"],
    ["fini[sz]hed", "finished", "shed"],
    ["(?i)Fini[sz]hed task", "FINI\u017fHED TA\u017f\u212a", "fini"],
    ["über\\x41\\u0042", "überAB", "ubrAB"],
  ])("%s", (source, matching, other) => {
    const pattern = compilePattern(source);
    expect(pattern.test(matching), "the example is one").toBe(true);
    expect(mayMatch(pattern, matching)).toBe(true);
    expect(mayMatch(pattern, other)).toBe(false);
  });
});

test.each(["(?i)größe", "\\d+", "a*", "(a|)b?", "x|\\w", "(?:ab){0,2}", "[ab]", "", "(?!no)\\S", "a".repeat(2000)])(
  "nothing is known of %s",
  (source) => expect(mayMatch(compilePattern(source), "")).toBe(true),
);

const ATOMS = [
  "a",
  "b",
  "ab",
  "-",
  "\\-",
  "\\.",
  "é",
  "[ab]",
  ".",
  "\\w",
  "\\x61",
  "\\u{62}",
  "\\b",
  "^",
  "$",
  "(?=a)",
  "(?!b)",
  "🚀",
];
const QUANTIFIERS = ["", "", "", "+", "*", "?", "{0}", "{1,2}", "{0,3}?", "+?", "{2", "{,2}"];

function randomSource(random: Random, depth: number): string {
  const alternatives = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => {
    const parts = Array.from({ length: random.int(0, 4) }, () => {
      const open = random.pick(["(", "(?:", "(?<n>", "(?<=", "(?<!", "(?i:"]);
      const atom = depth > 0 && random.chance(0.3) ? `${open}${randomSource(random, depth - 1)})` : random.pick(ATOMS);
      return atom + random.pick(QUANTIFIERS);
    });
    return parts.join("");
  });
  return alternatives.join("|");
}

test("what matches may match", () => {
  let rejected = 0;
  let matched = 0;
  for (let seed = 1; seed <= rounds(100_000); seed++) {
    const random = new Random(seed);
    const source = (random.chance(0.2) ? "(?i)" : "") + randomSource(random, 2);
    let pattern: RegExp;
    try {
      pattern = compilePattern(source);
    } catch {
      continue;
    }
    const text = Array.from({ length: random.int(0, 8) }, () =>
      random.pick(["a", "b", "ab", "A", "-", ".", "é", "🚀", "{2", "{,2}", "u"]),
    ).join("");
    const isMatch = pattern.test(text);
    if (isMatch) matched++;
    if (!mayMatch(pattern, text)) rejected++;
    if (isMatch) expect(mayMatch(pattern, text), `${source} in ${text}`).toBe(true);
    if (isMatch) expect(mayMatchWords(pattern, text.replaceAll(" ", "x")), `words of ${source} in ${text}`).toBe(true);
  }
  expect(Math.min(matched, rejected), "both happen").toBeGreaterThan(rounds(5000));
});
