/**
 * The latest lines of a flood, as the program printed them: running text. From
 * them the rows of the scrollback can be made, when somebody reads those.
 */
import type { PackedRows } from "./packed-rows.ts";
import type { AsciiLines } from "./ascii-lines.ts";
import { type Grid, leastRows, startOfLastRows } from "./row-count.ts";
import { styleAfter } from "./running-text.ts";
import { type RowsFor, rowsOfLines, type StyledLines } from "./unparsed-rows.ts";

/** A line without an end: programs that print more than this are not held. */
const MAX_REST = 64 * 1024;
/** Lines with more characters than this are not held, in UTF-16 units: to make rows of them would take half a second. */
const MAX_LENGTH = 8 * 1024 * 1024;
/** What ends a line and leaves the cursor in the first column. */
const END = "\r\n";

/** `rows`: the lines take no fewer. */
type Piece = StyledLines & { readonly rows: number };

/** Which rows to make: `count` rows of a full buffer, above its last `below` rows. */
type Rows = { readonly count: number; readonly below: number };

export class UnparsedLines {
  readonly #kept: number;
  readonly #grid: Grid;
  #pieces: Piece[] = [];
  #rowCount = 0;
  #length = 0;
  /** The beginning of a line, after the pieces. */
  #rest = "";
  /** The style at the end of the pieces; undefined while there are none. */
  #style: string | undefined;

  /** The last lines are held, as many as take `kept` rows. */
  constructor(kept: number, grid: Grid) {
    this.#kept = kept;
    this.#grid = grid;
  }

  /** Nothing is held: what came last is no running text. */
  get isEmpty(): boolean {
    return this.#style === undefined;
  }

  /** As many are held as there may be, or a little more. */
  get isFull(): boolean {
    return this.#rowCount >= this.#kept;
  }

  /** The line that has begun. */
  get rest(): string {
    return this.#rest;
  }

  clear(): void {
    this.#pieces = [];
    this.#rowCount = 0;
    this.#length = 0;
    this.#rest = "";
    this.#style = undefined;
  }

  /** Lines come from here on, the first in this style. It begins in the first column. */
  begin(style: string): void {
    this.#style = style;
  }

  /** Adds the rest of the line that has begun and `lines`, which end with a line feed. `known` tells of lines of ASCII. */
  add(lines: string, known?: AsciiLines): void {
    if (this.#style === undefined || lines === "") return;
    // A line that has not begun leaves a long text uncopied.
    const ends = this.#rest === "" ? known : undefined;
    const text = this.#rest === "" ? lines : this.#rest + lines;
    this.#rest = "";
    // Where the next line begins is not known.
    if (!text.endsWith(END)) return this.clear();
    const { cols } = this.#grid;
    const last = ends?.startOfLastRows(this.#kept, cols, text.length) ?? startOfLastRows(this.#kept, text, this.#grid);
    // It is known after a return.
    const from = last === 0 || text.endsWith(END, last) ? last : text.indexOf(END, last) + END.length;
    const style = styleAfter(text.slice(0, from), this.#style);
    const kept = text.slice(from);
    const rows = ends?.rows(from, text.length, { cols, column: 0 }) ?? leastRows(kept, this.#grid);
    this.#style = styleAfter(kept, style);
    this.#pieces.push({ text: kept, style, rows });
    this.#rowCount += rows;
    this.#length += kept.length;
    let first = this.#pieces[0];
    while (first && this.#rowCount - first.rows >= this.#kept) {
      this.#rowCount -= first.rows;
      this.#length -= first.text.length;
      this.#pieces.shift();
      first = this.#pieces[0];
    }
    if (this.#length > MAX_LENGTH) this.clear();
  }

  /** Adds the beginning of a line, or more of it. */
  addRest(text: string): void {
    if (this.isEmpty) return;
    this.#rest += text;
    if (this.#rest.length > MAX_REST) this.clear();
  }

  /** Makes rows, now or later, of the lines that are held now: as on this terminal, with its tab stops as they are. */
  maker({ cols, tabs }: RowsFor): (rows: Rows) => PackedRows {
    const pieces = [...this.#pieces];
    const stops = { ...tabs };
    return ({ count, below }) => {
      const rows = rowsOfLines(pieces, { cols, tabs: stops });
      // The cursor is in a row of its own below them.
      rows.dropLast(below - 1);
      rows.dropFirst(rows.length - count);
      return rows;
    };
  }
}
