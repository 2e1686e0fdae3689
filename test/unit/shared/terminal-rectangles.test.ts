/** Rectangles of the VT420, in the host's screens and in the window's terminals alike. */
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { Random, rounds } from "../../support/random.ts";

const FULL = "abcdef\r\nghijkl\r\nmnopqr";

function shown(output: string): string {
  using screen = new Screen({ cols: 6, rows: 3 });
  screen.write(output);
  return screen.text(10).text;
}

describe("A1: what is erased from the screen is not read", () => {
  test.each([
    ["DECERA", `${FULL}\x1b[1;2;2;4$z`, "a   ef\ng   kl\nmnopqr"],
    ["DECERA of everything", `${FULL}\x1b[$z`, ""],
    ["DECERA out of bounds", `${FULL}\x1b[2;5;99;99$z`, "abcdef\nghij\nmnop"],
    ["DECERA upside down", `${FULL}\x1b[3;3;1;1$z`, FULL.replaceAll("\r", "")],
    ["DECERA in origin mode", `${FULL}\x1b[2;3r\x1b[?6h\x1b[1;1;1;6$z`, "abcdef\n\nmnopqr"],
    ["DECSERA, which spares what is protected", `a\x1b[1"qbc\x1b[0"qdef\x1b[1;1;1;6\${`, " bc"],
    ["DECFRA", `${FULL}\x1b[45;1;1;3;2$x`, "--cdef\n--ijkl\n--opqr"],
    ["DECFRA with a control character", `${FULL}\x1b[7;1;1;3;2$x`, FULL.replaceAll("\r", "")],
    ["DECCRA", `${FULL}\x1b[1;1;2;2;1;2;5;1$v`, "abcdef\nghijab\nmnopgh"],
    ["DECCRA onto itself", `${FULL}\x1b[1;1;2;6;1;2;1;1$v`, "abcdef\nabcdef\nghijkl"],
    ["half of a wide character", "\u65e5\u672c\u8a9e\x1b[1;2;1;3$z", "    \u8a9e"],
    ["half of a wide character copied", "\u65e5\u672c\u8a9e\r\nabcdef\x1b[1;2;1;5;1;2;1;1$v", "\u65e5\u672c\u8a9e\n \u672c ef"],
    ["a composed character copied", "e\u0301x\x1b[1;1;1;1;1;1;3;1$v", "e\u0301xe\u0301"],
  ])("%s", (_, output, text) => {
    expect(shown(output)).toBe(text);
  });
});

test("random rectangles leave no row without its width, and none of a wide character's halves", () => {
  const random = new Random(5);
  const row = (): string => random.pick(["\u65e5\u672c\u8a9e", "a\u65e5bcd", "abcdef", "e\u0301\u65e5\u672cx"]);
  for (let round = 0; round < rounds(5000); round++) {
    using screen = new Screen({ cols: 6, rows: 3 });
    screen.write(`${row()}\r\n${row()}\r\n${row()}`);
    const numbers = Array.from({ length: 8 }, () => random.int(0, 8)).join(";");
    screen.write(`\x1b[${numbers}$${random.pick(["z", "{", "v"])}\x1b[45;${numbers}$x`);
    for (let y = 0; y < 3; y++) {
      const line = screen.terminal.buffer.active.getLine(y);
      const widths = Array.from({ length: 6 }, (_, x) => line?.getCell(x)?.getWidth() ?? -1);
      expect(widths.join("").replaceAll("20", "ww"), numbers).toMatch(/^[1w]{6}$/);
    }
  }
});
