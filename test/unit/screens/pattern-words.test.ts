/** Where a screen is not read as people see it, because it lacks a word that every match has, there must be no match. */
import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";

const SOURCES = ["needle", "a needle", "nee  dle", "in\\s+needle", "lost|a b c", "^needle$", "needle\\n", "字 é", "ne{2}dle 1"];
const WORDS = [
  "needle",
  "a needle",
  "nee",
  "dle",
  "nee  dle",
  "in ",
  "lost",
  "a b c",
  "字",
  "字 é",
  "hay",
  "needle 1",
  "e",
  "nee\u200bdle",
  "nee\xaddle",
  "nee\u3164dle",
];
const CONTROLS = [
  "\x1b[8m",
  "\x1b[30;40m",
  "\x1b[m",
  "\x1b[m",
  "\x1b[H",
  "\x1b[3;2H",
  "\x1b[3C",
  "\x1b[2D",
  "\x1b[A",
  "\x1b[K",
  "\x1b[2J",
  "\x1b[3J",
  "\x1b[2@",
  "\x1b[P",
  "\x1b[?1049h",
  "\x1b[?1049l",
  "\u200b",
  "\u00ad",
  "\u3164",
  "\r",
  "\t",
  "\b",
];

function output(random: Random): string {
  const part = (): string => {
    if (random.chance(0.4)) return random.pick(WORDS);
    return random.chance(0.3) ? "\r\n".repeat(random.int(1, 3)) : random.pick([" ", "\r\n", ...CONTROLS]);
  };
  return Array.from({ length: random.int(1, 12) }, part).join("");
}

test("a pattern is found when one is of which no word is known", () => {
  let found = 0;
  for (let seed = 1; seed <= rounds(3000); seed++) {
    const random = new Random(seed);
    const size = { cols: random.int(4, 20), rows: random.int(2, 6) };
    const scrollback = random.pick([0, 5, 100]);
    const before = output(random);
    const typed = random.pick(["", "needle", "a "]);
    const earlier = random.chance(0.2) ? { earlier: { text: random.pick(["nee", "x\na need"]) } } : {};
    const source = random.pick(SOURCES);
    // Nothing is known of an alternative that never matches.
    const screens = [source, `${source}|(?!)`].map((pattern) => {
      const screen = new Screen(size, { scrollback });
      screen.write(before);
      screen.waits.start(1, { pattern, typed, reader: "r", ...earlier });
      return screen;
    });
    for (let piece = 0; piece < 6; piece++) {
      const text = output(random);
      const [known = [], unknown = []] = screens.map((screen) => screen.write(text));
      expect(known, `seed ${seed}`).toEqual(unknown);
      found += known.length;
    }
    for (const screen of screens) screen[Symbol.dispose]();
  }
  expect(found).toBeGreaterThan(20);
});
