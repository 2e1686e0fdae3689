/** Leaving out what scrolls away unseen must not show. */
import { describe, expect, test } from "vitest";
import type { PatternMatch } from "../../../electron/screens/screen-types.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { scrolledOff } from "../../../electron/screens/worker/scrolled-off.ts";
import { Random, rounds } from "../../support/random.ts";
import { stateOf } from "../../support/screen-state.ts";

const SIZE = { cols: 80, rows: 24 };
const WORDS = ["compiling", "module", "漢字かな", "🚀", "é", "\t", "x".repeat(100), "", "…", "y"];
/** Little enough to be filled by a test. */
const SCROLLBACK = 2000;
/** Shorter than what is ever left out. */
const SMALL = 4096;

function flood(seed: number): string {
  const random = new Random(seed);
  const lines = Array.from({ length: 6000 }, () => Array.from({ length: random.int(0, 6) }, () => random.pick(WORDS)).join(" "));
  return lines.map((line) => `${line}${random.pick(["\r\n", "\r\n", "\r\n", "\n"])}`).join("");
}

/** As a worker does it: what is left to parse of `text` once the rest has been skipped or packed. */
function rest(screen: Screen, text: string): { rest: string; found: readonly PatternMatch[] } {
  const skipped = screen.skipUnseen(text);
  const { length, found } = screen.packUnseen(text.slice(skipped));
  return { rest: text.slice(skipped + length), found };
}

function shown(texts: readonly string[]): unknown {
  using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
  for (const text of texts) screen.write(rest(screen, text).rest);
  return { state: stateOf(screen.terminal), text: screen.text(10_000).text, offset: screen.offset };
}

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / SMALL) }, (_, i) => text.slice(i * SMALL, (i + 1) * SMALL));
}

describe("a flood in one piece shows what it shows in many", () => {
  const endings = ["", "no line feed", "\x1b[31mred\x1b[0m\r\n", "\x1b[2J\x1b[Hcleared", "\x1b[?1049halternate"];
  test.each(endings.map((ending, seed) => ({ ending, seed })))("ending in $ending", ({ ending, seed }) => {
    const text = flood(seed) + ending;
    expect(scrolledOff(text, 2048)?.length).toBeGreaterThan(0);
    expect(shown(["$ make", text])).toEqual(shown(["$ make", ...pieces(text)]));
  });

  test.each(["\x1b[5;10r\x1b[10;1H", "\x1b[?1049h", "\x1b[31m", "\x1b[4h", "\x0e"])("after %j", (before) => {
    const text = flood(99);
    expect(shown([before, text])).toEqual(shown([before, ...pieces(text)]));
  });
});

test("nothing is left out of short output, or when too few lines follow", () => {
  expect(scrolledOff("a\r\n".repeat(1000), 10)).toBeUndefined();
  expect(scrolledOff(`${"a".repeat(70_000)}\r\n`, 10)).toBeUndefined();
  expect(scrolledOff("a\r\n".repeat(30_000), 40_000)).toBeUndefined();
});

test("a sequence early in the output keeps everything after it", () => {
  const text = `one\r\n\x1b[A${"two\r\n".repeat(30_000)}`;
  expect(scrolledOff(text, 100)).toBeUndefined();
});

test("what is left out ends with a line and is counted in lines", () => {
  const text = "12345678\r\n".repeat(20_000);
  expect(scrolledOff(text, 100)).toEqual({ length: 199_000, lines: 19_900 });
});

describe("while a wait looks for a pattern", () => {
  const hay = (count: number): string => "some hay\r\n".repeat(count);

  test("lines before its match are left out, and the match is found", () => {
    using screen = new Screen(SIZE);
    const text = `${hay(20_000)}needle\r\n${hay(20_000)}`;
    screen.waits.start(1, { pattern: "needle", typed: "", reader: "r" });
    const skipped = screen.skipUnseen(text);
    expect(skipped).toBeGreaterThan(100_000);
    expect(screen.write(text.slice(skipped))).toEqual([{ wait: 1, match: "needle" }]);
  });

  test("a match that begins in what is left out is found", () => {
    using screen = new Screen(SIZE);
    const [first, second] = [`${hay(20_000)}begin\r\n`, `end\r\n${hay(20_000)}`];
    screen.waits.start(1, { pattern: "begin\\nend", typed: "", reader: "r" });
    screen.write(first.slice(screen.skipUnseen(first)));
    expect(screen.write(second.slice(screen.skipUnseen(second)))).toEqual([{ wait: 1, match: "begin\nend" }]);
  });

  test("what stood before and what comes after do not make a match", () => {
    using screen = new Screen(SIZE);
    screen.waits.start(1, { pattern: "begin\\n+[^]{0,999}end", typed: "", reader: "r" });
    screen.write("begin\r\n");
    const text = `${hay(20_000)}end\r\n${hay(3000)}`;
    const skipped = screen.skipUnseen(text);
    expect(skipped).toBeGreaterThan(100_000);
    expect(screen.write(text.slice(skipped))).toEqual([]);
  });

  test.each(["\r\n", "\r\r\n"])(
    "a match over two lines is found wherever the text is cut to be searched, with %j at their ends",
    (end) => {
      const needle = `begin${end}end${end}`;
      for (let before = 0; before <= needle.length; before++) {
        using screen = new Screen(SIZE);
        screen.waits.start(1, { pattern: "begin\\nend", typed: "", reader: "r" });
        const length = 128 * 1024 - before;
        const text = `${"x".repeat(length % 10)}${hay(length / 10)}${needle}${hay(20_000).replaceAll("\r\n", end)}`;
        const skipped = screen.skipUnseen(text);
        expect(skipped).toBeGreaterThan(0);
        expect(screen.write(text.slice(skipped))).toEqual([{ wait: 1, match: "begin\nend" }]);
      }
    },
  );

  test("lines that the screen shows in other words are kept", () => {
    for (const line of ["a\tb\r\n", "a\rb\r\n", "a \r\n", "a\n", "漢\r\n", "\u00ad\r\n"]) {
      using screen = new Screen(SIZE);
      screen.waits.start(1, { pattern: "needle", typed: "", reader: "r" });
      expect(screen.skipUnseen(line.repeat(60_000)), line).toBe(0);
    }
  });

  test("it finds what it finds in small pieces", () => {
    const random = new Random(5);
    let skipped = 0;
    for (let round = 0; round < rounds(200); round++) {
      const lines = Array.from({ length: random.int(3000, 9000) }, () => {
        const text = "word ".repeat(random.int(0, 25)).trimEnd();
        return random.chance(0.0003) ? `${text}needle ${random.int(0, 9)}` : text;
      });
      const text = lines.map((line) => `${line}\r\n`).join("");
      const pattern = random.pick(["needle", "needle [0-4]$", "^needle", "word\\n\\nneedle", "(word\\s+){5}needle 7"]);
      expect(matches(pattern, random.chunks(text, 80_000, 400_000))).toEqual(matches(pattern, pieces(text)));
    }
    expect(skipped).toBeGreaterThan(100_000);

    function matches(pattern: string, texts: readonly string[]): string[] {
      using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
      screen.write("$ cat needle\r\n");
      screen.waits.start(1, { pattern, typed: "", reader: "r" });
      const found = texts.flatMap((text) => {
        const unseen = rest(screen, text);
        skipped += text.length - unseen.rest.length;
        return [...unseen.found, ...screen.write(unseen.rest)];
      });
      return found.map(({ match }) => match);
    }
  });
});

test("nothing is left out in the middle of a sequence", () => {
  using screen = new Screen(SIZE);
  screen.write("\x1b]0;ti");
  expect(screen.skipUnseen("tle\r\n".repeat(30_000))).toBe(0);
});

test("a wait for the end that began before the flood counts the lines that have gone", () => {
  using screen = new Screen(SIZE);
  screen.waits.start(1, { typed: "", reader: "r" });
  const text = "hay\r\n".repeat(40_000);
  screen.write(text.slice(screen.skipUnseen(text)));
  const { text: news, omittedLines } = screen.waits.end(1, { maxLines: 3, reader: "r" });
  expect({ news, omittedLines }).toEqual({ news: "hay\nhay\nhay", omittedLines: 39_997 });
});
