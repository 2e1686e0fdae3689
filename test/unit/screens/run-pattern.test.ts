import { describe, expect, test } from "vitest";
import { maxSteps } from "../../../electron/screens/worker/pattern-cost.ts";
import { PatternTooSlow, runPattern } from "../../../electron/screens/worker/run-pattern.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import { Random, rounds } from "../../support/random.ts";
import { lastLines } from "../../support/text-limit.ts";

const LONG_LINE = `${"a".repeat(3000)}!`;
/** Far above what the two tries take, far below what these patterns take without a budget: minutes and more. */
const SOON_MS = 1500;
const ORDINARY_STEPS = 4_000_000;

function exec(source: string, text: string, flags = "m"): RegExpExecArray | null {
  const pattern = new RegExp(source, flags);
  return runPattern(pattern, text, () => pattern.exec(text));
}

describe("A4 a pattern that backtracks without end", () => {
  test.each([
    ["(a+)+$", "m"],
    ["(a|aa)+$", "m"],
    ["(a|a)*b", "im"],
    ["(?:\\p{L}+)+\\d", "mu"],
    [".*.*.*=x", "m"],
    ["a*a*a*a*b", "m"],
    ["(?=(a+)+$)x", "m"],
    ["(a+)\\1+\\1+b", "m"],
    ["(?:a?){40}b", "m"],
    [`${"(?:a|a)".repeat(40)}b`, "m"],
    [`${"a?".repeat(40)}${"a".repeat(40)}b`, "m"],
    [`${"(?:a|)".repeat(30)}${"a".repeat(40)}b`, "m"],
    [`${"a{0,2}".repeat(30)}${"a".repeat(40)}b`, "mi"],
  ])("%s is given up soon", (source, flags) => {
    const before = performance.now();
    expect(() => exec(source, LONG_LINE, flags)).toThrow(PatternTooSlow);
    expect(performance.now() - before).toBeLessThan(SOON_MS);
  });

  test("is refused at once when it comes again", () => {
    expect(() => exec("(a+a+)+$", LONG_LINE)).toThrow(PatternTooSlow);
    let runs = 0;
    const again = /(a+a+)+$/m;
    expect(() => runPattern(again, LONG_LINE, () => runs++)).toThrow(PatternTooSlow);
    expect(runs).toBe(0);
  });

  test("ends its own wait, with words, and no other", () => {
    using screen = new Screen({ cols: 80, rows: 24 });
    screen.waits.start(1, { reader: "bad", typed: "", pattern: "(a+)+b$" });
    screen.waits.start(2, { reader: "good", typed: "", pattern: "done \\d+" });
    const before = performance.now();
    const found = screen.write(`${LONG_LINE}\r\ndone 1\r\n`);
    expect(performance.now() - before).toBeLessThan(SOON_MS);
    expect(found).toEqual([{ wait: 2, match: "done 1" }]);
    expect(screen.waits.takeTooSlow()).toEqual([{ wait: 1, message: expect.stringContaining("takes too long") as string }]);
    expect(screen.waits.takeTooSlow()).toEqual([]);
    expect(screen.waits.end(1, { reader: "bad", limit: lastLines(5) }).text).toContain("done 1");
  });
});

describe("an ordinary pattern", () => {
  const page = Array.from({ length: 40 }, (_, n) => `${n} ${"some words of output ".repeat(3)}`).join("\n");

  test.each([
    "\\$ $",
    ">>> $",
    "tick \\d+$",
    "(gdb) $",
    "^error: .*$",
    "(?:ok|failed)",
    "[Y/n] ?$",
    "\\[\\d+/12\\]",
    "Successfully rebased",
  ])("%s needs no watch on a page of output", (source) =>
    expect(maxSteps(compilePattern(source), page)).toBeLessThan(ORDINARY_STEPS),
  );

  test.each([
    ["done.*\\d+ in .*s$", "done: 12 in 3s"],
    ["(?:\\w+ )+end$", "all is well that has an end"],
    ["(\\w+) \\1", "the the"],
  ])("%s finds what it should under a watch", (source, text) => {
    expect(exec(source, `${page}\n${text}`)?.[0]).toBe(text);
  });
});

test("an honest pattern gets its processor time, also when the thread has waited for a processor through two tries", () => {
  let tries = 0;
  const slow = /(?:\w+ )+end$/m;
  const text = "some words of output ".repeat(200);
  const found = runPattern(slow, text, () => {
    tries += 1;
    // A thread that sleeps uses no processor, as one does that is not let run.
    if (tries <= 2) for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return "found";
  });
  expect([found, tries]).toEqual(["found", 3]);
});

test("whatever the pattern, the result is JavaScript's own, or none within the budget", () => {
  const random = new Random(4021);
  const atom = (): string => random.pick(["a", "b", ".", "\\d", "\\s", "[^a]", "[ab]", "\\b", "$", "^", "\\n", "\\)", "x\\1"]);
  const source = (depth: number): string => {
    if (depth === 0) return atom();
    const [one, other] = [source(depth - 1), source(depth - 1)];
    return random.pick([
      `${one}${other}`,
      `(${one}|${other})`,
      `(${one})${random.pick(["*", "+", "?", "{2,3}", "*?"])}`,
      `${atom()}${random.pick(["*", "+?", "?", "{3}"])}${one}`,
      `(?:${one})`,
      `(?=${one})${other}`,
    ]);
  };
  for (let round = 0; round < rounds(2000); round++) {
    let pattern: RegExp;
    try {
      pattern = compilePattern(source(random.int(1, 3)));
    } catch {
      continue;
    }
    const text = Array.from({ length: random.int(0, 30) }, () => random.pick(["a", "b", "1", " ", "\n", "x", ")"])).join("");
    expect(
      runPattern(pattern, text, () => pattern.exec(text)),
      String(pattern),
    ).toEqual(pattern.exec(text));
    const before = performance.now();
    try {
      runPattern(pattern, LONG_LINE, () => pattern.exec(LONG_LINE));
    } catch (error) {
      expect(error).toBeInstanceOf(PatternTooSlow);
    }
    expect(performance.now() - before, String(pattern)).toBeLessThan(SOON_MS);
  }
});
