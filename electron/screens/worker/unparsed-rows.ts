/**
 * The rows that lines become which were held unparsed. Plain lines are rows as they
 * are; the others are parsed, by an emulator of their own.
 */
import type { Terminal } from "@xterm/headless";
import type { Size } from "../../../shared/protocol.ts";
import { PLAIN_STYLE } from "./cell-style.ts";
import { createEmulator } from "./emulator.ts";
import { type InternalBuffer, type InternalLine, internalsOf } from "./emulator-internals.ts";
import { type OutputParser, outputParser } from "./output-parser.ts";
import { PackedRows } from "./packed-rows.ts";
import { plainLinesLength, plainRows } from "./plain-rows.ts";

/** Rows that the emulator holds before they are packed. It makes no others, whatever the length of the text. */
const HELD_ROWS = 1024;
/** How much is parsed in one go, in UTF-16 units: each takes one row at most, so none is lost. */
const SLICE = 512;

/** Whole lines that begin in the first column and end with a return and a line feed, and the sequence that sets the style in which they begin. */
export type StyledLines = { readonly text: string; readonly style: string };

/** The terminal that the rows are for, with its tab stops. */
export type RowsFor = Pick<Size, "cols"> & { readonly tabs: InternalBuffer["tabs"] };

/** All rows of these lines. */
export function rowsOfLines(pieces: readonly StyledLines[], { cols, tabs }: RowsFor): PackedRows {
  const packed = new PackedRows();
  let parser: LineParser | undefined;
  try {
    for (const { text, style } of pieces) {
      const plain = style === PLAIN_STYLE ? plainLinesLength(text) : 0;
      packed.appendText(plainRows(text.slice(0, plain), cols), cols);
      if (plain === text.length) continue;
      parser ??= new LineParser({ cols, tabs }, style);
      parser.parse(style + text.slice(plain), (rows) => packed.append(rows, cols));
    }
  } finally {
    parser?.[Symbol.dispose]();
  }
  return packed;
}

/** Parses lines in an emulator of one row, which each line scrolls away. */
class LineParser implements Disposable {
  readonly #terminal: Terminal;
  readonly #buffer: InternalBuffer;
  readonly #parser: OutputParser;
  /** Rows that have scrolled away and were not passed on. */
  #rows = 0;
  #trimmed = 0;

  constructor({ cols, tabs }: RowsFor, style: string) {
    this.#terminal = createEmulator({ cols, rows: 1 }, HELD_ROWS);
    this.#buffer = internalsOf(this.#terminal).buffers.normal;
    this.#parser = outputParser(this.#terminal);
    this.#buffer.tabs = { ...tabs };
    this.#buffer.lines.onTrim((amount) => (this.#trimmed += amount));
    // A row that scrolls into view has the background of the style then.
    this.#parser.parse(`${style}\r\n`);
  }

  /** Passes on the rows of these lines as they come. They are written anew after the call. */
  parse(lines: string, use: (rows: readonly InternalLine[]) => void): void {
    for (let at = 0; at < lines.length; at += SLICE) {
      if (this.#rows + SLICE > HELD_ROWS) this.#passOn(use);
      const before = this.#buffer.ybase + this.#trimmed;
      this.#parser.parse(lines.slice(at, at + SLICE));
      this.#rows += this.#buffer.ybase + this.#trimmed - before;
    }
    this.#passOn(use);
  }

  #passOn(use: (rows: readonly InternalLine[]) => void): void {
    const { lines, ybase } = this.#buffer;
    const first = ybase - this.#rows;
    use(Array.from({ length: this.#rows }, (_, row) => lines.get(first + row)).filter((line) => line !== undefined));
    this.#rows = 0;
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose();
  }
}
