import { describe, expect, test } from "vitest";
import { Utf8Decoder } from "../../../electron/sessions/utf8-decoder.ts";
import { Random } from "../../support/random.ts";

/** The whole stream at once, by the WHATWG Encoding Standard. */
function whole(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function inChunks(chunks: readonly Uint8Array[]): string {
  const decoder = new Utf8Decoder();
  return chunks.map((chunk) => decoder.decode(Buffer.from(chunk))).join("") + decoder.end();
}

/** Every way to cut the bytes in two, and every byte on its own. */
function expectSameHoweverCut(bytes: Uint8Array): void {
  const expected = whole(bytes);
  for (let at = 0; at <= bytes.length; at++) {
    expect(inChunks([bytes.subarray(0, at), bytes.subarray(at)]), `${Buffer.from(bytes).toString("hex")} at ${at}`).toBe(
      expected,
    );
  }
  expect(inChunks([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(expected);
}

describe("F10: as the WHATWG decoder, however the stream is cut", () => {
  test("all pairs of bytes, with text after them", () => {
    const wrong: string[] = [];
    for (let first = 0x80; first <= 0xff; first++) {
      for (let second = 0; second <= 0xff; second++) {
        const bytes = Uint8Array.of(first, second, 0x41);
        const expected = whole(bytes);
        if (
          inChunks([bytes.subarray(0, 1), bytes.subarray(1)]) !== expected ||
          inChunks([bytes.subarray(0, 2), bytes.subarray(2)]) !== expected
        ) {
          wrong.push(`${first.toString(16)} ${second.toString(16)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["overlong slash, two bytes", [0xc0, 0xaf]],
    ["overlong slash, three bytes", [0xe0, 0x80, 0xaf]],
    ["overlong slash, four bytes", [0xf0, 0x80, 0x80, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a surrogate pair as in CESU-8", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
    ["over U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["bytes that never occur", [0xfe, 0xff, 0xf8, 0x88, 0x80, 0x80, 0x80]],
    ["continuations alone", [0x80, 0xbf, 0x80]],
    ["a lead after a lead", [0xe2, 0xe2, 0x82, 0xac]],
    ["a character cut by text", [0xf0, 0x9f, 0x98, 0x41]],
    ["a character cut by the end", [0x41, 0xf0, 0x9f, 0x98]],
    ["a byte order mark", [0xef, 0xbb, 0xbf, 0x41]],
    ["NUL and C1 as UTF-8", [0x00, 0xc2, 0x9b, 0xc2, 0x80]],
    ["emoji", [...Buffer.from("👨‍👩‍👧‍👦🇩🇪")]],
    ["CJK", [...Buffer.from("漢字かな交じり文")]],
    ["Latin-1", [...Buffer.from("Grüße aus Köln", "latin1")]],
  ])("%s", (_, bytes) => {
    expectSameHoweverCut(Uint8Array.from(bytes));
  });

  test("random bytes, mostly those that begin or continue characters", () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= 3000; seed++) {
      const random = new Random(seed);
      const bytes = Uint8Array.from({ length: random.int(1, 40) }, () =>
        random.chance(0.3)
          ? random.int(0, 0xff)
          : random.pick([0x41, 0x80, 0x9f, 0xa0, 0xbf, 0xc2, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf3, 0xf4, 0xf5]),
      );
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length;) {
        const length = random.int(0, 4);
        chunks.push(bytes.subarray(at, at + length));
        at += length;
      }
      if (inChunks(chunks) !== whole(bytes)) wrong.push(Buffer.from(bytes).toString("hex"));
    }
    expect(wrong).toEqual([]);
  });

  test("does not keep the reader's buffer alive", () => {
    const decoder = new Utf8Decoder();
    const chunk = Buffer.from([0x41, 0xe2, 0x82]);
    expect(decoder.decode(chunk)).toBe("A");
    chunk.fill(0);
    expect(decoder.decode(Buffer.from([0xac]))).toBe("€");
  });
});
