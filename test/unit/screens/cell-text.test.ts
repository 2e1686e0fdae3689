import { expect, test } from "vitest";
import { cellText } from "../../../electron/screens/worker/cell-text.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";

const STREAMS = 60;

test("the text of cells is what xterm makes of them, whatever stands in them", () => {
  const random = new Random(17);
  for (let n = 0; n < STREAMS; n++) {
    const size = { cols: random.int(2, 120), rows: random.int(2, 20) };
    using screen = new Screen(size);
    screen.write(randomStream(random, 400, { ...size, malformed: true }));
    if (random.chance(0.3)) screen.resize({ cols: random.int(2, 120), rows: random.int(2, 20) });
    const { active } = screen.terminal.buffer;
    for (let row = 0; row < active.length; row++) {
      const line = active.getLine(row);
      if (!line) continue;
      const from = random.int(0, line.length);
      const to = random.int(from, line.length);
      for (const trim of [true, false]) {
        expect(cellText(line, trim)).toBe(line.translateToString(trim));
        expect(cellText(line, trim, from, to)).toBe(line.translateToString(trim, from, to));
      }
    }
  }
});

test("a cell may hold more characters than any row has columns", () => {
  using screen = new Screen({ cols: 20, rows: 3 });
  const stack = `a${"\u0301".repeat(5000)}`;
  screen.write(`\u00e9${stack}b`);
  const line = screen.terminal.buffer.active.getLine(0);
  expect(line && cellText(line, true)).toBe(line?.translateToString(true));
});
