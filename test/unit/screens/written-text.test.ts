import { expect, test } from "vitest";
import { writtenText } from "../../../electron/screens/worker/written-text.ts";

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

test("a text is the same however it comes, and each leaves those before it as they are", () => {
  const lines = "a line of a build\r\n".repeat(5000);
  const styled = "\x1b[1mbold\x1b[m\r\n".repeat(3000);
  const texts = [
    writtenText([bytesOf(lines)]),
    writtenText([bytesOf(styled.slice(0, 7)), bytesOf(styled.slice(7))]),
    writtenText("漢字"),
    writtenText([bytesOf("")]),
    writtenText([bytesOf(lines.slice(0, 30_001)), bytesOf(lines.slice(30_001, 30_002)), bytesOf(lines.slice(30_002))]),
  ];
  expect(texts.map(({ text }) => text)).toEqual([lines, styled, "漢字", "", lines]);
  expect(texts.map(({ text, known }) => known?.rows(0, text.length, { cols: 1000, column: 0 }))).toEqual([
    5000,
    3000,
    undefined,
    0,
    5000,
  ]);
});
