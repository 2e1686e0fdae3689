/** What output may cost: the counts and lengths that the screen is guarded against (T1, T2, T4). Codes: docs/threats.md. */
import headless from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { assertLiveTerminal } from "../../../shared/terminal-internals.ts";
import { bestTimeOf, takesAtMost } from "../../support/budget.ts";

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
  return bestTimeOf(3, () => screen.write(text));
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
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
    using screen = new Screen({ cols: 80, rows: 24 });
    screen.write(text);
    expect(screen.text(10).text).toBe(expected);
  });
});

test("CSI 1 J in the last cell erases everything and does not throw", () => {
  using screen = new Screen({ cols: 10, rows: 3 });
  screen.write("one\r\ntwo\x1b[3;10Hx\x1b[1Jafter");
  expect(screen.text(10).text).toBe("\n\n          after");
});

test("a fault in the emulator costs the rest of one piece, not the screen", () => {
  using screen = new Screen({ cols: 20, rows: 3 });
  screen.terminal.parser.registerCsiHandler({ final: "y" }, () => {
    throw new Error("test");
  });
  screen.write("before\x1b[ylost");
  screen.write(" after");
  expect(screen.text(10).text).toBe("before after");
});

test("a terminal without the hook is refused loudly", () => {
  const { buffer } = new headless.Terminal({ allowProposedApi: true });
  expect(() => assertLiveTerminal({ cols: 80, rows: 24, buffer })).toThrow("_core.registerCsiHandler");
});

describe("T4: what has no end takes no more than its share", () => {
  const MB = 1024 * 1024;

  test.each([
    ["OSC", "\x1b]0;"],
    ["C1 OSC", "\x9d0;"],
    ["unknown OSC", "\x1b]6969;"],
    ["link", "\x1b]8;;https://x/"],
    ["DCS", "\x1bPq"],
    ["APC", "\x1b_G"],
    ["PM", "\x1b^"],
    ["SOS", "\x1bX"],
    ["iTerm image", "\x1b]1337;File=inline=1:"],
  ])("%s: 20 MB without an end, and the text after it is shown", (_, introducer) => {
    using screen = new Screen({ cols: 40, rows: 5 });
    const filler = "A".repeat(MB);
    screen.write(introducer);
    const before = memory();
    for (let i = 0; i < 20; i++) screen.write(filler);
    expect(memory() - before).toBeLessThan(10 * MB);
    screen.write("\x1b\\OK");
    expect(screen.text(10).text).toBe("OK");
  });

  test("a title of 9 MB is dropped, one of 60 KB is cut to 256 characters", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    screen.write("\x1b]2;first\x07\x1b]2;");
    for (let i = 0; i < 9 * 16; i++) screen.write("t".repeat(MB / 16));
    screen.write("\x07OK");
    expect(screen.state().title).toBe("first");
    screen.write(`\x1b]2;${"\u{1f600}".repeat(30_000)}\x07`);
    expect([...screen.state().title]).toHaveLength(256);
    expect(screen.text(10).text).toBe("OK");
  });

  test("a million accents on one cell are 16; emoji of many parts and real accents are whole", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    const family = "\u{1f469}\u{1f3fd}\u200d\u2764\ufe0f\u200d\u{1f48b}\u200d\u{1f468}\u{1f3fb}";
    const england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    screen.write(`a${"\u0301".repeat(1_000_000)}b\r\n${family}${england}e\u0302\u0301`);
    expect(screen.text(10).text).toBe(`a${"\u0301".repeat(16)}b\n${family}${england}e\u0302\u0301`);
  });

  test("of a million links 10 000 are kept, all of their text, and none with an endless address", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    const before = memory();
    for (let part = 0; part < 10; part++) {
      screen.write(
        Array.from({ length: 10_000 }, (_, index) => `\x1b]8;;https://x/${part}/${index}\x1b\\l\x1b]8;;\x1b\\\r`).join(""),
      );
    }
    screen.write(`\x1b]8;;https://x/${"y".repeat(5000)}\x1b\\long\x1b]8;;\x1b\\OK`);
    expect(screen.text(10).text).toBe("longOK");
    expect(memory() - before).toBeLessThan(100 * MB);
  });

  test("100 000 colors cost nothing that stays", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    const before = memory();
    for (let i = 0; i < 100_000; i += 1000) {
      const colors = Array.from({ length: 1000 }, (_, index) => `\x1b[38;2;${(i + index) % 256};${((i + index) >> 8) % 256};9mc`);
      screen.write(`\r${colors.join("")}`);
    }
    screen.write("\x1b[0m\r\nOK");
    expect(screen.text(1).text).toBe("OK");
    expect(memory() - before).toBeLessThan(50 * MB);
  });

  test("a terminal that is not as expected is refused loudly", () => {
    const terminal = new headless.Terminal({ allowProposedApi: true });
    const { _core: core } = terminal as unknown as { _core: Record<string, unknown> };
    const changed = {
      cols: 80,
      rows: 24,
      buffer: terminal.buffer,
      _core: Object.create(core, { _oscLinkService: { value: undefined } }) as object,
    };
    expect(() => assertLiveTerminal(changed)).toThrow("_oscLinkService");
  });
});
