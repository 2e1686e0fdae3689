import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";

const SIZE = { cols: 20, rows: 4 };
const SCROLLBACK = 10;

/** A screen that shows the numbers from 1. */
function counted(to: number): Screen {
  const screen = new Screen(SIZE, { scrollback: SCROLLBACK });
  const text = Array.from({ length: to }, (_, index) => `${index + 1}\r\n`).join("");
  screen.write(text.slice(screen.takeUnseen(text).length));
  return screen;
}

test("who asks for more lines than the scrollback has learns that there were others", () => {
  using full = counted(1000);
  expect(full.text(100)).toMatchObject({ text: expect.stringMatching(/^988\n/) as string, isBeginningGone: true });
  expect(full.text(3, 1000, true)).toMatchObject({ text: "988\n989\n990", isBeginningGone: true });
  expect(full.text(5)).not.toHaveProperty("isBeginningGone");
});

test("… but not where nothing is gone, where the screen was cleared, and in a full-screen program", () => {
  using short = counted(13);
  expect(short.text(100)).not.toHaveProperty("isBeginningGone");
  using cleared = counted(1000);
  cleared.write("\x1b[H\x1b[2J\x1b[3Jnew");
  expect(cleared.text(100)).toMatchObject({ text: "new", omittedLines: 0 });
  expect(cleared.text(100)).not.toHaveProperty("isBeginningGone");
  using fullScreen = counted(1000);
  fullScreen.write("\x1b[?1049h\x1b[H\x1b[2Jvim");
  expect(fullScreen.text(100)).not.toHaveProperty("isBeginningGone");
});

test("of a last line that is longer than the limit, its end is read, and it is counted with the lines before it", () => {
  using screen = new Screen(SIZE, { scrollback: 1000 });
  screen.write(`one\r\ntwo\r\n${"x".repeat(500 * SIZE.cols)}end`);
  const { text, omittedLines } = screen.text(100, 300);
  expect({ text, omittedLines }).toEqual({ text: `…${"x".repeat(294)}end`, omittedLines: 3 });
  expect(screen.text(100, 300, true)).toMatchObject({ text: `one\ntwo\n${"x".repeat(289)}…`, omittedAtEnd: 1 });
  expect(screen.text(100)).toMatchObject({ text: expect.stringMatching(/^one\ntwo\nx+end$/) as string, omittedLines: 0 });
});

test("a part of the line that has no room is told where the whole lines take little of it", () => {
  using screen = new Screen(SIZE, { scrollback: 1000 });
  screen.write(`${"ä".repeat(50 * SIZE.cols)}\r\nDONE\r\n`);
  expect(screen.text(100, 50)).toMatchObject({ text: `…${"ä".repeat(21)}\nDONE`, omittedLines: 1 });
  expect(screen.text(1, 50), "one line is asked for").toMatchObject({ text: "DONE", omittedLines: 1 });
  expect(screen.text(100, 50, true)).toMatchObject({ text: `${"ä".repeat(23)}…`, omittedAtEnd: 2 });
  expect(screen.text(100, 8)).toMatchObject({ text: "DONE", omittedLines: 1 });
});
