import { expect, test } from "vitest";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { sliceAt, withoutRepeats } from "../../../electron/screens/worker/slices.ts";

function slices(text: string, length: number): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length; at += all.at(-1)?.length ?? 0) all.push(sliceAt(text, at, length));
  return all;
}

test("ordinary output is cut by its length alone", () => {
  expect(slices("\x1b[2Jabc".repeat(1000), 3000).map(({ length }) => length)).toEqual([3000, 3000, 1000]);
  expect(sliceAt("abc", 3, 10)).toBe("");
});

test.each(["\x1bcx", "x\x1b#8"])("a slice has a few of %j, and all slices together are the output", (sequence) => {
  const text = sequence.repeat(1000);
  const all = slices(text, 16 * 1024);
  expect(all.join("")).toBe(text);
  expect(Math.max(...all.map(({ length }) => length / sequence.length))).toBe(8);
});

test("sequences that redo the screen count as one where they follow each other, and one is left of them", () => {
  const text = `\x1bc\x1bcx${"\x1bc".repeat(1000)}\x1b#8\x1b#8\x1b#8\x1bc\x1b#8y\x1bc`;
  expect(sliceAt(text, 0, 16 * 1024)).toBe(text);
  expect(withoutRepeats(text)).toBe("\x1bcx\x1bc\x1b#8\x1bc\x1b#8y\x1bc");
  expect(withoutRepeats("\x1bcx\x1bc")).toBe("\x1bcx\x1bc");
});

test.each(["\x1b[31mred", "\x1b[?1049hin the other buffer", "\x1b]0;a title that is cut", "\x1bPq cut", "\x1b[4", "\x1b"])(
  "a flood of resets leaves what one leaves, after %j",
  (before) => {
    const [one, many] = [1, 100_000].map((count) => {
      using screen = new Screen({ cols: 40, rows: 6 }, { scrollback: 100 });
      screen.write(`${"line\r\n".repeat(9)}${before}`);
      screen.write(`${"\x1bc".repeat(count)}after`);
      return [screen.text(10), screen.snapshot().screen, screen.state()];
    });
    expect(many).toEqual(one);
  },
);
