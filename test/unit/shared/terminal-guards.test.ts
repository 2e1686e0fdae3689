import headless from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/screen.ts";
import { installCountClamp } from "../../../shared/terminal-guards.ts";
import { bestTimeOf, takesAtMost } from "../../support/budget.ts";

/** Counts no terminal has ever needed (security.md T1). */
const COUNTS = ["65535", "1000000", "1000000000", "2147483647", String(2n ** 63n), `1${"0".repeat(30)}`];
const PREFIXES = ["", "?", ">", "=", "!", " ", "$", "'"];
const FINALS = Array.from({ length: 0x7f - 0x40 }, (_, index) => String.fromCharCode(0x40 + index));

/** `CSI ? n h`: the prefix comes first; `CSI n ' }`: an intermediate comes last. */
function sequence(prefix: string, count: string, final: string): string {
  return /[?>=]/.test(prefix) ? `\x1b[${prefix}${count}${final}` : `\x1b[${count}${prefix}${final}`;
}

/** A screen with something to scroll, and the cost of 200 KB of ordinary text on it. */
function busyScreen(size: { cols: number; rows: number }): { screen: Screen; ordinaryMs: number } {
  const screen = new Screen(size);
  const text = `${"the quick brown fox jumps over the lazy dog ".repeat(4)}\r\n`.repeat(1200);
  screen.write(text);
  return { screen, ordinaryMs: bestTimeOf(3, () => screen.write(text)) };
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each(COUNTS)("T1: CSI %s and any final byte costs no more than 200 KB of text", (count) => {
  const { screen, ordinaryMs } = busyScreen({ cols: 200, rows: 50 });
  const before = memory();
  const slow: string[] = [];
  for (const prefix of PREFIXES) {
    for (const final of FINALS) {
      const attack = `x\t${sequence(prefix, count, final)}`;
      if (!takesAtMost(ordinaryMs, () => screen.write(attack))) slow.push(JSON.stringify(attack));
    }
  }
  expect(slow).toEqual([]);
  expect(memory() - before).toBeLessThan(100 * 1024 * 1024);
  screen.write("\x1bcOK");
  expect(screen.text(10).text).toBe("OK");
});

test.each(["S", "T", "L", "M", "I", "Z", "b", "@", "P", "X", " @", " A", "'}", "'~"])(
  "T2: 100 KB of CSI n %s costs at most 2 s on a fast machine",
  (final) => {
    const { screen, ordinaryMs } = busyScreen({ cols: 80, rows: 24 });
    // 10 KB, ten times; an ordinary 200 KB are 7 ms at 30 MB/s, so this is 200 ms for each.
    const attack = `x\x1b[24${final}`.repeat(Math.floor(10_000 / (5 + final.length)));
    expect(takesAtMost(ordinaryMs * 30, () => screen.write(attack))).toBe(true);
  },
);

describe("counts the screen can hold are left alone", () => {
  test.each([
    ["scrolling", "one\r\ntwo\r\nthree\x1b[2S\x1b[H=", "=hree"],
    ["repeating", "=\x1b[4b", "====="],
    ["tabs", "\x1b[2Ia\x1b[Zb", "                b"],
  ])("%s", (_, text, expected) => {
    const screen = new Screen({ cols: 80, rows: 24 });
    screen.write(text);
    expect(screen.text(10).text).toBe(expected);
  });
});

test("CSI 1 J in the last cell erases everything and does not throw", () => {
  const screen = new Screen({ cols: 10, rows: 3 });
  screen.write("one\r\ntwo\x1b[3;10Hx\x1b[1Jafter");
  expect(screen.text(10).text).toBe("\n\n          after");
});

test("a fault in the emulator costs the rest of one piece, not the screen", () => {
  const screen = new Screen({ cols: 20, rows: 3 });
  screen.terminal.parser.registerCsiHandler({ final: "y" }, () => {
    throw new Error("test");
  });
  screen.write("before\x1b[ylost");
  screen.write(" after");
  expect(screen.text(10).text).toBe("before after");
});

test("a terminal without the hook is refused loudly", () => {
  const { buffer } = new headless.Terminal({ allowProposedApi: true });
  expect(() => installCountClamp({ cols: 80, rows: 24, buffer })).toThrow("_core.registerCsiHandler");
});
