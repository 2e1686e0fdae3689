import type { ScreenFrame } from "../../../electron/screens/screen-types.ts";
import type { IBufferLine, Terminal } from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { rowRuns } from "../../../electron/screens/worker/row-runs.ts";
import { cellData } from "../../../electron/screens/worker/emulator-internals.ts";
import type { Run } from "../../../shared/protocol.ts";
import { CellAttribute, RunColor } from "../../../shared/run-style.ts";
import { Random } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";

const RGB = RunColor.FIRST_RGB;
const segmenter = new Intl.Segmenter();

/** What a window keeps of a tile: it knows nothing but the frames. */
class Model {
  version = 0;
  rows: Run[][] = [];
  changed = 0;

  take(frame: ScreenFrame): void {
    this.version = frame.version;
    if (frame.full) this.rows = Array.from({ length: frame.size.rows }, () => []);
    for (const [y, runs] of frame.rows) this.rows[y] = runs;
    this.changed = frame.rows.length;
  }
}

/** Cells of a row, each with its text and style, blanks at the end dropped. */
function cellsOf(runs: readonly Run[]): string[] {
  return runs.flatMap(([text, fg, bg, attributes, width]) => {
    const style = `${fg} ${bg} ${attributes}`;
    // Only characters of one unit and one cell share a run.
    const isOne = [...segmenter.segment(text)].length === 1;
    return !isOne && text.length === width
      ? [...text].map((char) => `${char}|${style}`)
      : [`${text}|${style}`, ...Array.from({ length: width - 1 }, () => "")];
  });
}

function expectedCells(terminal: Terminal, y: number): string[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.baseY + y);
  const cells: string[] = [];
  for (let x = 0; x < terminal.cols; x++) {
    const cell = line?.getCell(x);
    if (!cell) break;
    const isSecond = cell.getWidth() === 0 && x > 0 && line?.getCell(x - 1)?.getWidth() === 2;
    const color = (isDefault: boolean, isRgb: boolean, value: number): number => (isDefault ? -1 : isRgb ? RGB + value : value);
    const flags: [number, keyof typeof CellAttribute][] = [
      [cell.isBold(), "BOLD"],
      [cell.isDim(), "DIM"],
      [cell.isItalic(), "ITALIC"],
      [cell.isUnderline(), "UNDERLINE"],
      [cell.isInverse(), "INVERSE"],
      [cell.isInvisible(), "INVISIBLE"],
      [cell.isStrikethrough(), "STRIKETHROUGH"],
      [cell.isOverline(), "OVERLINE"],
    ];
    const attributes = flags.reduce((bits, [on, name]) => bits | (on ? CellAttribute[name] : 0), 0);
    const style = `${color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor())} ${color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor())} ${attributes}`;
    cells.push(isSecond ? "" : `${cell.getChars() || " "}|${style}`);
  }
  while (/^ \|-?\d+ -1 0$/.test(cells.at(-1) ?? "x")) cells.pop();
  return cells;
}

function lineOf(screen: Screen): IBufferLine {
  const line = screen.terminal.buffer.active.getLine(0);
  if (!line) throw new Error("The screen has no row");
  return line;
}

function framesOf(screen: Screen): { text: string; frame: ScreenFrame } {
  const frame = screen.frame(0);
  return { frame, text: frame.rows.map(([, runs]) => runs.map(([text]) => text).join("")).join("\n") };
}

test("a model fed with nothing but the changed rows is the screen, whenever it asks", () => {
  for (let seed = 1; seed <= 80; seed++) {
    const random = new Random(seed);
    const size = { cols: random.int(2, 50), rows: random.int(1, 12) };
    using screen = new Screen(size, { scrollback: 20 });
    const model = new Model();
    for (let step = 0; step < 12; step++) {
      for (const chunk of random.chunks(randomStream(random, 8, { ...size, autowrap: true }), 1, 30)) screen.write(chunk);
      if (random.chance(0.1)) screen.resize({ cols: random.int(2, 50), rows: random.int(1, 12) });
      if (random.chance(0.4)) continue;
      const frame = screen.frame(model.version);
      model.take(frame);
      const { cols, rows } = screen.size;
      expect(frame.size).toEqual({ cols, rows });
      expect(model.rows).toHaveLength(rows);
      for (let y = 0; y < rows; y++) {
        const got = cellsOf(model.rows[y] ?? []);
        const expected = expectedCells(screen.terminal, y);
        // Trailing blanks with a foreground of their own show nothing, and may be there.
        while (/^ \|-?\d+ -1 0$/.test(got.at(-1) ?? "x")) got.pop();
        if (got.join() !== expected.join()) expect(got, `seed ${seed}, row ${y}`).toEqual(expected);
      }
    }
  }
});

test("frames add up to every row encoded afresh, for readers that ask at different times", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(1000 + seed);
    const size = { cols: random.int(2, 60), rows: random.int(1, 15) };
    using screen = new Screen(size, { scrollback: 20 });
    const models = [new Model(), new Model()];
    for (let step = 0; step < 20; step++) {
      screen.write(randomStream(random, random.int(1, 6), { ...size, malformed: true }));
      if (random.chance(0.05)) screen.resize({ cols: random.int(2, 60), rows: random.int(1, 15) });
      for (const model of models) if (random.chance(0.5)) model.take(screen.frame(model.version));
    }
    const { terminal } = screen;
    const { cols, rows } = screen.size;
    const afresh = Array.from({ length: rows }, (_, y) => {
      const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + y);
      return line && rowRuns(line, cols);
    });
    for (const model of models) {
      model.take(screen.frame(model.version));
      expect(model.rows, `seed ${seed}`).toEqual(afresh);
    }
  }
});

describe("frames", () => {
  test("a row that has only moved is not encoded again, and readers share it", () => {
    using screen = new Screen({ cols: 20, rows: 4 });
    screen.write("one\r\ntwo\r\nthree\r\nfour");
    const first = screen.frame(0);
    screen.write("\r\nfive");
    const next = screen.frame(first.version);
    expect(next.rows.map(([y, runs]) => [y, runs[0]?.[0]])).toEqual([
      [0, "two"],
      [1, "three"],
      [2, "four"],
      [3, "five"],
    ]);
    const runsOf = (frame: ScreenFrame, y: number): unknown => frame.rows[y]?.[1];
    for (const y of [0, 1, 2]) expect(runsOf(next, y)).toBe(runsOf(first, y + 1));
    const other = screen.frame(0);
    for (const y of [0, 1, 2, 3]) expect(runsOf(other, y)).toBe(runsOf(next, y));
  });

  test("lines that are inserted move the ones below them, and a region moves by itself", () => {
    using screen = new Screen({ cols: 20, rows: 6 });
    screen.write("a\r\nb\r\nc\r\nd\r\ne\r\nf");
    const model = new Model();
    model.take(screen.frame(0));
    screen.write("\x1b[2;1H\x1b[Lnew");
    model.take(screen.frame(model.version));
    expect(model.rows.map((runs) => runs[0]?.[0])).toEqual(["a", "new", "b", "c", "d", "e"]);
    screen.write("\x1b[2;4r\x1b[4;1H\nlast");
    model.take(screen.frame(model.version));
    expect(model.rows.map((runs) => runs[0]?.[0])).toEqual(["a", "b", "c", "last", "d", "e"]);
    expect(model.changed).toBe(3);
  });

  test("a row drawn again as it was is not sent", () => {
    using screen = new Screen({ cols: 20, rows: 2 });
    screen.write("same\r\nother");
    const { version } = screen.frame(0);
    // Blanks that are written in place of blanks that were never touched; an attribute that tiles do not show.
    screen.write("\x1b[H\x1b[2Ksame      \x1b[2;1H\x1b[5mother");
    expect(screen.frame(version).rows).toEqual([]);
  });

  test("another accent on the same letter is a change", () => {
    using screen = new Screen({ cols: 20, rows: 1 });
    screen.write("e\u0301");
    const { version } = screen.frame(0);
    screen.write("\re\u0300");
    expect(screen.frame(version).rows).toEqual([[0, [["e\u0300", -1, -1, 0, 1]]]]);
  });

  test("a link that ends is a change, though its cells keep the same numbers", () => {
    using screen = new Screen({ cols: 20, rows: 1 });
    screen.write("\x1b]8;;https://example.com/\x07\x1b7x\x1b]8;;\x07");
    const linked = screen.frame(0);
    expect(linked.rows).toEqual([[0, [["x", -1, -1, CellAttribute.UNDERLINE, 1]]]]);
    const before = Array.from(cellData(lineOf(screen)));
    // The cursor's colors come back, its link does not.
    screen.write("\x1b8x");
    expect(Array.from(cellData(lineOf(screen)))).toEqual(before);
    expect(screen.frame(linked.version).rows).toEqual([[0, [["x", -1, -1, 0, 1]]]]);
  });

  test("only what changed is sent; nothing new is nothing", () => {
    using screen = new Screen({ cols: 20, rows: 5 });
    screen.write("one\r\ntwo\r\nthree");
    const model = new Model();
    model.take(screen.frame(0));
    expect(model.changed).toBe(5);
    screen.write("\x1b[2;1HTWO");
    const frame = screen.frame(model.version);
    expect([frame.full, frame.rows]).toEqual([false, [[1, [["TWO", -1, -1, 0, 3]]]]]);
    expect(screen.frame(frame.version).rows).toEqual([]);
  });

  test("two readers at different versions each get what is new to them", () => {
    using screen = new Screen({ cols: 20, rows: 3 });
    screen.write("a");
    const first = screen.frame(0);
    screen.write("\r\nb");
    const second = screen.frame(first.version);
    screen.write("\r\nc");
    expect(screen.frame(first.version).rows.map(([y]) => y)).toEqual([1, 2]);
    expect(screen.frame(second.version).rows.map(([y]) => y)).toEqual([2]);
  });

  test("a resize makes everything new", () => {
    using screen = new Screen({ cols: 20, rows: 3 });
    const { version } = screen.frame(0);
    screen.resize({ cols: 10, rows: 4 });
    const frame = screen.frame(version);
    expect([frame.full, frame.size, frame.rows.length]).toEqual([true, { cols: 10, rows: 4 }, 4]);
  });

  test("wide characters, emoji and accents are runs of their own", () => {
    using screen = new Screen({ cols: 20, rows: 1 });
    screen.write("a字b👍🏽e\u0301c");
    expect(screen.frame(0).rows).toEqual([
      [
        0,
        [
          ["a", -1, -1, 0, 1],
          ["字", -1, -1, 0, 2],
          ["b", -1, -1, 0, 1],
          ["👍🏽", -1, -1, 0, 2],
          ["e\u0301", -1, -1, 0, 1],
          ["c", -1, -1, 0, 1],
        ],
      ],
    ]);
  });

  test("colors: default, palette, RGB; inverse and the rest are attributes", () => {
    using screen = new Screen({ cols: 20, rows: 1 });
    screen.write("\x1b[31;44ma\x1b[0;38;5;208mb\x1b[0;48;2;1;2;3mc\x1b[0;7;1md\x1b[0;2;3;4;8;9;53me");
    const all = CellAttribute;
    expect(screen.frame(0).rows[0]?.[1]).toEqual([
      ["a", 1, 4, 0, 1],
      ["b", 208, -1, 0, 1],
      ["c", -1, RGB + 0x010203, 0, 1],
      ["d", -1, -1, all.INVERSE | all.BOLD, 1],
      ["e", -1, -1, all.DIM | all.ITALIC | all.UNDERLINE | all.INVISIBLE | all.STRIKETHROUGH | all.OVERLINE, 1],
    ]);
  });

  test("blanks with a background or inverse are kept, plain ones at the end are not", () => {
    using screen = new Screen({ cols: 6, rows: 3 });
    screen.write("a  \r\n\x1b[44m\x1b[K\x1b[0m\r\n\x1b[7m  \x1b[0m");
    expect(screen.frame(0).rows.map(([, runs]) => runs)).toEqual([
      [["a", -1, -1, 0, 1]],
      [["      ", -1, 4, 0, 6]],
      [["  ", -1, -1, CellAttribute.INVERSE, 2]],
    ]);
  });

  test("the cursor is within the screen and says whether it is visible", () => {
    using screen = new Screen({ cols: 5, rows: 2 });
    screen.write("abcde");
    expect(framesOf(screen).frame.cursor).toEqual({ x: 4, y: 0, visible: true });
    screen.write("\x1b[?25l\x1b[2;3H");
    expect(framesOf(screen).frame.cursor).toEqual({ x: 2, y: 1, visible: false });
  });
});
