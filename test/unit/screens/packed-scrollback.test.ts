/** A scrollback that is packed is the scrollback that a plain emulator has. */
import type { Terminal } from "@xterm/headless";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "../../../electron/screens/worker/emulator.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { resizeEmulator } from "../../../electron/screens/worker/resize-emulator.ts";
import { Screen } from "../../../electron/screens/worker/screen.ts";
import { SequenceBoundary } from "../../../shared/sequence-boundary.ts";
import { linesWithin } from "../../../shared/lines-within.ts";
import type { Size } from "../../../shared/protocol.ts";
import { installGuards } from "../../../shared/terminal-guards.ts";
import { Random, rounds } from "../../support/random.ts";
import { stateOf } from "../../support/screen-state.ts";
import { randomStream } from "../../support/terminal-streams.ts";
import { lastLines } from "../../support/text-limit.ts";

/** Room for more rows than are kept unpacked, and little enough to be filled. */
const SCROLLBACK = 180;
const CLEARS = ["\x1b[3J", "\x1b[H\x1b[2J\x1b[3J", "\x1bc", "\x1b[?1049h", "\x1b[?1049l", "\x1b[2J"];
/** What rows keep apart from their cells: underlines and their colors, links. */
const APART = [
  "\x1b[4:3m",
  "\x1b[4:2;58:5:9m",
  "\x1b[24m",
  "\x1b]8;;https://a.test\x07",
  "\x1b]8;id=b;https://b.test\x07",
  "\x1b]8;;\x07",
];

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** An emulator with nothing packed. */
class PlainScreen implements Disposable {
  readonly terminal: Terminal;
  readonly #boundary = new SequenceBoundary();

  constructor(size: Size) {
    this.terminal = createEmulator(size, SCROLLBACK);
    installGuards(this.terminal);
  }

  write(text: string): void {
    internalsOf(this.terminal)._inputHandler.parse(this.#boundary.take(text));
  }

  resize(size: Size): void {
    resizeEmulator(this.terminal, size);
  }

  [Symbol.dispose](): void {
    this.terminal.dispose();
  }
}

/**
 * ED 1 in the last column of xterm.js 6.0.0 takes the row of the viewport for one of the whole
 * buffer, and marks a row of the scrollback as not wrapped. A packed row is safe from that.
 */
function withoutStrayWrites(terminal: Terminal): void {
  for (const prefix of [undefined, "?"]) {
    terminal.parser.registerCsiHandler(
      { final: "J", ...(prefix !== undefined && { prefix }) },
      ([mode]) => mode === 1 && terminal.buffer.active.cursorX >= terminal.cols - 1,
    );
  }
}

function lines(random: Random, count: number): string {
  const line = (): string => {
    const color = random.chance(0.5) ? `\x1b[${random.int(30, 37)};${random.int(40, 47)}m` : "";
    const words = Array.from({ length: random.int(0, 20) }, () => `${random.chance(0.1) ? random.pick(APART) : ""}word `);
    return `${color}${words.join("")}${random.pick(["", "é", "漢字", "e\u0301", "\t|"])}\x1b[m\x1b]8;;\x07\r\n`;
  };
  return Array.from({ length: count }, line).join("");
}

test("whatever a program prints and however it is resized, cleared and packed meanwhile", () => {
  let packed = 0;
  for (let seed = 1; seed <= rounds(250); seed++) {
    const random = new Random(seed);
    const sizeOf = (): Size => ({ cols: random.int(2, 60), rows: random.int(1, 12) });
    const size = sizeOf();
    using plain = new PlainScreen(size);
    using screen = new Screen(size, { scrollback: SCROLLBACK });
    for (const { terminal } of [plain, screen]) withoutStrayWrites(terminal);
    for (let step = 0; step < 25; step++) {
      const kind = random.int(0, 9);
      if (kind === 0) {
        const next = random.chance(0.3) ? { cols: screen.size.cols, rows: random.int(1, 12) } : sizeOf();
        plain.resize(next);
        screen.resize(next);
      } else {
        const { cols, rows } = screen.size;
        const options = { cols, rows, malformed: random.chance(0.3), autowrap: true };
        const text =
          kind === 1 ? random.pick(CLEARS) : kind < 6 ? lines(random, random.int(1, 150)) : randomStream(random, 60, options);
        plain.write(text);
        screen.write(text);
      }
      const before = screen.scrollback.packableCells;
      if (random.chance(0.5)) screen.scrollback.pack(random.pick([3, 40, Number.POSITIVE_INFINITY]));
      packed += before - screen.scrollback.packableCells;
      if (random.chance(0.2)) expect(stateOf(screen.terminal), `seed ${seed}, step ${step}`).toEqual(stateOf(plain.terminal));
    }
    expect(stateOf(screen.terminal), `seed ${seed}`).toEqual(stateOf(plain.terminal));
  }
  expect(packed).toBeGreaterThan(0);
});

test("packed rows stay packed after a resize", () => {
  // xterm tidies up some time after it.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  using screen = new Screen({ cols: 60, rows: 6 }, { scrollback: 900 });
  screen.write(lines(new Random(7), 900));
  screen.scrollback.pack();
  screen.resize({ cols: 20, rows: 6 });
  const unpack = vi.spyOn(internalsOf(screen.terminal).buffers.normal, "getBlankLine");
  vi.runAllTimers();
  expect(unpack).not.toHaveBeenCalled();
});

test("the last lines are the end of all lines, and the others are counted", () => {
  const random = new Random(7);
  using screen = new Screen({ cols: 20, rows: 6 }, { scrollback: 900 });
  screen.write(`${lines(random, 400)}\r\n\r\n`);
  screen.scrollback.pack();
  const all = screen.text(100_000);
  const count = all.text.split("\n").length;
  for (const wanted of [1, 3, 50, 250, count, count + 1]) {
    const { text, omittedLines } = screen.text(wanted);
    expect([text, omittedLines]).toEqual([all.text.split("\n").slice(-wanted).join("\n"), Math.max(0, count - wanted)]);
  }
  const { text, omittedLines } = screen.text(100_000, 500);
  expect(all.text.endsWith(text)).toBe(true);
  expect(text.split("\n").length + omittedLines).toBe(count);
});

test("blanks at the end of a line over thousands of rows are not taken for its end", () => {
  using screen = new Screen({ cols: 80, rows: 24 }, { scrollback: 9000 });
  screen.write(`before\r\n${"word".repeat(25_000)}${" ".repeat(250_000)}\r\n$ `);
  screen.scrollback.pack();
  const all = screen.text(100).text.split("\n");
  for (const limit of [1, 2, 3].flatMap((lines) => [100, 32 * 1024].map((bytes) => ({ lines, bytes })))) {
    const { texts, whole } = linesWithin(all, limit);
    const { text, omittedLines } = screen.text(limit.lines, limit.bytes);
    expect({ text, omittedLines }).toEqual({ text: texts.join("\n"), omittedLines: all.length - whole });
  }
});

describe("plain lines that are put into the scrollback without being parsed", () => {
  const word = (random: Random): string => random.pick(["compiling", "é", "x".repeat(70), "", "a b", "y "]);
  const flood = (random: Random, count: number): string =>
    Array.from({ length: count }, () => `${word(random).repeat(random.int(0, 4))}${random.pick(["\r\n", "\r\r\n"])}`).join("");

  test("are there as if they had been", () => {
    let packed = 0;
    for (let seed = 1; seed <= rounds(60); seed++) {
      const random = new Random(seed);
      const size = { cols: random.int(2, 90), rows: random.int(1, 30) };
      using plain = new PlainScreen(size);
      using screen = new Screen(size, { scrollback: SCROLLBACK });
      for (let piece = 0; piece < 4; piece++) {
        const start = random.pick([
          "",
          "$ make",
          "\x1b[31m",
          "\x1b[0m",
          "\x1b[H",
          "\x1b[5;9Hx",
          "\x1b(0",
          "\x1b(B",
          "\x1b[4h",
          "\x1b[4l",
        ]);
        const end = random.pick(["", "$ ", "\x1b[2Jcleared", "\t", "漢"]);
        plain.write(start);
        screen.write(start);
        const text = flood(random, random.int(300, 1500)) + end;
        plain.write(text);
        const { length } = screen.takeUnseen(text);
        screen.write(text.slice(length));
        packed += length;
        if (random.chance(0.5)) screen.scrollback.pack();
        expect(stateOf(screen.terminal), `seed ${seed}`).toEqual(stateOf(plain.terminal));
      }
    }
    expect(packed).toBeGreaterThan(50_000);
  });

  test("are read as text, found, and counted", () => {
    using screen = new Screen({ cols: 80, rows: 24 });
    const text = Array.from({ length: 30_000 }, (_, line) => `line ${line + 1}\r\n`).join("");
    screen.waits.start(1, { typed: "", reader: "r" });
    screen.write(text.slice(screen.takeUnseen(text).length));
    const shown = screen.text(100_000).text.split("\n");
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([10_023, "line 19978", "line 30000"]);
    expect(screen.waits.end(1, { limit: lastLines(2), reader: "r" })).toMatchObject({
      text: "line 29999\nline 30000",
      omittedLines: 29_998,
    });
  });

  test("a pattern is found in them", () => {
    using screen = new Screen({ cols: 80, rows: 24 });
    const hay = "some hay\r\n".repeat(5000);
    const text = `${hay}needle\r\n${hay}`;
    screen.waits.start(1, { pattern: "needle", typed: "", reader: "r" });
    const { length, found } = screen.takeUnseen(text);
    expect(length).toBeGreaterThan(40_000);
    expect([...found, ...screen.write(text.slice(length))]).toEqual([{ wait: 1, match: "needle" }]);
  });
});
