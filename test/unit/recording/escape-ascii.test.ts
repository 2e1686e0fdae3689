import { expect, test } from "vitest";
import { escapeAscii, MOST_PER_BYTE } from "../../../electron/recording/escape-ascii.ts";
import { Random, rounds } from "../../support/random.ts";

const CODES = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** With one byte beyond the room, which must stay. */
function escaped(text: string, at = 0): string {
  const into = Buffer.alloc(at + MOST_PER_BYTE * text.length + 1, "!");
  const end = escapeAscii(new Uint8Array(Buffer.from(text, "latin1")), into, at);
  expect(into.at(-1)).toBe("!".charCodeAt(0));
  return into.toString("latin1", at, end);
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

test("each character as JSON.stringify writes it, wherever it stands in a word", () => {
  for (const code of CODES)
    for (const before of ["", "x", "xy", "xyz", "wxyz"])
      for (const after of ["", "a", "ab", "abcdefg"])
        expect(escaped(before + code + after, before.length)).toBe(inJson(before + code + after));
});

test("any text", () => {
  for (let seed = 0; seed < rounds(100); seed++) {
    const random = new Random(seed);
    const codes = random.chance(0.5) ? CODES : ["a", "b", " ", "\r\n", '"'];
    const text = Array.from({ length: random.int(0, 300) }, () => random.pick(codes)).join("");
    expect(escaped(text), `seed ${seed}`).toBe(inJson(text));
  }
});
