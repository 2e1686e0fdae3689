/** What output may cost: huge counts (T1), and many sequences that are legal (T2). Codes: docs/threats.md. */
import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { bestTimeOf, takesAtMost } from "../../support/budget.ts";
import { memory } from "../../support/memory.ts";

/** The compiler's threads count, too, and are at work in the first ones. */
const RUNS = 8;

/** Counts no terminal has ever needed (T1). */
const COUNTS = ["65535", "1000000", "1000000000", "2147483647", String(2n ** 63n), `1${"0".repeat(30)}`];
const PREFIXES = ["", "?", ">", "=", "!", " ", "$", "'"];
const FINALS = Array.from({ length: 0x7f - 0x40 }, (_, index) => String.fromCharCode(0x40 + index));

/** `CSI ? n h`: the prefix comes first; `CSI n ' }`: an intermediate comes last. */
function sequence(prefix: string, count: string, final: string): string {
  return /[?>=]/.test(prefix) ? `\x1b[${prefix}${count}${final}` : `\x1b[${count}${prefix}${final}`;
}

/** Gives a screen something to scroll; returns the cost of 200 KB of ordinary text on it, in milliseconds. */
function fill(screen: Screen): number {
  const text = `${"the quick brown fox jumps over the lazy dog ".repeat(4)}\r\n`.repeat(1200);
  screen.write(text);
  return bestTimeOf(RUNS, () => screen.write(text));
}

test.each(COUNTS)("T1: CSI %s and any final byte costs no more than 200 KB of text", (count) => {
  using screen = new Screen({ cols: 200, rows: 50 });
  const ordinaryMs = fill(screen);
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
    using screen = new Screen({ cols: 80, rows: 24 });
    const ordinaryMs = fill(screen);
    // 10 KB, ten times; an ordinary 200 KB are 2 ms, so this is 200 ms for each.
    const attack = `x\x1b[24${final}`.repeat(Math.floor(10_000 / (5 + final.length)));
    expect(takesAtMost(ordinaryMs * 100, () => screen.write(attack))).toBe(true);
  },
);

test.each([
  ["after 10 000 links", "\x1b]8;;https://x/\x07l\x1b]8;;\x07".repeat(10_000), "x\r\n"],
  ["inside one link", "\x1b]8;id=a;https://x/\x07", "x\r\n"],
  ["in a link of their own", "", "\x1b]8;id=a;https://x/\x07x\x1b]8;;\x07\r\n"],
])("T2: lines %s cost at most ten times as much as lines without any", (_, before, line) => {
  const costOf = (text: string, first = ""): number => {
    using screen = new Screen({ cols: 80, rows: 24 });
    screen.write(first + "x\r\n".repeat(12_000));
    return bestTimeOf(RUNS, () => screen.write(text));
  };
  const ordinaryMs = costOf("x\r\n".repeat(5000));
  expect(costOf(line.repeat(5000), before)).toBeLessThan(10 * ordinaryMs + 20);
});
