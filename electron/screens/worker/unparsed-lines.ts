/**
 * The latest lines of a flood, as the program printed them: running text. From
 * them the rows of the scrollback can be made, when somebody reads those.
 */
import type { Size } from "../../../shared/protocol.ts";
import { PLAIN_STYLE } from "./cell-style.ts";
import { createEmulator } from "./emulator.ts";
import { type InternalBuffer, type InternalLine, internalsOf } from "./emulator-internals.ts";
import { outputParser } from "./output-parser.ts";
import { PackedRows } from "./packed-rows.ts";
import type { PlainLines } from "./plain-lines.ts";
import { isPlainText, plainRows } from "./plain-rows.ts";
import { countLines, startOfLast, styleAfter } from "./running-text.ts";

/** A line without an end: programs that print more than this are not held. */
const MAX_REST = 64 * 1024;

/** Whole lines, and the sequence that sets the style in which they begin. */
type Piece = { readonly text: string; readonly style: string; readonly lines: number };

/** Which rows to make: `count` rows of a full buffer, above its last `below` rows. */
type Rows = { readonly count: number; readonly below: number };

export class UnparsedLines {
  readonly #kept: number;
  #pieces: Piece[] = [];
  #lines = 0;
  /** The beginning of a line, after the pieces. */
  #rest = "";
  /** The style at the end of the pieces; undefined while there are none. */
  #style: string | undefined;

  /** The last `kept` lines are held. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  /** Nothing is held: what came last is no running text. */
  get isEmpty(): boolean {
    return this.#style === undefined;
  }

  /** As many are held as there may be, or a little more. */
  get isFull(): boolean {
    return this.#lines >= this.#kept;
  }

  /** The line that has begun. */
  get rest(): string {
    return this.#rest;
  }

  clear(): void {
    this.#pieces = [];
    this.#lines = 0;
    this.#rest = "";
    this.#style = undefined;
  }

  /** Lines come from here on, the first in this style. */
  begin(style: string): void {
    this.#style = style;
  }

  /** Adds the rest of the line that has begun and `lines`, which end with a line feed. `plain` is where plain ones end. */
  add(lines: string, plain?: PlainLines): void {
    if (this.#style === undefined || lines === "") return;
    // A line that has not begun leaves a long text uncopied.
    const ends = this.#rest === "" ? plain : undefined;
    const text = this.#rest === "" ? lines : this.#rest + lines;
    this.#rest = "";
    const from = ends?.startOfLast(this.#kept, text.length) ?? startOfLast(this.#kept, text, text.length);
    const style = styleAfter(text.slice(0, from), this.#style);
    const kept = text.slice(from);
    const piece = { text: kept, style, lines: ends?.count(from, text.length) ?? countLines(kept) };
    this.#style = styleAfter(kept, style);
    this.#pieces.push(piece);
    this.#lines += piece.lines;
    let first = this.#pieces[0];
    while (first && this.#lines - first.lines >= this.#kept) {
      this.#lines -= first.lines;
      this.#pieces.shift();
      first = this.#pieces[0];
    }
  }

  /** Adds the beginning of a line, or more of it. */
  addRest(text: string): void {
    if (this.isEmpty) return;
    this.#rest += text;
    if (this.#rest.length > MAX_REST) this.clear();
  }

  /** Makes rows, now or later, of the lines that are held now: as on a terminal of this size, with these tab stops. */
  maker(size: Size, tabs: InternalBuffer["tabs"]): (rows: Rows) => PackedRows {
    const pieces = [...this.#pieces];
    const stops = { ...tabs };
    return (rows) => makeRows(pieces, { size, stops, rows });
  }
}

type Making = { readonly size: Size; readonly stops: InternalBuffer["tabs"]; readonly rows: Rows };

function makeRows(pieces: readonly Piece[], making: Making): PackedRows {
  const packed = new PackedRows();
  const { cols } = making.size;
  const plain = plainTextOf(pieces);
  if (plain === undefined) parsedRows(pieces, making, (lines) => packed.append(lines, cols));
  else {
    // The cursor is in a row of its own below them.
    const rows = plainRows(plain, cols);
    const end = rows.length + 1 - making.rows.below;
    packed.appendText(rows.slice(end - making.rows.count, end), cols);
  }
  return packed;
}

/** The text of all pieces if it is plain lines in the plain style: the rows that those become are known without parsing. */
function plainTextOf(pieces: readonly Piece[]): string | undefined {
  if (pieces.some(({ style }) => style !== PLAIN_STYLE)) return undefined;
  const text = pieces.map((piece) => piece.text).join("");
  return isPlainText(text) ? text : undefined;
}

/** Passes on the lines of an emulator that the pieces were written to. They are used before it is disposed of. */
function parsedRows(pieces: readonly Piece[], making: Making, use: (lines: readonly InternalLine[]) => void): void {
  const { size, stops, rows } = making;
  const terminal = createEmulator(size, rows.count + rows.below - size.rows);
  try {
    const { normal } = internalsOf(terminal).buffers;
    normal.tabs = stops;
    const parser = outputParser(terminal);
    for (const { text, style } of pieces) parser.parse(style + text);
    const first = normal.lines.length - rows.below - rows.count;
    use(Array.from({ length: rows.count }, (_, row) => normal.lines.get(first + row)).filter((line) => line !== undefined));
  } finally {
    terminal.dispose();
  }
}
