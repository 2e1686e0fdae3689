import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";

function lines(text: string): { lastLine: string; wholeLastLine: string } {
  using screen = new Screen({ cols: 20, rows: 6 });
  screen.write(text);
  const { lastLine, wholeLastLine } = screen.state();
  return { lastLine, wholeLastLine };
}

test("the last line of a message that wraps is the whole message", () => {
  expect(lines("above\r\nThe file was not found\r\n\r\n")).toEqual({
    lastLine: "nd",
    wholeLastLine: "The file was not found",
  });
});

test("without a wrap, both are the last row in use", () => {
  expect(lines("above\r\n  below  \r\n\r\n")).toEqual({ lastLine: "below", wholeLastLine: "below" });
  expect(lines("")).toEqual({ lastLine: "", wholeLastLine: "" });
});

test("of a line without end, the rows at its end count", () => {
  const { wholeLastLine } = lines(`${"x".repeat(10_000)}END`);
  expect(wholeLastLine.length).toBeLessThanOrEqual(160);
  expect(wholeLastLine).toMatch(/^x+END$/);
});

test("what a pager says of itself is a line of its own, also where the page ends within a line that wraps", () => {
  // As less writes it: a blank makes the terminal wrap, and the words stand in its place.
  const page = `\x1b[?1049h1\r\n2\r\n3\r\n${"x".repeat(20)} \b${"x".repeat(20)} \b`;
  for (const [words, seen] of [
    ["\x1b[7mnotes.txt\x1b[27m\x1b[K", "notes.txt"],
    [":\x1b[K", ":"],
    ["\x1b[7m(END)\x1b[27m\x1b[K", "(END)"],
  ] as const) {
    using screen = new Screen({ cols: 20, rows: 6 });
    screen.write(page + words);
    expect(screen.state().wholeLastLine).toBe(seen);
    const place = screen.restingPlace();
    expect(place.line).toBe(seen);
    expect(place.lines.at(-1)).toBe(seen);
  }
});

test("reverse video that wraps is one line", () => {
  const words = "Shall all of it be deleted?";
  expect(lines(`\r\n\n\n\n\x1b[7m${words}\x1b[27m`).wholeLastLine).toBe(words);
});
