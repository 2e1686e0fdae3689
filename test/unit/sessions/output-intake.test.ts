import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OutputIntake } from "../../../electron/sessions/output-intake.ts";

let texts: string[];
let intake: OutputIntake;

beforeEach(() => {
  vi.useFakeTimers();
  texts = [];
  intake = new OutputIntake((text) => texts.push(text.toString()));
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = (): unknown => vi.runAllTimers();

it("hands on what comes in one turn of the loop as one text", () => {
  for (const text of ["one ", "two ", "three"]) intake.add(Buffer.from(text));
  expect(texts).toEqual([]);
  turn();
  expect(texts).toEqual(["one two three"]);
  intake.add(Buffer.from("next"));
  turn();
  expect(texts).toEqual(["one two three", "next"]);
});

it("hands on at once when it is flushed, and then nothing twice", () => {
  intake.add(Buffer.from("now"));
  intake.flush();
  expect(texts).toEqual(["now"]);
  intake.flush();
  turn();
  expect(texts).toEqual(["now"]);
});

it("waits for the rest of a character that is cut, and tells of no empty text", () => {
  const [first, ...rest] = Buffer.from("é");
  intake.add(Buffer.from([first ?? 0]));
  turn();
  expect(texts).toEqual([]);
  intake.add(Buffer.from(rest));
  turn();
  expect(texts).toEqual(["é"]);
});

it("at the end it hands on all text, with a replacement character for a character that was cut", () => {
  intake.add(Buffer.from([0x61, 0xe2, 0x82]));
  intake.end();
  expect(texts).toEqual(["a", "\ufffd"]);
  intake.end();
  turn();
  expect(texts).toHaveLength(2);
});

it("hands on much ASCII as bytes, and text where there is anything else", () => {
  const kinds: string[] = [];
  const other = new OutputIntake((text) => kinds.push(typeof text));
  const much = "x".repeat(32 * 1024);
  other.add(Buffer.from(much));
  other.add(Buffer.from(`${much}é`));
  other.add(Buffer.from([0xc3]));
  other.flush();
  other.add(Buffer.from(`\xa9${much}`, "latin1"));
  other.add(Buffer.from(much));
  expect(kinds).toEqual(["object", "string", "string", "object"]);
});

it("leaves the bytes to the caller, whatever their number, and keeps their order", () => {
  const bytes = Buffer.alloc(64 * 1024);
  for (const [letter, length] of [
    ["a", 10],
    ["b", 64 * 1024],
    ["c", 10],
    ["d", 32 * 1024],
  ] as const) {
    intake.add(bytes.fill(letter).subarray(0, length));
    bytes.fill("!");
  }
  turn();
  expect(texts.join("")).toBe(`${"a".repeat(10)}${"b".repeat(64 * 1024)}${"c".repeat(10)}${"d".repeat(32 * 1024)}`);
});
