/** Where output is not made text of, its text must have no match. */
import { describe, expect, test } from "vitest";
import { PassingText } from "../../../electron/screens/worker/passing-text.ts";
import { compilePattern } from "../../../shared/patterns.ts";
import { Random, rounds } from "../../support/random.ts";

/** Nothing is known of an alternative that never matches: output is always made text of. */
const always = (source: string): string => `${source}|(?!)`;
const passing = (source: string): PassingText => new PassingText(compilePattern(source));
/** Longer than what is made text of at once. */
const HAY = "some hay \x1b[1m and more\x1b[m\x1b[4;1H\r\n".repeat(400);

const SOURCES = [
  "needle",
  "nee?dle in|lost",
  "a needle",
  "needle\\n",
  "^needle$",
  "in\\s+needle",
  "x{2,}y",
  "é-needle\\.",
  "(?i)A NEEDle",
  "needle ",
  "in  needle (?:lost)?",
];
const BETWEEN = [
  "\t",
  "\x1b[1m",
  "\x1b[38;5;1m",
  "\x1b[?25l",
  "\x1b[C",
  "\x1b[2C",
  "\x1b[4;1H",
  "\x1b(B",
  "\x1b[K",
  "\x1b[0 q",
  "\x1b]0;title\x07",
  "\x1b]8;;x\x1b\\",
  "\x1b[3\x08m",
  "\x9b1m",
  "\x00",
  "\x1bM",
  "\x1b7",
  "\x18",
];

describe("output without what every match has is not made text of", () => {
  test.each(BETWEEN)("a match with %j in it is found", (between) => {
    const isBlank = /\x1b\[2?C|\t/.test(between);
    const endsLine = /\x1b\[4;1H|\x1bM/.test(between);
    const source = isBlank ? "nee dle" : endsLine ? "nee\\ndle" : "needle";
    const [before, match] = [HAY, `nee${between}dle`];
    expect(passing(source).stops(before + match + HAY)).toEqual([before.length + match.length]);
    const cut = passing(source);
    expect([...cut.stops(before + match.slice(0, 3)), ...cut.stops(match.slice(3) + HAY)]).toEqual([match.length - 3]);
  });

  test.each([
    ["never (comes|came)", "ne\x1b[mversion\x1b[1m 2"],
    ["a needle", "an\x1b[meedle"],
    ["a needle", "aneedle"],
  ])("%s: a word of it that goes on is none", (source, output) => {
    expect(passing(source).mayFind(HAY + output + HAY)).toBe(false);
  });

  test("whatever stands in it, and wherever it is cut", () => {
    let found = 0;
    for (let seed = 1; seed <= rounds(3000); seed++) {
      const random = new Random(seed);
      const source = random.pick(SOURCES);
      const word = (): string => {
        const text = random.pick(["needle", "a needle", "in needle", "in  needle ", "lost", "xxy", "é-needle.", "nedle in"]);
        const cut = random.int(0, text.length);
        return text.slice(0, cut) + (random.chance(0.7) ? random.pick(BETWEEN) : "") + text.slice(cut);
      };
      const part = (): string => {
        if (random.chance(0.5)) return HAY.slice(0, random.int(0, HAY.length));
        return random.chance(0.3) ? word() : random.pick(["\r\n", "\r", "\n", "\t", ...BETWEEN, "n", "nee", "y"]);
      };
      const text = Array.from({ length: random.int(1, 20) }, part).join("");
      const [quick, slow] = [passing(source), passing(always(source))];
      for (const chunk of random.chunks(text, 1, random.pick([5000, 20_000, 80_000]))) {
        const stops = slow.stops(chunk);
        found += stops.length;
        expect(quick.stops(chunk), `seed ${seed}`).toEqual(stops);
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  test("a program cannot make looking for it slow", () => {
    for (const piece of ["n\x1b[1m", "n\x1b", "\x1b", "\x1b[", "ne\x00", "n", "\x1b]", "n\x1b[0;"]) {
      const output = piece.repeat(60_000 / piece.length);
      const began = performance.now();
      for (const source of ["n".repeat(30), "needle", "n n n n n n n n"]) passing(source).mayFind(output);
      expect(performance.now() - began, JSON.stringify(piece)).toBeLessThan(500);
    }
  });
});
