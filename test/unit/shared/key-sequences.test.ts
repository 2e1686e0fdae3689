import { describe, expect, test } from "vitest";
import { parseSequence } from "../../../shared/escape-grammar.ts";
import { inputPieces, mouseButton } from "../../../shared/key-sequences.ts";
import { KEY_NAMES, keyToText } from "../../../shared/keys.ts";
import { Random, rounds } from "../../support/random.ts";

const MODES = [
  { applicationCursor: false, applicationKeypad: false },
  { applicationCursor: true, applicationKeypad: true },
];
/** Everything that is a key of its own and no plain character. */
const KEYS = MODES.flatMap((modes) =>
  KEY_NAMES.flatMap((name) => ["", "C-", "M-", "S-"].map((prefix) => keyOf(prefix + name, modes))),
).filter((key) => key !== undefined && !/^[ -~]$/.test(key) && !isAltWithSequence(key)) as string[];
const REPORTS = [
  "\x1b[<0;10;5M",
  "\x1b[<35;1;200m",
  "\x1b[M !!",
  "\x1b[MC\xa0\xa0",
  "\x1b[I",
  "\x1b[O",
  "\x1b[98;5:1u",
  "\x1b[?1;2c",
];
const TEXTS = ["ls", "grüße 🙂", "日本語", "[A", "O", "]0;x"];

/** Alt with a key that sends a control or a sequence looks like Escape and that key: two pieces. */
function isAltWithSequence(key: string): boolean {
  return /^\x1b[\x00-\x1f\x7f]/.test(key);
}

function keyOf(name: string, modes: (typeof MODES)[number]): string | undefined {
  try {
    return keyToText(name, modes);
  } catch {
    return undefined;
  }
}

test("input is taken apart where it was put together", () => {
  expect(new Set(KEYS).size).toBeGreaterThan(60);
  for (let seed = 1; seed <= rounds(2000); seed++) {
    const random = new Random(seed);
    // What comes after Escape is a key with Alt, and text after text is one run.
    const pieces = Array.from({ length: 20 }, () => random.pick([...KEYS, ...REPORTS]));
    const apart = pieces.flatMap((piece) => (piece === "\x1b" || random.chance(0.7) ? [piece] : [piece, random.pick(TEXTS)]));
    const whole = apart.join("");
    expect(inputPieces(whole).join("")).toBe(whole);
    if (!pieces.includes("\x1b")) expect(inputPieces(whole), JSON.stringify(whole)).toEqual(apart);
  }
});

test("control sequences are those of output", () => {
  for (const key of [...KEYS, ...REPORTS]) {
    if (!key.startsWith("\x1b[") || key === "\x1b[" || key.startsWith("\x1b[M")) continue;
    expect(parseSequence(key), JSON.stringify(key)).toMatchObject({ kind: "csi" });
  }
});

describe("mouse reports", () => {
  test.each([
    ["\x1b[<0;10;5M", 0],
    ["\x1b[<35;1;200m", 35],
    ["\x1b[M !!", 0],
    ["\x1b[MC!!", 35],
    ["\x1b[M", undefined],
    ["\x1b[A", undefined],
    ["M !!", undefined],
  ])("%j: button %s", (piece, button) => {
    expect(mouseButton(piece)).toBe(button);
  });
});
