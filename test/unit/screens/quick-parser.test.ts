import headless from "@xterm/headless";
import { expect, test } from "vitest";
import { useGraphemes } from "../../../electron/screens/worker/graphemes.ts";
import { QuickParser } from "../../../electron/screens/worker/quick-parser.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { installGuards } from "../../../shared/terminal-guards.ts";
import { Random, rounds } from "../../support/random.ts";
import { stateOf } from "../../support/screen-state.ts";
import { randomStream } from "../../support/terminal-streams.ts";

type Size = { readonly cols: number; readonly rows: number };

function terminalOf(size: Size): { terminal: headless.Terminal; heard: string[] } {
  const terminal = new headless.Terminal({ ...size, scrollback: 50, allowProposedApi: true, logLevel: "off" });
  const heard: string[] = [];
  useGraphemes(terminal);
  installGuards(terminal);
  terminal.onData((text) => heard.push(`reply ${text}`));
  terminal.onTitleChange((title) => heard.push(`title ${title}`));
  terminal.onBell(() => heard.push("bell"));
  terminal.onLineFeed(() => heard.push("line feed"));
  return { terminal, heard };
}

/** What the emulator makes of `pieces` by itself, and what it makes of them through the quick parser. */
function both(size: Size, pieces: readonly string[]): { expected: unknown; actual: unknown } {
  const plain = terminalOf(size);
  const quick = terminalOf(size);
  const parser = new QuickParser(quick.terminal);
  for (const piece of pieces) {
    internalsOf(plain.terminal)._inputHandler.parse(piece);
    parser.parse(piece);
  }
  const result = ({ terminal, heard }: typeof plain): unknown => ({ ...stateOf(terminal), heard });
  try {
    return { expected: result(plain), actual: result(quick) };
  } finally {
    plain.terminal.dispose();
    quick.terminal.dispose();
  }
}

test("whatever a program prints, the screen is the emulator's own", () => {
  for (let seed = 1; seed <= rounds(1500); seed++) {
    const random = new Random(seed);
    const size = { cols: random.int(2, 60), rows: random.int(1, 12) };
    const boundary = new SequenceBoundary();
    const stream = randomStream(random, 120, { ...size, malformed: random.chance(0.5), autowrap: true });
    const pieces = random.chunks(stream, 1, 400).map((chunk) => boundary.take(chunk));
    const { expected, actual } = both(size, pieces);
    expect(actual, `seed ${seed}`).toEqual(expected);
  }
});

test("more than one look's worth, cut anywhere", () => {
  for (let seed = 1; seed <= rounds(20); seed++) {
    const random = new Random(seed);
    const size = { cols: 80, rows: 24 };
    const line = (): string =>
      `\x1b[${random.int(1, 24)};1H\x1b[K\x1b[1;3${random.int(0, 7)}m${"step ".repeat(random.int(0, 20))}\x1b[0m\x1b[38;5;${random.int(0, 255)}mcolor${random.pick(["", "é", "字", "\x1b]0;t\x07"])}\x1b[4munder\x1b[24m\r\n`;
    const { expected, actual } = both(size, [Array.from({ length: 800 }, line).join("")]);
    expect(actual, `seed ${seed}`).toEqual(expected);
  }
});

test("text of all kinds that wraps, cut anywhere by the length of one look", () => {
  const parts = [
    "a",
    "🚀",
    "字",
    "e\u0301",
    "\ufeff",
    "\ud83d",
    "é and so on ",
    "x".repeat(30),
    "\x1b[7m",
    "\x1b(0q\x1b(B",
    "\u0600b",
    "\x85",
  ];
  for (let seed = 1; seed <= rounds(20); seed++) {
    const random = new Random(seed);
    const text = Array.from({ length: 6000 }, () => random.pick(parts)).join("");
    const { expected, actual } = both({ cols: random.int(2, 50), rows: 5 }, [text]);
    expect(actual, `seed ${seed}`).toEqual(expected);
  }
});

test("what waits for its other half, or for what it joins, at the end of a piece", () => {
  for (const pieces of [
    ["\ud83d", "l"],
    ["\ud83d\x1b[", "31ml"],
    ["\ud83d", "\ude00"],
    ["\u0600", "abc"],
    ["e", "\u0301x"],
    ["\x1b", "[1mA"],
    ["字", "a"],
  ]) {
    const { expected, actual } = both({ cols: 10, rows: 2 }, pieces);
    expect(actual, JSON.stringify(pieces)).toEqual(expected);
  }
});

test("parameters beyond what fits into a sequence, or a number", () => {
  const sequences = [
    `${"1;".repeat(40)}31m`,
    `${"9".repeat(400)}C`,
    "38;5;200;48;2;1;2;3m",
    ";;5H",
    "?1;7;25l",
    ">c",
    "4:3m",
    "?2026$p",
    "<u",
  ];
  const { expected, actual } = both(
    { cols: 40, rows: 8 },
    sequences.map((sequence) => `a\x1b[${sequence}b\r\n`),
  );
  expect(actual).toEqual(expected);
});

test("who registers for a sequence later is asked, and asked no more after it leaves", () => {
  const { terminal } = terminalOf({ cols: 20, rows: 4 });
  const parser = new QuickParser(terminal);
  const asked: string[] = [];
  for (const [name, id] of [
    ["known", { final: "K" }],
    ["unknown", { prefix: "<", final: "y" }],
  ] as const) {
    const sequence = `\x1b[${"prefix" in id ? id.prefix : ""}1${id.final}`;
    parser.parse(sequence);
    const registration = terminal.parser.registerCsiHandler(id, (params) => asked.push(`${name} ${params.join()}`) > 0);
    parser.parse(sequence);
    registration.dispose();
    parser.parse(sequence);
  }
  expect(asked).toEqual(["known 1", "unknown 1"]);
  terminal.dispose();
});

test.each([
  ["full resets", "\x1bc", { final: "c" }],
  ["screens full of E", "\x1b#8", { intermediates: "#", final: "8" }],
])("of %s that follow each other, one is carried out", (_, sequence, id) => {
  const { terminal } = terminalOf({ cols: 10, rows: 3 });
  let count = 0;
  terminal.parser.registerEscHandler(id, () => {
    count++;
    return false;
  });
  const parser = new QuickParser(terminal);
  parser.parse(`text${sequence.repeat(1000)}more${sequence.repeat(3)}`);
  // As many once more, for each boundary of what is looked at in one go.
  parser.parse(sequence.repeat(20_000));
  expect(count).toBeLessThan(16);
  terminal.dispose();
});
