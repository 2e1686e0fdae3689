/** Rows that left the viewport in the middle of a line are not read again, and nobody can tell. */
import { expect, test } from "vitest";
import { linesIn, lineStart, rowsText, textLines } from "../../../electron/screens/worker/screen-text.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { WrappedRows } from "../../../electron/screens/worker/wrapped-rows.ts";
import { Random, rounds } from "../../support/random.ts";

const SIZE = { cols: 20, rows: 5 };
const LAPS = rounds(300);

const PIECES: readonly ((random: Random) => string)[] = [
  (random) => "some words without a line end ".repeat(random.int(1, 12)),
  (random) => `字${"wide ".repeat(random.int(0, 9))}`,
  (random) => `\x1b[${random.int(1, 5)};${random.int(1, 20)}H${"painted ".repeat(random.int(1, 6))}`,
  () => "\r\n",
  (random) => "a flood of lines\r\n".repeat(random.pick([3, 3, 3, 3, 3000])),
  () => "\x1b[30mblack on black\x1b[8m and concealed \x1b[m",
  (random) => `\x1b]4;0;#${random.pick(["ffffff", "000000"])}\x07`,
  () => "\x1b]104\x07",
  (random) => random.pick(["\x1b[2J", "\x1b[3J", "\x1b[K", "\x1b[J", "\x1b[2L", "\x1b[3M", "\x1bc"]),
  (random) => random.pick(["\x1b[?1049h", "\x1b[?1049l"]),
];

test(`${LAPS} screens: what is known of rows that wrap is what reading them again gives`, () => {
  for (let seed = 1; seed <= LAPS; seed++) {
    const random = new Random(seed);
    using screen = new Screen(SIZE, { scrollback: random.pick([10, 50, 3000]) });
    const { normal } = screen.terminal.buffer;
    const known = new WrappedRows(screen.terminal, screen.rows);
    known.keep(true);
    screen.rows.onRenumber(() => known.clear());
    for (let step = 0; step < 40; step++) {
      const piece = random.pick(PIECES)(random);
      screen.write(piece.slice(screen.takeUnseen(piece).length));
      if (random.chance(0.1)) screen.scrollback.pack();
      if (random.chance(0.05)) {
        screen.resize({ cols: random.int(10, 40), rows: random.int(3, 8) });
        known.clear();
      }
      const from = random.int(0, normal.length - 1);
      const at = `seed ${seed} step ${step}`;
      expect(linesIn(normal, from, normal.length, { known }), at).toEqual(linesIn(normal, from, normal.length));
      expect(lineStart(normal, normal.length - 1, 1000, known), at).toBe(lineStart(normal, normal.length - 1, 1000));
      // What cannot be seen need not be among it.
      const visible = rowsText(normal, from, normal.length);
      const words = textLines(normal, from, normal.length).join(" ").split(/\s+/);
      expect(
        words.filter((word) => !visible.includes(word)),
        at,
      ).toEqual([]);
    }
  }
});

test("a line is read anew where the window has another width", () => {
  using screen = new Screen(SIZE);
  screen.waits.start(1, { reader: "a", pattern: "^x{394}\nend" });
  expect(screen.write(`${"x".repeat(394)}\r\n`)).toEqual([]);
  screen.resize({ ...SIZE, cols: SIZE.cols + 3 });
  expect(screen.write("end").map(({ wait }) => wait)).toEqual([1]);
});

test("what has left the scrollback in a flood is found no more", () => {
  using screen = new Screen({ cols: 20, rows: 6 }, { scrollback: 1000 });
  const write = (text: string): void => void screen.write(text.slice(screen.takeUnseen(text).length));
  const flood = (word: string): string => Array.from({ length: 6000 }, (_, at) => `${word} ${at}\r\n`).join("");
  write(flood("first"));
  write(flood("first"));
  screen.waits.start(1, { reader: "a", pattern: "THE END", asSeen: true, goesOn: true });
  write("painted edge to edge and on and on. ".repeat(8));
  write(`\r\n${flood("second of all")}THE END\r\n`);
  expect(screen.text(5000).text).not.toContain("painted");
  expect(screen.waits.start(2, { reader: "b", pattern: "painted edge[^]*second of all 5888" })).toBeUndefined();
});

test("nothing is kept while nothing is looked for", () => {
  using screen = new Screen(SIZE);
  const known = new WrappedRows(screen.terminal, screen.rows);
  const line = (): unknown => {
    screen.write("x".repeat(500));
    const { normal } = screen.terminal.buffer;
    linesIn(normal, 0, normal.length, { known });
    return known.textOf(0);
  };
  expect(line()).toBeUndefined();
  known.keep(true);
  expect(line()).toBe("x".repeat(SIZE.cols));
  known.keep(false);
  expect(known.textOf(0)).toBeUndefined();
});
