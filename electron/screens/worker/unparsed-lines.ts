/**
 * The latest lines of a flood, as the program printed them: running text. From
 * them the rows of the scrollback can be made, when somebody reads those.
 */
import type { Size } from "../../../shared/protocol.ts";
import { createEmulator } from "./emulator.ts";
import { type InternalBuffer, type InternalLine, internalsOf } from "./emulator-internals.ts";
import { outputParser } from "./output-parser.ts";
import { PackedRows } from "./packed-rows.ts";
import { countLines, startOfLast, styleAfter } from "./running-text.ts";

/** A line without an end: programs that print more than this are not held. */
const MAX_REST = 64 * 1024;

/** Whole lines, and the sequence that sets the style in which they begin. Outside V8's heap, where long texts are costly. */
type Piece = { readonly bytes: Buffer; readonly encoding: "latin1" | "utf16le"; readonly style: string; readonly lines: number };

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

  /** Adds the rest of the line that has begun and `lines`, which end with a line feed. */
  add(lines: string): void {
    if (this.#style === undefined || lines === "") return;
    const text = this.#rest + lines;
    this.#rest = "";
    const from = startOfLast(this.#kept, text, text.length);
    const style = styleAfter(text.slice(0, from), this.#style);
    const kept = text.slice(from);
    const encoding = /[^\0-\xff]/.test(kept) ? "utf16le" : "latin1";
    const piece = { bytes: Buffer.from(kept, encoding), encoding, style, lines: countLines(kept) } as const;
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

function makeRows(pieces: readonly Piece[], { size, stops, rows: { count, below } }: Making): PackedRows {
  const terminal = createEmulator(size, count + below - size.rows);
  try {
    const { normal } = internalsOf(terminal).buffers;
    normal.tabs = stops;
    const parser = outputParser(terminal);
    for (const { bytes, encoding, style } of pieces) parser.parse(style + bytes.toString(encoding));
    const made: InternalLine[] = [];
    for (let row = 0; row < count; row++) {
      const line = normal.lines.get(normal.lines.length - below - count + row);
      if (line) made.push(line);
    }
    const packed = new PackedRows();
    packed.append(made, size.cols);
    return packed;
  } finally {
    terminal.dispose();
  }
}
