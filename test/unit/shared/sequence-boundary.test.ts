import headless from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { nextState, State } from "../../../shared/escape-grammar.ts";
import { MAX_SEQUENCE_LENGTH, SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { Random } from "../../support/random.ts";
import { randomStream } from "../../support/terminal-streams.ts";

/** xterm's own transition table: the next state is in the low four bits. */
function xtermTable(): Uint8Array {
  const terminal = new headless.Terminal({ allowProposedApi: true });
  type Core = { _inputHandler: { _parser: { _transitions: { table: Uint8Array } } } };
  return (terminal as unknown as { _core: Core })._core._inputHandler._parser._transitions.table;
}

function cutEverywhere(stream: string): string[] {
  return Array.from({ length: stream.length + 1 }, (_, at) => {
    const boundary = new SequenceBoundary();
    return boundary.take(stream.slice(0, at));
  });
}

test("F11: the state machine is xterm's, for every state and character", () => {
  const table = xtermTable();
  const different: string[] = [];
  for (const state of Object.values(State)) {
    for (let code = 0; code <= 0xa1; code++) {
      // ESC in a string goes on to an escape sequence, which the table leaves to the parser's code.
      const next = code === 0x1b ? State.ESCAPE : (table[(state << 8) | Math.min(code, 0xa0)] ?? 0) & 15;
      if (nextState(state, code) !== next) different.push(`${state} ${code.toString(16)}`);
    }
  }
  expect(different).toEqual([]);
});

describe("F11: a stream is cut only between sequences", () => {
  test.each([
    ["CSI", "ab\x1b[1;31mc", ["", "a", "ab", "ab", "ab", "ab", "ab", "ab", "ab", "ab\x1b[1;31m", "ab\x1b[1;31mc"]],
    ["C1 CSI", "a\x9b1mb", ["", "a", "a", "a", "a\x9b1m", "a\x9b1mb"]],
    ["OSC with BEL", "\x1b]0;t\x07x", ["", "", "", "", "", "", "\x1b]0;t\x07", "\x1b]0;t\x07x"]],
    ["OSC with ST", "\x1b]0;t\x1b\\x", ["", "", "", "", "", "", "", "\x1b]0;t\x1b\\", "\x1b]0;t\x1b\\x"]],
    ["DCS, which BEL does not end", "\x90q\x07\x9cx", ["", "", "", "", "\x90q\x07\x9c", "\x90q\x07\x9cx"]],
    ["a surrogate pair", "a😀b", ["", "a", "a", "a😀", "a😀b"]],
    ["CAN", "\x1b[1\x18x", ["", "", "", "", "\x1b[1\x18", "\x1b[1\x18x"]],
    ["a sequence that aborts another", "\x1b[1\x1b[2mx", ["", "", "", "", "", "", "", "\x1b[1\x1b[2m", "\x1b[1\x1b[2mx"]],
    ["ESC with an intermediate that looks like CSI", "\x1b([x", ["", "", "", "\x1b([", "\x1b([x"]],
  ])("%s", (_, stream, expected) => {
    expect(cutEverywhere(stream)).toEqual(expected);
  });

  test("whatever the chunks, everything comes out once and in order", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const stream = `${randomStream(random, 40, { cols: 80, rows: 24, malformed: true })}\x18.`;
      const boundary = new SequenceBoundary();
      let out = "";
      let taken = 0;
      for (const chunk of random.chunks(stream, 1, 5)) {
        out += boundary.take(chunk);
        taken += chunk.length;
        expect(out.length + boundary.heldLength).toBe(taken);
      }
      expect(out).toBe(stream);
    }
  });
});

describe("T4: sequences without an end", () => {
  const OPENERS = {
    OSC: "\x1b]0;",
    DCS: "\x1bPq",
    APC: "\x1b_G",
    PM: "\x1b^",
    SOS: "\x1bX",
    CSI: "\x1b[",
    "C1 OSC": "\x9d0;",
    "C1 DCS": "\x90q",
  };

  test.each(Object.entries(OPENERS))("%s: dropped once it is too long, and what follows it is shown", (_, opener) => {
    const boundary = new SequenceBoundary();
    const filler = "1".repeat(10_000);
    expect(boundary.take(`a${opener}`)).toBe("a");
    for (let i = 0; i < 20; i++) expect(boundary.take(filler)).toBe("");
    expect(boundary.heldLength).toBe(0);
    const end = opener === "\x1b[" ? "m" : "\x1b\\";
    expect(boundary.take(`2${end}OK`).replace("\x1b\\", "")).toBe("OK");
    expect(boundary.take("more")).toBe("more");
  });

  test("never holds more than its limit", () => {
    const boundary = new SequenceBoundary();
    boundary.take("\x1b]0;");
    for (let i = 0; i < 100; i++) {
      boundary.take("x".repeat(1000));
      expect(boundary.heldLength).toBeLessThanOrEqual(MAX_SEQUENCE_LENGTH);
    }
  });

  test("a sequence that begins within a dropped one is kept, cut anywhere", () => {
    for (let at = 0; at <= 10; at++) {
      const boundary = new SequenceBoundary();
      boundary.take(`\x1bP${"x".repeat(MAX_SEQUENCE_LENGTH)}`);
      const tail = "yy\x1b[31mred";
      expect(boundary.take(tail.slice(0, at)) + boundary.take(tail.slice(at))).toBe("\x1b[31mred");
    }
  });

  test("one character at a time costs the same as all at once", () => {
    const boundary = new SequenceBoundary();
    boundary.take("\x1b]0;");
    // With a search from the beginning for every character this takes seconds.
    for (let i = 0; i < MAX_SEQUENCE_LENGTH - 4; i++) boundary.take("x");
    expect(boundary.take("\x07")).toHaveLength(MAX_SEQUENCE_LENGTH + 1);
  });
});
