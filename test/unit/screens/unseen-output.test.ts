/** Holding what scrolls away unseen must not show. */
import { describe, expect, test } from "vitest";
import type { PatternMatch } from "../../../electron/screens/screen-types.ts";
import { AsciiLines } from "../../../electron/screens/worker/ascii-lines.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { UnparsedLines } from "../../../electron/screens/worker/unparsed-lines.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";
import { stateOf } from "../../support/screen-state.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 80, rows: 24 };
/** Little enough to be filled by a test. */
const SCROLLBACK = 2000;
/** Shorter than what is ever left out. */
const SMALL = 4096;

/** As a worker does it. `length` is how much was taken in before the rest was parsed. */
function take(screen: Screen, text: string): { length: number; found: readonly PatternMatch[] } {
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  const known = isAscii ? AsciiLines.in(new Uint8Array(Buffer.from(text))) : undefined;
  const { length, found } = screen.takeUnseen(text, undefined, known);
  return { length, found: [...found, ...screen.write(text.slice(length))] };
}

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / SMALL) }, (_, i) => text.slice(i * SMALL, (i + 1) * SMALL));
}

describe("a screen that holds its lines unparsed shows what one does that parses them", () => {
  const WORDS = ["compiling", "module", "漢字かな", "🚀", "é", "e\u0301", "\t", "x".repeat(100), "", "…", "y"];
  const STYLES = ["\x1b[31m", "\x1b[1;4:3m", "\x1b[48;5;17m", "\x1b[38;2;1;2;3m", "\x1b[39m", "\x1b[m", "\x1b[0m"];
  const ENDS = ["\r\n", "\r\n", "\r\n", "\r\r\n", "\n"];
  const BETWEEN = [
    "$ make",
    "\x1b[2J\x1b[Hcleared",
    "\x1b[3J",
    "\x1b[5;10r\x1b[10;1H",
    "\x1b[r",
    "\x1b[?1049halternate",
    "\x1b[?1049l",
    "\x1b[4h",
    "\x1b[4l",
    "\x1b(0",
    "\x1b(B",
    "\x1b[3g\x1b[1;5H\x1bH\r",
    "\x1b[?7l",
    "\x1b[?7h",
    "\x1b7\x1b[10;3H",
    "\x1b8",
    "\x1b]0;ti",
    "tle\x07",
    "\x1bc",
    "\x1b[31;44m",
    "\x1b[20h",
    "\x1b[20l",
  ];

  /** Lines of one kind: of plain text, of many scripts, in many styles, or of all. */
  function flood(random: Random, count: number): string {
    const [plain, styled, isAscii] = [random.chance(0.5), random.chance(0.5), random.chance(0.5)];
    const plainWords = ["compiling", "a", "x".repeat(90), "", ...(isAscii ? [] : ["é"])];
    const ends = isAscii ? ["\r\n"] : ENDS;
    const word = (): string => {
      const text = plain ? random.pick(plainWords) : random.pick(WORDS);
      return styled && random.chance(0.3) ? `${random.pick(STYLES)}${text}` : text;
    };
    const line = (): string => Array.from({ length: random.int(0, 6) }, word).join(" ") + random.pick(ends);
    return Array.from({ length: count }, line).join("");
  }

  test("whatever comes between floods, and wherever they are cut", () => {
    let taken = 0;
    for (let seed = 1; seed <= rounds(120); seed++) {
      const random = new Random(seed);
      const sizeOf = () => ({ cols: random.int(2, 100), rows: random.int(1, 30) });
      const size = sizeOf();
      const scrollback = random.pick([0, 20, 180, 600]);
      using screen = new Screen(size, { scrollback });
      using plain = new Screen(size, { scrollback });
      for (let step = 0; step < 6; step++) {
        const kind = random.int(0, 9);
        if (kind === 0) {
          const next = random.chance(0.5) ? sizeOf() : { cols: screen.size.cols, rows: random.int(1, 30) };
          screen.resize(next);
          plain.resize(next);
        } else {
          const text = kind < 4 ? random.pick(BETWEEN) : flood(random, random.int(400, 4000)) + random.pick(["", "$ ", "\x1b[1"]);
          const parts = random.chance(0.4) ? [text] : random.chunks(text, 2000, 120_000);
          for (const part of parts) taken += take(screen, part).length;
          plain.write(text);
        }
        if (random.chance(0.3)) screen.scrollback.pack();
        expect(screen.rows.first, `row numbers, seed ${seed}, step ${step}`).toBe(plain.rows.first);
        if (random.chance(0.3)) expect(stateOf(screen.terminal), `seed ${seed}, step ${step}`).toEqual(stateOf(plain.terminal));
      }
      expect(stateOf(screen.terminal), `seed ${seed}`).toEqual(stateOf(plain.terminal));
      expect([screen.offset, screen.text(10_000).text], `seed ${seed}`).toEqual([plain.offset, plain.text(10_000).text]);
    }
    expect(taken).toBeGreaterThan(1_000_000);
  });
});

describe("it shows the same", () => {
  const numbered = (from: number, count: number, end = "\r\n"): string =>
    Array.from({ length: count }, (_, at) => `line ${from + at}, more or less${end}`).join("");
  const zeros = (count: number): string => `\x1b[${"0;".repeat(count)}`;
  const expectSame = (texts: readonly string[], scrollback: number): void => {
    using screen = new Screen(SIZE, { scrollback });
    using parsed = new Screen(SIZE, { scrollback });
    for (const text of texts) {
      take(screen, text);
      parsed.write(text);
    }
    expect(screen.rows.first).toBe(parsed.rows.first);
    expect(stateOf(screen.terminal)).toEqual(stateOf(parsed.terminal));
  };

  test.each<[string, readonly string[]]>([
    ["after line feeds alone", [numbered(0, 40_000, "\n"), numbered(0, 40_000, "\n")]],
    [
      "where line feeds alone come among others",
      [numbered(0, 5000), numbered(0, 30_000, "\n") + numbered(0, 100), numbered(0, 9000)],
    ],
    ["after a home in a full screen", [`${"X".repeat(70)}\r\n`.repeat(23) + "\x1b[H", numbered(0, SCROLLBACK + 25)]],
    ["after a colored background", ["\x1b[44m\x1b[2J\x1b[H\x1b[m", numbered(0, SCROLLBACK + 24), numbered(0, 10)]],
    [
      "with a long sequence that moves the cursor",
      [numbered(0, 3000) + zeros(80), `5H\r\n${numbered(0, 3000)}`, numbered(0, 3000)],
    ],
  ])("%s", (_, texts) => expectSame(texts, SCROLLBACK));

  test("with long sequences that are cut between pieces, as long as it does not fill the scrollback", () => {
    const piece = (): string => `0y${numbered(0, 1000)}${zeros(4000)}`;
    expectSame([numbered(0, 1500) + zeros(4000), ...Array.from({ length: 8 }, piece)], 10_000);
  });
});

test("no more is held than can be made rows of at once", () => {
  using screen = new Screen(SIZE);
  const lines = new UnparsedLines(10_000, { core: internalsOf(screen.terminal), cols: SIZE.cols });
  const long = `${"\r50% done".repeat(3300)}\r\n`.repeat(30);
  lines.begin("\x1b[0m");
  let added = 0;
  for (; !lines.isEmpty && added < 100; added++) lines.add(long);
  expect(added * long.length).toBeLessThan(9 * 1024 * 1024);
});

test("most of a flood is not parsed, in whatever script and style", () => {
  for (const line of ["plain text\r\n", "漢字かな交じり文 🚀\r\n", "\x1b[31mFAIL\x1b[0m a\tb\r\n", "\x1b[31mopen\r\n"]) {
    using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
    let parsed = 0;
    screen.terminal.onLineFeed(() => parsed++);
    for (let piece = 0; piece < 5; piece++) take(screen, line.repeat(20_000));
    expect(parsed, line).toBeLessThan(10_000);
    expect(screen.text(10_000).text.split("\n").length, line).toBe(SCROLLBACK + SIZE.rows - 1);
  }
});

test.each(["plain ", "漢字", "\x1b[31mred\x1b[0m "])("the same of lines that each take a hundred rows: %j", (part) => {
  const line = `${part.repeat(16_000 / part.length)}\r\n`;
  using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
  using parsed = new Screen(SIZE, { scrollback: SCROLLBACK });
  let rows = 0;
  screen.terminal.onLineFeed(() => rows++);
  for (let piece = 0; piece < 6; piece++) {
    take(screen, line.repeat(30));
    parsed.write(line.repeat(30));
  }
  expect(rows).toBeLessThan(90);
  expect(stateOf(screen.terminal)).toEqual(stateOf(parsed.terminal));
});

test.each([
  ["taller", { cols: 80, rows: 60 }],
  ["lower", { cols: 80, rows: 5 }],
])("a screen that has become %s since it was made has all rows of a flood", (_, size) => {
  using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
  screen.resize(size);
  for (const line of ["plain text\r\n", "\x1b[31mFAIL\x1b[0m a\tb\r\n"]) {
    take(screen, line.repeat(20_000));
    expect(screen.text(10_000).text.split("\n").length, line).toBe(SCROLLBACK + size.rows - 1);
  }
});

describe("while a wait looks for a pattern", () => {
  const hay = (count: number): string => "some hay\r\n".repeat(count);

  test("lines before its match are left out, and the match is found", () => {
    using screen = new Screen(SIZE);
    const text = `${hay(20_000)}needle\r\n${hay(20_000)}`;
    screen.waits.start(1, { pattern: "needle", typed: "", reader: "r" });
    const { length, found } = take(screen, text);
    expect(length).toBeGreaterThan(100_000);
    expect(found).toEqual([{ wait: 1, match: "needle" }]);
  });

  test("a match that begins in what is left out is found", () => {
    using screen = new Screen(SIZE);
    const [first, second] = [`${hay(20_000)}begin\r\n`, `end\r\n${hay(20_000)}`];
    screen.waits.start(1, { pattern: "begin\\nend", typed: "", reader: "r" });
    expect(take(screen, first).length).toBeGreaterThan(100_000);
    expect(take(screen, second).found).toEqual([{ wait: 1, match: "begin\nend" }]);
  });

  test("what stood before and what comes after do not make a match", () => {
    using screen = new Screen(SIZE);
    screen.waits.start(1, { pattern: "begin\\n+[^]{0,999}end", typed: "", reader: "r" });
    screen.write("begin\r\n");
    const text = `${hay(20_000)}end\r\n${hay(3000)}`;
    const { length, found } = take(screen, text);
    expect(length).toBeGreaterThan(100_000);
    expect(found).toEqual([]);
  });

  test.each(["\r\n", "\r\r\n"])(
    "a match over two lines is found wherever the text is cut to be searched, with %j at their ends",
    (end) => {
      const needle = `begin${end}end${end}`;
      for (let before = 0; before <= needle.length; before++) {
        using screen = new Screen(SIZE);
        screen.waits.start(1, { pattern: "begin\\nend", typed: "", reader: "r" });
        const start = 128 * 1024 - before;
        const text = `${"x".repeat(start % 10)}${hay(start / 10)}${needle}${hay(20_000).replaceAll("\r\n", end)}`;
        const { length, found } = take(screen, text);
        expect(length).toBeGreaterThan(0);
        expect(found).toEqual([{ wait: 1, match: "begin\nend" }]);
      }
    },
  );

  test("lines of any script and style are left out, and a match after them is found", () => {
    for (const line of ["漢字かな交じり文 🚀 \r\n", "\x1b[31mFAIL\x1b[m é\r\n"]) {
      using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
      screen.waits.start(1, { pattern: "字z|FAIL z", typed: "", reader: "r" });
      let parsed = 0;
      screen.terminal.onLineFeed(() => parsed++);
      for (let piece = 0; piece < 3; piece++) take(screen, line.repeat(20_000));
      expect(parsed, line).toBeLessThan(10_000);
      expect(take(screen, `${line.repeat(20_000)}漢字z FAIL\x1b[32m z\r\n`).found, line).toHaveLength(1);
    }
  });

  test("most of a flood of colored lines is left out, wherever what is searched of it ends", () => {
    const line = "\x1b[38;5;17mcompiling\x1b[0m module \x1b[1;32mdone\x1b[m\r\n";
    for (let length = 0; length < line.length; length++) {
      using screen = new Screen(SIZE, { scrollback: 1000 });
      screen.waits.start(1, { pattern: "no such line", typed: "", reader: "r" });
      take(screen, line.repeat(2000));
      let parsed = 0;
      screen.terminal.onLineFeed(() => parsed++);
      // The last 148 lines are parsed, and a part of them is searched with what is left out.
      take(screen, `${line.repeat(1500)}${"x".repeat(length)}\r\n${line.repeat(147)}`);
      expect(parsed, `length ${length}`).toBeLessThan(300);
    }
  });

  test("lines that the screen shows in other words are kept", () => {
    for (const line of ["a\rb\r\n", "a\n", "\u00ad\r\n", "é\tb\r\n"]) {
      using screen = new Screen(SIZE);
      screen.waits.start(1, { pattern: "needle", typed: "", reader: "r" });
      expect(take(screen, line.repeat(60_000)).length, line).toBeLessThan(100);
    }
  });

  test("lines with tabs are left out, and a match in which the screen shows one is found", () => {
    // Without the tabs, "needle" is in it.
    const line = "\x1b[31mcolumn\x1b[m\tneed\tless\tlast\r\n";
    for (const [last, match] of [
      ["needle\tlast", "needle +last"],
      ["need\x1b[31mle\tlast", "needle +last"],
      ["the\tneedle", "\\s+needle"],
    ] as const) {
      using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
      screen.waits.start(1, { pattern: match, typed: "", reader: "r" });
      let parsed = 0;
      screen.terminal.onLineFeed(() => parsed++);
      for (let piece = 0; piece < 3; piece++) take(screen, line.repeat(20_000));
      expect(parsed, match).toBeLessThan(10_000);
      expect(take(screen, `${line.repeat(10_000)}${last}\r\n${line.repeat(10_000)}`).found, last).toHaveLength(1);
    }
  });

  test("it finds what it finds in small pieces", () => {
    const random = new Random(5);
    let taken = 0;
    for (let round = 0; round < rounds(200); round++) {
      const [isColored, hasTabs] = [random.chance(0.5), random.chance(0.5)];
      const lines = Array.from({ length: random.int(3000, 9000) }, () => {
        const color = (): string =>
          isColored && random.chance(0.2) ? random.pick(["\x1b[31m", "\x1b[1;48;5;17m", "\x1b[m"]) : "";
        const words = Array.from({ length: random.int(0, 25) }, () => `word${color()}`);
        const text = words.join(hasTabs && random.chance(0.2) ? "\t" : " ");
        return random.chance(0.0003) ? `${text}nee${color()}dle ${random.int(0, 9)}` : text;
      });
      const text = lines.map((line) => `${line}\r\n`).join("");
      const pattern = random.pick([
        "needle",
        "needle [0-4]$",
        "^needle",
        "word\\n\\nneedle",
        "(word\\s+){5}needle 7",
        "wordword",
      ]);
      expect(matches(pattern, random.chunks(text, 80_000, 400_000))).toEqual(matches(pattern, pieces(text)));
    }
    expect(taken).toBeGreaterThan(100_000);

    function matches(pattern: string, texts: readonly string[]): string[] {
      using screen = new Screen(SIZE, { scrollback: SCROLLBACK });
      screen.write("$ cat needle\r\n");
      screen.waits.start(1, { pattern, typed: "", reader: "r" });
      const found = texts.flatMap((text) => {
        const { length, found } = take(screen, text);
        taken += length;
        return found;
      });
      return found.map(({ match }) => match);
    }
  });
});

test("nothing is left out in the middle of a sequence", () => {
  using screen = new Screen(SIZE);
  screen.write("\x1b]0;ti");
  expect(take(screen, "tle\r\n".repeat(30_000)).length).toBeLessThan(10);
});

test("a wait for the end that began before the flood counts the lines that have gone", () => {
  using screen = new Screen(SIZE);
  screen.waits.start(1, { typed: "", reader: "r" });
  const text = "hay\r\n".repeat(40_000);
  take(screen, text);
  const { text: news, omittedLines } = screen.waits.end(1, { limit: lastLines(3), reader: "r" });
  expect({ news, omittedLines }).toEqual({ news: "hay\nhay\nhay", omittedLines: 39_997 });
});
