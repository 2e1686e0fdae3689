/** Where inputs were typed, in rows that scroll, wrap anew and go. */
import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\r\n`).join("");

/** The text of the row in which a mark stands; undefined when it is gone. */
function textAt(screen: Screen, mark: number): string | undefined {
  const found = screen.marks.fromEnd().find(([each]) => each === mark);
  if (!found) return undefined;
  const { normal } = screen.terminal.buffer;
  return normal.getLine(normal.length - found[1])?.translateToString(true);
}

test("a mark stays with its line while others come, however they come", () => {
  using screen = new Screen({ cols: 80, rows: 24 });
  screen.write("$ ");
  screen.marks.note(1);
  screen.write(`make\r\n${lines(30)}$ `);
  screen.marks.note(2);
  screen.write(`make test\r\n${lines(5)}`);
  expect(textAt(screen, 1)).toBe("$ make");
  expect(textAt(screen, 2)).toBe("$ make test");
  const flood = lines(6000);
  const { length } = screen.takeUnseen(flood);
  screen.write(flood.slice(length));
  expect(length).toBeGreaterThan(0);
  expect(textAt(screen, 2)).toBe("$ make test");
});

test("a mark is gone when its line has left the scrollback", () => {
  using screen = new Screen({ cols: 80, rows: 24 }, { scrollback: 10 });
  screen.marks.note(1);
  screen.write(`$ make\r\n${lines(60)}`);
  screen.marks.note(2);
  expect(screen.marks.fromEnd().map(([mark]) => mark)).toEqual([2]);
});

test("a mark stays with its line when a resize wraps it, also one in a wrapped row", () => {
  using screen = new Screen({ cols: 40, rows: 10 });
  screen.write("x".repeat(60));
  screen.marks.note(1);
  screen.write("\r\nshort ");
  screen.marks.note(2);
  screen.write(lines(3));
  screen.resize({ cols: 20, rows: 10 });
  expect(textAt(screen, 1)).toBe("x".repeat(20));
  expect(textAt(screen, 2)).toBe("short line 0");
});

test("a full-screen program has no rows that stay", () => {
  using screen = new Screen({ cols: 80, rows: 24 });
  screen.write("\x1b[?1049h");
  screen.marks.note(1);
  expect(screen.marks.fromEnd()).toEqual([]);
});
