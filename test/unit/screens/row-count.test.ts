/** Rows that are counted without being written are those that the emulator would fill. */
import { expect, test } from "vitest";
import { createEmulator } from "../../../electron/screens/worker/emulator.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { countRows, startOfLastRows } from "../../../electron/screens/worker/row-count.ts";
import { Random, rounds } from "../../support/random.ts";

/** Code points from which lines are made: scripts, marks that join, emoji and their parts. */
const RANGES = [
  ...[
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x300, 0x36f],
    [0x400, 0x4ff],
    [0x591, 0x6ff],
    [0x900, 0xdff],
    [0xe01, 0xe5b],
  ],
  ...[
    [0x1100, 0x11ff],
    [0x200b, 0x200f],
    [0x2010, 0x27bf],
    [0x3000, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
  ],
  ...[
    [0xfe00, 0xfe0f],
    [0xff00, 0xffee],
    [0x1f1e6, 0x1f1ff],
    [0x1f300, 0x1faff],
    [0xe0020, 0xe007f],
  ],
] as const;
const PARTS = ["👩‍💻", "🇩🇪", "⚠️", "1️⃣", "👍🏽", "각", "नमस्ते", "\t", "\r", "\x1b[31m", "\x1b[0m", "word ", "漢字"];

function lineFrom(random: Random): string {
  const ranges = [random.pick(RANGES), random.pick(RANGES)];
  const part = (): string => {
    if (random.chance(0.1)) return random.pick(PARTS);
    const [from = 0, to = 0] = random.pick(ranges);
    return String.fromCodePoint(random.int(from, to)).repeat(random.pick([1, 1, 1, 1, 3, 40]));
  };
  return (
    Array.from({ length: random.int(0, random.pick([3, 30, 90])) }, part).join("") +
    random.pick(["\r\n", "\r\n", "\r\n", "\n", "\r\r\n"])
  );
}

test.each([1, 2, 3, 4])("of any text, on terminals of any width (seed %i)", (seed) => {
  const random = new Random(seed);
  for (let round = 0; round < rounds(400); round++) {
    const cols = random.pick([2, 3, 20, 80, 200]);
    const emulator = createEmulator({ cols, rows: 4 }, 100_000);
    const core = internalsOf(emulator);
    core._inputHandler.parse(random.pick(["", "before\n", "漢字\n", `${"x".repeat(cols)}\n`]));
    const { normal } = emulator.buffer;
    const before = normal.baseY + normal.cursorY;
    const lines = Array.from({ length: random.int(1, 6) }, () => lineFrom(random)).join("");
    const counted = countRows(lines, core, cols);
    core._inputHandler.parse(lines);
    const { baseY, cursorY, cursorX } = normal;
    expect(counted, `round ${round}, ${cols} columns: ${JSON.stringify(lines)}`).toEqual({
      rows: baseY + cursorY - before,
      column: cursorX,
    });
    emulator.dispose();
  }
});

test("of a line that is longer than what is counted in one go", () => {
  const emulator = createEmulator({ cols: 80, rows: 4 }, 10);
  const long = `é${"x".repeat(100_000)}\r\n`;
  expect(countRows(`short\r\n${long}${long}é\r\n`, internalsOf(emulator), 80)).toEqual({ rows: 2 + 2 * 1251, column: 0 });
  emulator.dispose();
});

test("where the last lines begin that take so many rows", () => {
  for (let seed = 0; seed < rounds(400); seed++) {
    const random = new Random(seed);
    const cols = random.pick([2, 20, 80]);
    const emulator = createEmulator({ cols, rows: 4 }, 10);
    const core = internalsOf(emulator);
    const rowsOf = (lines: string): number => (lines === "" ? 0 : countRows(lines, core, cols).rows);
    const lines = Array.from({ length: random.int(1, 40) }, () => `${"x".repeat(random.int(0, random.pick([5, 500])))}\r\n`);
    const text = lines.join("");
    for (const count of [1, 10, 100]) {
      const from = startOfLastRows(count, text, { core, cols });
      const message = `seed ${seed}, ${cols} columns, ${count} rows`;
      expect(from === 0 || text[from - 1] === "\n", message).toBe(true);
      expect(from === 0 || rowsOf(text.slice(from)) >= count, message).toBe(true);
    }
    emulator.dispose();
  }
});

test("of long lines, no more are taken than they need", () => {
  const emulator = createEmulator({ cols: 80, rows: 4 }, 10);
  const line = `${"x".repeat(8000)}\r\n`;
  const text = line.repeat(50);
  expect(startOfLastRows(150, text, { core: internalsOf(emulator), cols: 80 })).toBe(text.length - 4 * line.length);
  emulator.dispose();
});
