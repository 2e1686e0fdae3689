import { describe, expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { lastLines } from "../../support/text-limit.ts";

function screenWith(text: string, cols: number): Screen {
  const screen = new Screen({ cols, rows: 24 }, { scrollback: 2000 });
  for (let at = 0; at < text.length; at += 16_384) screen.write(text.slice(at, at + 16_384));
  return screen;
}

describe("F16 a resize to few columns", () => {
  test.each([2, 5, 40])("a line that fills the scrollback of a wide screen fits %i columns", (cols) => {
    using screen = screenWith(`${"a".repeat(300 * 2100)}\r\nend\r\n$ `, 300);
    screen.resize({ cols, rows: 24 });
    expect(screen.text(2).text).toBe("end\n$");
    expect(screen.terminal.buffer.active.length).toBeLessThanOrEqual(2024);
  });

  test("keeps the lines, and where something was typed", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n} ${"word ".repeat(n)}`.trimEnd());
    using screen = screenWith(`${lines.join("\r\n")}\r\n$ `, 200);
    screen.waits.start(1, { reader: "me", typed: "ls\r" });
    screen.resize({ cols: 7, rows: 10 });
    screen.write("ls\r\nfile\r\n$ ");
    expect(screen.text(100).text).toBe([...lines, "$ ls", "file", "$"].join("\n"));
    expect(screen.waits.end(1, { reader: "me", limit: lastLines(10) }).text).toBe("file\n$");
  });
});
