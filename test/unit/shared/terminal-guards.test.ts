/** The counts and lengths that the screen is guarded against (T4 in docs/threats.md). What they may cost, test/timing measures. */
import headless from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { cellAt } from "../../../electron/screens/worker/emulator-internals.ts";
import { assertLiveTerminal } from "../../../shared/terminal-internals.ts";
import { memory, memoryInUse } from "../../support/memory.ts";

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
  /** Far more than may stay. */
  const ENDLESS_MB = 4;

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
  ])("%s: 4 MB without an end, and the text after it is shown", (_, introducer) => {
    using screen = new Screen({ cols: 40, rows: 5 });
    // Not one string again and again, which would be kept once.
    const filler = (part: number): string => `${part}`.repeat(MB);
    screen.write(introducer);
    const before = memoryInUse();
    for (let i = 0; i < ENDLESS_MB; i++) screen.write(filler(i));
    expect(memoryInUse() - before).toBeLessThan(MB);
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

  test("of 100 000 links 5000 are kept, all of their text, and none with an endless address", () => {
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

  test("the latest links are kept, and long ones for a shorter time", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    const link = (address: string): string => `\x1b]8;;${address}\x1b\\l\x1b]8;;\x1b\\`;
    const linked = (): string[] =>
      [...screen.snapshot().screen.matchAll(/\x1b\]8;;([^\x1b]+)/g)].map(([, address = ""]) => address);
    screen.write(`${link("first")}\x1b[H\x1b[B${link("x").repeat(20)}`.replace("x", "second"));
    screen.write(`\r${link("x").repeat(4_970)}\x1b[3;1H${link("third")}`);
    expect(linked()).toContain("first");
    screen.write(`\x1b[4;1H${link("fourth").repeat(10)}`);
    expect(linked()).not.toContain("first");
    expect(linked()).toContain("third");
    screen.write(`\x1b[5;1H${link("y".repeat(4000)).repeat(530)}\r${link("last")}`);
    expect(linked()).not.toContain("third");
    expect(linked()).toContain("last");
  });

  test("parts of one link are one link", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    screen.write("\x1b]8;id=a;https://x/\x1b\\part\x1b]8;;\x1b\\\r\n".repeat(3));
    const lines = [0, 1, 2].map((row) => screen.terminal.buffer.active.getLine(row));
    const links = lines.map((line) => line && cellAt(line, 0)?.extended.urlId);
    expect(links).toEqual([1, 1, 1]);
  });

  test("one id with two addresses is two links, and each leads where it says", () => {
    using screen = new Screen({ cols: 40, rows: 5 });
    const link = (address: string): string => `\x1b]8;id=a;https://${address}/\x1b\\${address}\x1b]8;;\x1b\\`;
    screen.write(`${link("x")}${link("y")}${link("x")}`);
    const addresses = [...screen.snapshot().screen.matchAll(/\x1b\]8;[^;]*;([^\x1b]+)/g)].map(([, address]) => address);
    expect(addresses).toEqual(["https://x/", "https://y/", "https://x/"]);
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
