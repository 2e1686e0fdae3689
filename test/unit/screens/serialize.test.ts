import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";
import {
  hasForeignCharset,
  hasLooseAttributes,
  hasLostSavedRow,
  rowOf,
  stateOf,
  waitsAfterErasedCell,
} from "../../support/screen-state.ts";
import { randomStream } from "../../support/terminal-streams.ts";

const SEEDS = rounds(250);
const SIZE = { cols: 20, rows: 6 };

/** A second screen that knows nothing but the snapshot. */
function takeOver(screen: Screen): Screen {
  const { screen: text, offset, size } = screen.snapshot();
  const other = new Screen(size, { offset });
  other.write(text, true);
  return other;
}

/** The same now, and after more output. */
function expectSame(before: string, after = ""): void {
  using live = new Screen(SIZE);
  live.write(before);
  using late = takeOver(live);
  expect(stateOf(late.terminal)).toEqual(stateOf(live.terminal));
  live.write(after);
  late.write(after);
  expect(stateOf(late.terminal)).toEqual(stateOf(live.terminal));
}

describe("what a snapshot keeps", () => {
  test.each([
    ["cells", "one\r\ntwo"],
    ["16 colors", "\x1b[31;42ma\x1b[97;105mb"],
    ["256 colors", "\x1b[38;5;208ma\x1b[48;5;17mb"],
    ["RGB colors", "\x1b[38;2;1;2;3ma\x1b[48;2;250;128;0mb"],
    [
      "bold, dim, italic, blink, inverse, invisible, strikethrough, overline",
      "\x1b[1ma\x1b[0;2mb\x1b[0;3mc\x1b[0;5md\x1b[0;7me\x1b[0;8mf\x1b[0;9mg\x1b[0;53mh",
    ],
    ["underline styles and colors", "\x1b[4ma\x1b[4:2mb\x1b[4:3;58;5;9mc\x1b[4:4;58:2::1:2:3md\x1b[4:5me"],
    ["wide characters", "漢字\r\nabcdefghijklmnopqrs漢"],
    ["combining characters and emoji", "e\u0301 👨‍👩‍👧‍👦 🇩🇪 ❤️"],
    ["characters that would join if they were written together", "e\x1b[m\u0301 👨\x1b[m\u200d\x1b[m👩 🇩\x1b[m🇪"],
    ["wrapped lines", "a".repeat(50)],
    ["a wrapped line whose margin was erased", `${"a".repeat(25)}\x1b[A\x1b[15G\x1b[K\x1b[B`],
    ["a wrapped line that begins with blanks", `${"a".repeat(25)}\r\x1b[3X`],
    ["a wrapped line with a background, scrolled in", `${"\r\n".repeat(9)}\x1b[44m${"a".repeat(25)}\x1b[0m`],
    ["scrollback", Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\r\n")],
    ["rows that hold only a background", "\x1b[44m\x1b[2J\x1b[3;4Hx"],
    ["links", "\x1b]8;id=7;https://example.com/a\x1b\\here\x1b]8;;\x1b\\ \x1b]8;;https://example.com/b;c\x1b\\there"],
    ["title", "\x1b]2;a title\x07"],
    ["a pending wrap", "a".repeat(20), "b"],
    ["a pending wrap after a wide character, in another style", "a".repeat(18) + "\x1b[31m字\x1b[32m", "b"],
    ["current style", "a\x1b[1;4:3;31;58;5;9m", "b"],
    ["current link", "\x1b]8;;https://example.com\x1b\\a", "b"],
    [
      "the alternate screen, and the way back",
      "normal\x1b[2;3H\x1b[31m\x1b[?1049h\x1b[42malternate\x1b[5;5H",
      "x\x1b[?1049lback",
    ],
    ["application cursor and keypad, bracketed paste, focus, autowrap", "\x1b[?1h\x1b=\x1b[?2004h\x1b[?1004h\x1b[?7l"],
    ["insert and newline mode", "abc\r\x1b[4h\x1b[20h", "x\ny"],
    ["mouse tracking and encoding", "\x1b[?1002h\x1b[?1006h"],
    ["cursor hidden, cursor style and blink", "\x1b[?25l\x1b[5 q"],
    ["scroll region", "\x1b[2;4r\x1b[4;1Ha\r\nb", "\r\nc"],
    ["origin mode", "\x1b[2;4r\x1b[?6h\x1b[2;2Ha", "\x1b[1;1Hb"],
    ["saved cursor", "\x1b[3;4H\x1b[31m\x1b7\x1b[H\x1b[0m", "\x1b8x"],
    ["line drawing in G0 and G1", "\x1b(0lqk\x1b(B\x1b)0\x0ex", "q\x0fq"],
    ["a charset restored with the cursor", "\x1b7\x1b(0\x1b8", "q\x1b8q\x0fq"],
    ["tab stops", "\x1b[3g\x1b[5G\x1bH\x1b[11G\x1bH\r", "\ta\tb"],
    ["synchronized output", "\x1b[?2026h"],
    ["protected cells", '\x1b[1"qkept\x1b[0"qerased', "\x1b[?2J"],
    ["what the next character may join", "e", "\u0301"],
    ["what the next character may join, in insert mode", "xyz\r\x1b[4he", "\u0301"],
    ["the character that REP repeats", "ab", "\x1b[3b"],
    ["reverse wraparound", "\x1b[?45h"],
  ])("%s", (_, before, after = "x\r\ny\tz") => {
    expectSame(before, after);
  });

  test("a sequence received by half is not in it", () => {
    using live = new Screen(SIZE);
    live.write("a\x1b[3");
    const { offset } = live.snapshot();
    expect(offset).toBe(1);
    using late = takeOver(live);
    live.write("1mb");
    late.write("\x1b[31mb");
    expect(stateOf(late.terminal)).toEqual(stateOf(live.terminal));
  });

  test("an over-long sequence that is being dropped is dropped by the reader, too", () => {
    for (const opener of ["\x1b]0;", "\x1bPq", "\x1b_G", "\x1b[1;", "\x1b("]) {
      using live = new Screen(SIZE);
      live.write(`a${opener}${(opener === "\x1b(" ? " " : "1").repeat(70_000)}`);
      using late = takeOver(live);
      const rest = opener === "\x1b[1;" ? "22mb" : opener === "\x1b(" ? " Bb" : "22\x1b\\b";
      live.write(rest);
      late.write(rest);
      expect([live.text(10).text, late.text(10).text]).toEqual(["ab", "ab"]);
    }
  });

  test("taken by a terminal that has been used", () => {
    using live = new Screen(SIZE);
    live.write("fresh");
    using late = new Screen(SIZE);
    late.write(
      `${"old\r\n".repeat(20)}\x1b]2;old\x07\x1b[?1049h\x1b[?25l\x1b[2;3r\x1b[?6h\x1b[4h\x1b[20h\x1b[?1000h\x1b[?1006h\x1b(0\x1b[31m`,
    );
    late.write(live.snapshot().screen, true);
    expect(stateOf(late.terminal)).toEqual(stateOf(live.terminal));
    expect(late.state().title).toBe("");
  });
});

test("a snapshot begins with a whole line, at least 1000 lines up", () => {
  using live = new Screen(SIZE);
  live.write(`${"x".repeat(60)}\r\n`.repeat(600));
  using late = takeOver(live);
  const rows = late.terminal.buffer.normal.length;
  expect(rows).toBeGreaterThanOrEqual(1000 + SIZE.rows);
  expect(rows).toBeLessThanOrEqual(1000 + SIZE.rows + 2);
  expect(late.terminal.buffer.normal.getLine(0)?.isWrapped).toBe(false);
  for (let y = 1; y <= rows; y++) {
    const here = rowOf(late.terminal, late.terminal.buffer.normal, rows - y);
    expect(here).toBe(rowOf(live.terminal, live.terminal.buffer.normal, live.terminal.buffer.normal.length - y));
  }
});

/**
 * What a snapshot cannot say, all of it faults or corners of xterm 6.0.0:
 * - whether the first row of all continues one that is gone (compared without);
 * - a blank with an underline or the like becomes a space (compared as such);
 * - a blank cell before a pending wrap becomes a space;
 * - in a terminal of one row, the erased end of a wrapped row becomes a space;
 * - where DECRC leaves underline or link out of force, they stay so;
 * - a saved row that CSI 3 J has moved off the screen is its last row;
 * - what the alternate screen has saved, while it is not shown;
 * - a charset that DECRC has brought from the other screen;
 * - wide characters that xterm has broken at the margin with autowrap off;
 * - national character sets other than the British.
 */
function isException(screen: Screen): boolean {
  const { terminal } = screen;
  return [waitsAfterErasedCell, hasLooseAttributes, hasLostSavedRow, hasForeignCharset].some((is) => is(terminal));
}

test("a random screen, cut at a random moment, goes on as the live one", () => {
  let exceptions = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    const size = { cols: random.int(4, 40), rows: random.int(2, 10), autowrap: true };
    using live = new Screen(size);
    for (const chunk of random.chunks(randomStream(random, random.int(1, 80), size), 1, 50)) live.write(chunk);
    if (isException(live)) {
      exceptions++;
      continue;
    }
    using late = takeOver(live);
    expect(stateOf(late.terminal), `seed ${seed}, snapshot`).toEqual(stateOf(live.terminal));
    // A link's lifetime depends on the lines it began on, so none is open; and see the exceptions.
    let more = `\x1b]8;;\x07${randomStream(random, 25, size).replaceAll("\x1b[3J", "")}`;
    if (live.terminal.buffer.active.type === "normal") more = more.replaceAll(/\x1b\[\?(?:1049|47)h/g, "");
    live.write(more);
    late.write(more);
    expect(stateOf(late.terminal, { links: false }), `seed ${seed}, afterwards`).toEqual(
      stateOf(live.terminal, { links: false }),
    );
  }
  // Most of them are made by DECRC with an underline or a link, which the streams are full of.
  expect(exceptions).toBeLessThan(SEEDS / 4);
});
