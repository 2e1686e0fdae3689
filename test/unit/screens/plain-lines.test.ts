/** What is known of plain lines from where they end is what looking through them finds. */
import { expect, test } from "vitest";
import { createEmulator } from "../../../electron/screens/worker/emulator.ts";
import { internalsOf } from "../../../electron/screens/worker/emulator-internals.ts";
import { PlainLines } from "../../../electron/screens/worker/plain-lines.ts";
import { countRows } from "../../../electron/screens/worker/row-count.ts";
import { countLines } from "../../../electron/screens/worker/running-text.ts";
import { Random, rounds } from "../../support/random.ts";

const plainIn = (text: string): PlainLines | undefined => PlainLines.in(new Uint8Array(Buffer.from(text, "latin1")));

function plainLinesOf(text: string): PlainLines {
  const plain = plainIn(text);
  if (!plain) throw new Error(`These are plain lines: ${JSON.stringify(text)}`);
  return plain;
}

const beginsLine = (text: string, at: number): boolean => at === 0 || text[at - 1] === "\n";

test("their number, where the last ones begin, and the rows that they take", () => {
  for (let seed = 0; seed < rounds(200); seed++) {
    const random = new Random(seed);
    const cols = random.pick([2, 3, 20, 80]);
    const emulator = createEmulator({ cols, rows: 4 }, 10);
    const core = internalsOf(emulator);
    core._inputHandler.parse("x".repeat(random.int(0, cols)));
    const line = (): string => "a line ~".repeat(12).slice(0, random.int(0, random.pick([1, 5, 90])));
    const begun = random.pick(["", line()]);
    const lines = Array.from({ length: random.int(1, 60) }, () => `${line()}\r\n`);
    const text = lines.join("");
    const message = `seed ${seed}, ${cols} columns: ${JSON.stringify(text)}`;
    const plain = plainLinesOf(begun + text).from(begun.length);
    const first = random.int(0, lines.length);
    const last = random.int(first, lines.length);
    const endOf = (count: number): number => lines.slice(0, count).join("").length;
    expect(plain.count(0, text.length), message).toBe(lines.length);
    expect(plain.count(endOf(first), endOf(last)), message).toBe(last - first);
    expect(plain.haveBlankEnds, message).toBe((begun + text).includes(" \r"));
    for (const count of [1, 7, 1000]) {
      for (const end of last > 0 ? [text.length, endOf(last)] : [text.length]) {
        const from = plain.startOfLastRows(count, cols, end);
        const rows = (at: number): number => plain.rows(at, end, { cols, column: 0 });
        const next = text.indexOf("\n", from) + 1;
        expect(beginsLine(text.slice(0, end), from), message).toBe(true);
        expect(from === 0 || rows(from) >= count, message).toBe(true);
        expect(rows(next) < count, message).toBe(true);
      }
    }
    const part = text.slice(endOf(first), endOf(last));
    const column = core.buffers.active.x;
    if (part !== "")
      expect(plain.rows(endOf(first), endOf(last), { cols, column }), message).toBe(countRows(part, core, cols).rows);
    expect(plain.from(endOf(first)).count(0, endOf(last) - endOf(first)), message).toBe(countLines(part));
    emulator.dispose();
  }
});

test("more lines than there was room for", () => {
  const text = "\r\n".repeat(100_000);
  expect(plainLinesOf(text).count(0, text.length)).toBe(100_000);
});

test("any other control character makes a text another one, wherever it stands", () => {
  const others = Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code === 0x20 ? 0x7f : code));
  for (const before of ["", "x", "xx", "xxx", "one\r\ntwo "]) {
    for (const after of ["", "y", "y\r\n", " and more\r\n"]) {
      for (const other of others) expect(plainIn(before + other + after), JSON.stringify(before + other + after)).toBeUndefined();
      for (const end of ["\r\r\n", "\n\r", "\r\n\n"]) expect(plainIn(before + end + after)).toBeUndefined();
      expect(plainIn(`${before}\r\n${after}`)).toBeDefined();
    }
  }
});
