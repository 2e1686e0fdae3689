import { Terminal } from "@xterm/headless";
import { expect, test } from "vitest";
import { installCountClamp } from "../../../shared/terminal-guards.ts";

/** A count no terminal has ever needed (security.md T1). */
const HUGE = `1${"0".repeat(30)}`;

function createTerminal(): Terminal {
  const terminal = new Terminal({ cols: 200, rows: 50, scrollback: 2000, allowProposedApi: true });
  installCountClamp(terminal);
  return terminal;
}

function write(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve) => terminal.write(text, resolve));
}

test.each(["S", "T", "L", "M", "b"])("T1: CSI 10^30 %s costs at most 50 ms", async (final) => {
  const terminal = createTerminal();
  await write(terminal, "warm");
  const before = performance.now();
  await write(terminal, `x\x1b[${HUGE}${final}`);
  expect(performance.now() - before).toBeLessThan(50);
  await write(terminal, "\x1b[H\x1b[2JOK");
  expect(terminal.buffer.active.getLine(terminal.buffer.active.baseY)?.translateToString(true)).toBe("OK");
});

test("counts the screen can hold are left alone", async () => {
  const terminal = createTerminal();
  await write(terminal, "one\r\ntwo\r\nthree\x1b[2S\x1b[H=\x1b[4b");
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe("=====");
});

test("a terminal without the hook is refused loudly", () => {
  expect(() => installCountClamp({ cols: 80, rows: 24 })).toThrow("_core.registerCsiHandler");
});
