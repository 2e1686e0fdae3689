import { expect, test } from "vitest";
import { AsciiBytes } from "../../../electron/sessions/ascii-bytes.ts";
import { CastBytes } from "../../../electron/recording/cast-bytes.ts";
import { encodeEvent } from "../../../shared/asciicast.ts";
import { Random, rounds } from "../../support/random.ts";

test.each([
  ["lines", "a line of a build\r\n".repeat(5000)],
  ["quotes and backslashes", 'C:\\new\\"text"\n\r\t'.repeat(5000)],
  ["sequences", "\x1b[31mred\x1b[m\x07\0".repeat(5000)],
  ["characters that a slice would cut", `x${"😀".repeat(20_000)}`],
  ["halves of characters", "\ud83d".repeat(20_000)],
  ["more than there is room for", "ひ\n".repeat(800_000)],
])("long output is written as any other: %s", (_, text) => {
  const bytes = new CastBytes();
  bytes.add(1234, { kind: "marker", label: "before" });
  bytes.add(5, { kind: "output", text });
  const [before, line, end] = bytes.bytes.toString().split("\n");
  expect([before, end]).toEqual(['[1.234,"m","before"]', ""]);
  expect(`${line}\n`).toBe(encodeEvent(5, { kind: "output", text }));
  bytes.clear();
  bytes.add(0, { kind: "output", text: "short" });
  expect(bytes.bytes.toString()).toBe('[0.000,"o","short"]\n');
});

test.each([
  ["a flood", "a line of a build\r\n".repeat(20_000)],
  ["what takes most room", '\x1b\0"'.repeat(100_000)],
])("output that is kept as bytes is written as text is: %s", (_, text) => {
  const bytes = new CastBytes();
  bytes.add(5, { kind: "output", text: new AsciiBytes(Buffer.from(text)) });
  bytes.add(6, { kind: "output", text: new AsciiBytes(Buffer.from("short")) });
  expect(bytes.bytes.toString()).toBe(
    encodeEvent(5, { kind: "output", text }) + encodeEvent(6, { kind: "output", text: "short" }),
  );
});

const PARTS = ["x", "a line", "\r\n", "\n", "\r", "\t", '"', "\\", "\x1b[m", "\0", "é", "日本", "😀", "\ud83d", "\ude00"];

test("whatever is printed, the same JSON comes of it", () => {
  for (let seed = 0; seed < rounds(50); seed++) {
    const random = new Random(seed);
    const some = PARTS.filter(() => random.chance(0.3)).concat("x");
    const text = Array.from({ length: 30_000 }, () => random.pick(some)).join("");
    const bytes = new CastBytes();
    bytes.add(0, { kind: "output", text });
    expect(JSON.parse(bytes.bytes.toString()), `seed ${seed}`).toEqual([0, "o", text]);
  }
});
