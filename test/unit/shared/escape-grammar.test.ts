/** One grammar: whoever looks for sequences finds the same ones. */
import { describe, expect, test } from "vitest";
import { QueryFilter } from "../../../electron/cli/query-filter.ts";
import { PassingText } from "../../../electron/screens/worker/passing-text.ts";
import { parseSequence, SEQUENCE_SOURCE } from "../../../shared/escape-grammar.ts";
import { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { stripSequences } from "../../../shared/strip-sequences.ts";
import { Random, rounds } from "../../support/random.ts";
import { scan } from "../../support/sequence-scan.ts";
import { randomStream } from "../../support/terminal-streams.ts";

/** One of each kind of character that the grammar knows. */
const ALPHABET = [
  "\x1b",
  "[",
  "]",
  "P",
  "_",
  "(",
  "\\",
  "m",
  "1",
  "<",
  " ",
  "\n",
  "\x07",
  "\x7f",
  "\x18",
  "\x84",
  "\x9b",
  "\x9c",
  "\x9d",
  "\x90",
  "é",
];

function* allTexts(length: number): Generator<string> {
  if (length === 0) return yield "";
  for (const text of allTexts(length - 1)) for (const character of ALPHABET) yield text + character;
}

function* randomTexts(count: number): Generator<string> {
  for (let seed = 1; seed <= count; seed++) {
    const random = new Random(seed);
    const stream = randomStream(random, 40, { cols: 80, rows: 24, malformed: true });
    const noise = Array.from({ length: 60 }, () => random.pick(ALPHABET)).join("");
    yield random.chance(0.5) ? stream : noise + stream;
  }
}

/** All short texts, and long ones at random. */
function* texts(): Generator<string> {
  yield* allTexts(3);
  yield* randomTexts(rounds(3000));
}

/** What is left of a text without its sequences. */
function outside(text: string): string {
  const { inside } = scan(text);
  return Array.from({ length: text.length }, (_, at) => (inside[at] ? "" : text.charAt(at))).join("");
}

test("the expression finds the sequences that the state machine finds", () => {
  for (const text of texts()) {
    const { starts, inside } = scan(text);
    const found = [...text.matchAll(new RegExp(SEQUENCE_SOURCE, "g"))];
    const covered = Array.from({ length: text.length }, () => false);
    for (const { index, 0: match } of found) covered.fill(true, index, index + match.length);
    expect(
      found.map(({ index }) => index),
      JSON.stringify(text),
    ).toEqual(starts);
    expect(covered, JSON.stringify(text)).toEqual(inside);
  }
});

test("a stream is cut at the last place where nothing is open", () => {
  for (const text of texts()) {
    const boundary = new SequenceBoundary();
    const isHalf = /[\ud800-\udbff]$/.test(text);
    const last = scan(text).cuts.findLast((at) => !isHalf || at < text.length);
    expect(boundary.take(text).length, JSON.stringify(text)).toBe(last);
  }
});

test("stripping leaves what is outside of sequences, without controls", () => {
  for (const text of texts()) {
    expect(stripSequences(text), JSON.stringify(text)).toBe(outside(text).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, ""));
  }
});

test("what passes to a person's terminal is what is outside of sequences, and whole sequences that it may have", () => {
  for (const text of texts()) {
    // Whatever is open is broken off, so that nothing is held back.
    const whole = `${text}\x18`;
    const passed = new QueryFilter().push(whole);
    // Controls inside of a sequence come before it; they are compared apart.
    const shown = (part: string): string => stripSequences(part).replace(/[\t\r\n]/g, "");
    expect(shown(passed), JSON.stringify(text)).toBe(shown(whole));
    for (const [sequence] of passed.matchAll(new RegExp(SEQUENCE_SOURCE, "g"))) {
      expect(parseSequence(sequence), JSON.stringify([text, sequence])).toBeDefined();
    }
  }
});

test("text that passes by is found where it stands, and nowhere inside of a sequence", () => {
  for (const text of randomTexts(rounds(3000))) {
    const { inside } = scan(text);
    const expected = [...text.matchAll(/[0-9a-z]/g)].map(({ index }) => index).filter((at) => !inside[at]);
    const stops = new PassingText(/[0-9a-z]/).stops(text);
    expect(stops, JSON.stringify(text)).toEqual(expected.slice(0, stops.length).map((at) => at + 1));
    expect(stops.length, JSON.stringify(text)).toBe(Math.min(expected.length, 64));
  }
});

describe("a sequence taken apart", () => {
  test.each([
    ["\x1b[?25;1006h", { kind: "csi", prefix: "?", parameters: "25;1006", intermediates: "", final: "h" }],
    ["\x9b2 q", { kind: "csi", prefix: "", parameters: "2", intermediates: " ", final: "q" }],
    ["\x1b[4:3\n1m", { kind: "csi", prefix: "", parameters: "4:31", intermediates: "", final: "m" }],
    ["\x1b]0;a;b\x07", { kind: "osc", body: "0;a;b" }],
    ["\x9d0;é\x1b\\", { kind: "osc", body: "0;é" }],
    ["\x1bPq~\x07~\x9c", { kind: "dcs", body: "q~\x07~" }],
    ["\x1b(0", { kind: "escape", intermediates: "(", final: "0" }],
    ["\x1b\\", { kind: "escape", intermediates: "", final: "\\" }],
  ])("%j", (text, expected) => {
    expect(parseSequence(text)).toEqual(expected);
  });

  test.each([["\x1b[<1>2m"], ["\x1b[1"], ["\x1b]0;a"], ["\x1bPq\x07"], ["\x1b_x\x1b\\"], ["\x1b(("], ["\x1b"], ["\x1bP"]])(
    "%j is none that is whole and has a meaning",
    (text) => {
      expect(parseSequence(text)).toBeUndefined();
    },
  );
});
