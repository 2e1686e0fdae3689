/** A line may be as long as the scrollback. What is asked of its end must not look at all of it from each of its characters. */
import { expect, test } from "vitest";
import { LineSearch } from "../../../electron/screens/worker/line-search.ts";
import { RenderedText } from "../../../electron/screens/worker/rendered-text.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { lastLines } from "../../support/text-limit.ts";

const SIZE = { cols: 40, rows: 8 };
/** Each of these takes a second at most. Where each character is a beginning, they took from half a minute on. */
const WITHIN_MS = 10_000;

test.each([
  ["blanks and a letter", `${" ".repeat(SIZE.cols * 5000)}x`, ""],
  ["beginnings of pasted text", "[pasted text".repeat(30_000), ""],
  ["borders of fields and a letter, above a field", `${"|".repeat(SIZE.cols * 5000)}x`, "\r\n> "],
])("T2 a line that is all %s before the cursor", (_, line, after) => {
  using screen = new Screen(SIZE);
  screen.write("\x1b[?2004h");
  screen.write(line);
  const began = performance.now();
  screen.waits.start(1, { reader: "a", typed: "typed\r", evidence: true });
  screen.write(after);
  expect(screen.waits.evidence()).toHaveLength(1);
  screen.waits.end(1, { reader: "a", limit: lastLines(5), submitted: "typed\r" });
  expect(performance.now() - began).toBeLessThan(WITHIN_MS);
});

test("rows of blanks in lines that wrap, in the text of a recording", () => {
  const output = `${" \x1b[79b".repeat(85)}x\r\n${" \x1b[80b\r\n".repeat(55)}`.repeat(20);
  let text = "";
  using rendered = new RenderedText({ cols: 80, rows: 24 }, { take: (part) => (text += part), onlyVisible: false });
  const began = performance.now();
  rendered.output(output);
  rendered.finish();
  expect(performance.now() - began).toBeLessThan(WITHIN_MS);
  expect(text).toContain("x\n");
});

test("T2 waits at the end of a line as long as the scrollback", () => {
  using screen = new Screen({ cols: 200, rows: 24 });
  // Each cell of it must be looked at to know what a person sees.
  screen.write(`\x1b[8m${"x".repeat(200 * 10_000)}`);
  const began = performance.now();
  for (let wait = 1; wait <= 10; wait++) {
    screen.waits.start(wait, { reader: "a", typed: "typed\r", evidence: true });
    screen.waits.end(wait, { reader: "a", limit: lastLines(5) });
  }
  // They take two or three seconds. When each looked at the whole line several times, they took 37.
  expect(performance.now() - began).toBeLessThan(2 * WITHIN_MS);
});

test("a search in output without a line end", () => {
  const search = new LineSearch({ pattern: "zz\\d", context: 0, limit: 5, from: 1 });
  const piece = "é漢".repeat(500);
  const began = performance.now();
  for (let pieces = 0; pieces < 20_000; pieces++) search.take(piece);
  expect(search.result(true)).toMatchObject({ matches: 0, isComplete: true });
  // It takes a tenth of a second. When each piece copied all of the line before it, it took 37.
  expect(performance.now() - began).toBeLessThan(WITHIN_MS);
});
