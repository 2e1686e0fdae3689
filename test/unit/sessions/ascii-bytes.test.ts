import { expect, test } from "vitest";
import { AsciiBytes } from "../../../electron/sessions/ascii-bytes.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

test("it is the text of a copy of the bytes", () => {
  const bytes = bytesOf("some output");
  const text = new AsciiBytes(bytes);
  bytes.fill("!");
  expect(text.toString()).toBe("some output");
  expect(text.length).toBe(11);
  for (const [from, to] of [[0], [5], [-6], [0, 4], [5, 100], [4, 4]] as const)
    expect(text.slice(from, to)).toBe("some output".slice(from, to));
});

test("what is freed is for what comes next, if that fits and is no less than half as long", async () => {
  // The memory that is kept belongs to the module, and the tests of other files in this process free some, too.
  const path = "../../../electron/sessions/ascii-bytes.ts?own";
  const own = (await import(path)) as { AsciiBytes: typeof AsciiBytes };
  const first = new own.AsciiBytes(bytesOf("a".repeat(50_000)));
  const memory = first.bytes.buffer;
  first.free();
  expect(new own.AsciiBytes(bytesOf("b".repeat(20_000))).bytes.buffer).not.toBe(memory);
  expect(new own.AsciiBytes(bytesOf("c".repeat(70_000))).bytes.buffer).not.toBe(memory);
  const next = new own.AsciiBytes(bytesOf("d".repeat(40_000)));
  expect(next.bytes.buffer).toBe(memory);
  expect(next.toString() === "d".repeat(40_000)).toBe(true);
  expect(new own.AsciiBytes(bytesOf("e".repeat(40_000))).bytes.buffer, "it is taken once").not.toBe(memory);
});
