/** What is known of lines of ASCII from where they end is what looking through them finds. */
import { expect, test } from "vitest";
import { createEmulator } from "../../../electron/screens/worker/emulator.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { AsciiLines } from "../../../electron/screens/worker/ascii-lines.ts";
import { countRows } from "../../../electron/screens/worker/row-count.ts";
import { countLines } from "../../../electron/screens/worker/running-text.ts";
import { Random, rounds } from "../../support/random.ts";

const linesIn = (text: string): AsciiLines | undefined => AsciiLines.in(new Uint8Array(Buffer.from(text, "latin1")));

function linesOf(text: string): AsciiLines {
  const known = linesIn(text);
  if (!known) throw new Error(`Nothing is known of ${JSON.stringify(text)}`);
  return known;
}

/** How many lines end between two positions: each takes one row of this width. */
const countOf = (lines: AsciiLines, from: number, to: number): number => lines.rows(from, to, { cols: 1000, column: 0 });

const beginsLine = (text: string, at: number): boolean => at === 0 || text[at - 1] === "\n";

test("their number, where the last ones begin, and the rows that they take", () => {
  for (let seed = 0; seed < rounds(200); seed++) {
    const random = new Random(seed);
    const cols = random.pick([2, 3, 20, 80]);
    const emulator = createEmulator({ cols, rows: 4 }, 10);
    const core = internalsOf(emulator);
    core._inputHandler.parse("x".repeat(random.int(0, cols)));
    const isStyled = random.chance(0.5);
    const line = (): string => "a line ~".repeat(12).slice(0, random.int(0, random.pick([1, 5, 90])));
    const style = (): string => (isStyled ? random.pick(["", "", "\x1b[m", "\x1b[1;38:5:17m", "\x1b[0;31m"]) : "");
    const begun = random.pick(["", line()]);
    const lines = Array.from({ length: random.int(1, 60) }, () => `${style()}${line()}${style()}${line()}${style()}\r\n`);
    const text = lines.join("");
    const message = `seed ${seed}, ${cols} columns: ${JSON.stringify(text)}`;
    const known = linesOf(begun + text).from(begun.length);
    const first = random.int(0, lines.length);
    const last = random.int(first, lines.length);
    const endOf = (count: number): number => lines.slice(0, count).join("").length;
    expect(countOf(known, 0, text.length), message).toBe(lines.length);
    expect(countOf(known, endOf(first), endOf(last)), message).toBe(last - first);
    expect(known.areAsShown, message).toBe(!/ \r|\x1b/.test(begun + text));
    for (const count of [1, 7, 1000]) {
      for (const end of last > 0 ? [text.length, endOf(last)] : [text.length]) {
        const from = known.startOfLastRows(count, cols, end);
        const rows = (at: number): number => known.rows(at, end, { cols, column: 0 });
        const next = text.indexOf("\n", from) + 1;
        expect(beginsLine(text.slice(0, end), from), message).toBe(true);
        expect(from === 0 || rows(from) >= count, message).toBe(true);
        expect(rows(next) < count, message).toBe(true);
      }
    }
    const part = text.slice(endOf(first), endOf(last));
    const column = core.buffers.active.x;
    if (part !== "")
      expect(known.rows(endOf(first), endOf(last), { cols, column }), message).toBe(countRows(part, core, cols).rows);
    expect(countOf(known.from(endOf(first)), 0, endOf(last) - endOf(first)), message).toBe(countLines(part));
    emulator.dispose();
  }
});

test("more lines than there was room for", () => {
  const text = "\r\n".repeat(100_000);
  expect(countOf(linesOf(text), 0, text.length)).toBe(100_000);
});

test("any other control character makes a text another one, wherever it stands", () => {
  const codes = Array.from({ length: 0x21 }, (_, code) => (code === 0x20 ? 0x7f : code)).filter((code) => code !== 0x1b);
  const sequences = [
    "\x1b[2J",
    "\x1b[1;1H",
    "\x1b]0;m",
    "\x1b7",
    "\x1b[?1m",
    "\x1b[>4;1m",
    "\x1b\x1b[m",
    "\x1b[1\x08m",
    "\x1b[1 m",
  ];
  const others = [...codes.map((code) => String.fromCharCode(code)), ...sequences];
  for (const before of ["", "x", "xx", "xxx", "one\r\ntwo "]) {
    for (const after of ["", "y", "y\r\n", " and more\r\n"]) {
      for (const other of others) expect(linesIn(before + other + after), JSON.stringify(before + other + after)).toBeUndefined();
      for (const end of ["\r\r\n", "\n\r", "\r\n\n"]) expect(linesIn(before + end + after)).toBeUndefined();
      expect(linesIn(`${before}\r\n${after}`)).toBeDefined();
    }
  }
});

test("a sequence at the end may be cut", () => {
  for (const cut of ["\x1b", "\x1b[", "\x1b[3", "\x1b[38;5:1;", "\x1b[3m"]) {
    const text = `one\r\n${cut}`;
    expect(countOf(linesOf(text), 0, text.length), JSON.stringify(cut)).toBe(1);
  }
});
