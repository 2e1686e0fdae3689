/**
 * The text of rows that have left the viewport in the middle of a line. They
 * change no more, until rows are numbered anew, and a line may be as long as the
 * scrollback: a screen that is painted to its edges over and over is one. Whoever
 * reads such a line again and again need not read all of its rows again.
 */
import type { Terminal } from "@xterm/headless";
import type { NormalRows } from "./normal-rows.ts";
import { visibleCharacters } from "../../../shared/visible-unicode.ts";
import { MAX_ROWS_OF_LINE, rowsText } from "./screen-text.ts";
import { TerminalColors } from "./terminal-colors.ts";

type Entry = { readonly number: number; readonly text: string };

/** All text in the rows from one number to another, as they wrap. */
type Rows = { readonly from: number; readonly to: number; readonly text: string; readonly isPlain: boolean };

export class WrappedRows {
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  readonly #colors: TerminalColors;
  /** The colors in which the text was read: what nobody could see is not in it. */
  #colorChanges = 0;
  #isKept = false;
  /** At the remainder of a row's number, so that later rows displace those that no line reaches back to. */
  #entries: (Entry | undefined)[] = [];
  /** Of the long line that was read last. */
  #above: Rows | undefined;

  constructor(terminal: Terminal, rows: NormalRows) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.#colors = TerminalColors.of(terminal.buffer.normal);
  }

  /** The visible text of a row of the normal buffer; undefined if it is not known that it wraps, and what its text is. */
  textOf(row: number): string | undefined {
    if (this.#colorChanges !== this.#colors.changes) this.clear();
    const number = this.#rows.first + row;
    const entry = this.#entries[number % MAX_ROWS_OF_LINE];
    return entry?.number === number ? entry.text : undefined;
  }

  /**
   * All text from one row of the normal buffer to another (exclusive), seen or not, and maybe some of before. Undefined where
   * characters in it are invisible by themselves. Rows that have been read before are not read again, so neither they nor
   * the row after them may be able to change.
   */
  textBetween(row: number, end: number): string | undefined {
    const { first } = this.#rows;
    const from = first + row;
    const to = first + end;
    const last = this.#above;
    const goesOn =
      last !== undefined && last.from <= from && from - last.from <= MAX_ROWS_OF_LINE && last.to >= from && last.to <= to;
    const { text, isPlain, ...known } = goesOn ? last : { from, to: from, text: "", isPlain: true };
    const more = rowsText(this.#terminal.buffer.normal, known.to - first, end);
    this.#above = { from: known.from, to, text: text + more, isPlain: isPlain && visibleCharacters(more) === more };
    return this.#above.isPlain ? this.#above.text : undefined;
  }

  /** Somebody reads rows again and again from here on, or nobody does any more. */
  keep(isKept: boolean): void {
    this.#isKept = isKept;
    if (!isKept) this.clear();
  }

  /** The row wraps, and this is its visible text. It is remembered if neither can change. */
  note(row: number, text: string): void {
    if (!this.#isKept || row + 1 >= this.#terminal.buffer.normal.baseY) return;
    const number = this.#rows.first + row;
    this.#entries[number % MAX_ROWS_OF_LINE] = { number, text };
  }

  /** Forgets all: the rows have been numbered anew. */
  clear(): void {
    this.#entries = [];
    this.#above = undefined;
    this.#colorChanges = this.#colors.changes;
  }
}
