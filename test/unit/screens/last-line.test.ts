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
