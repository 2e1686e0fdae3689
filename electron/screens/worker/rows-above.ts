/** The lines of the viewport above the line of a baseline, as they stood there. Programs may change them later. */
import type { Terminal } from "@xterm/headless";
import type { NormalRows } from "./normal-rows.ts";
import { linesIn, lineStart } from "./screen-text.ts";

/** Rows of a line that begins above the viewport; a line may be as long as the scrollback. */
const MAX_ROWS_OVER_TOP = 100;

export class RowsAbove {
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  #count = 0;
  /** By the number of each line's first row. */
  #lines: readonly { readonly text: string; readonly row: number }[] = [];

  /** Those that now stand above the row with the number `row`. */
  constructor(terminal: Terminal, rows: NormalRows, row: number) {
    this.#terminal = terminal;
    this.#rows = rows;
    this.handleResize(row);
  }

  /** How many rows they are, up to the top of the viewport and with the beginning of the line that stands there. */
  get count(): number {
    return this.#count;
  }

  /** The lines that have not left the scrollback since. */
  kept(): string[] {
    return this.#lines.filter(({ row }) => row >= this.#rows.first).map(({ text }) => text);
  }

  /** The viewport is about to be cleared; the row `next` takes the place of `row`. What has scrolled above the viewport stays. */
  handleClear(next: number, row: number): void {
    this.#lines = this.#lines.filter((line) => line.row < next);
    this.#count = Math.max(0, next - (row - this.#count));
  }

  /** The rows have been numbered anew. */
  handleResize(row: number): void {
    const { normal } = this.#terminal.buffer;
    const { first } = this.#rows;
    const start = row - first;
    const top = lineStart(normal, normal.baseY, MAX_ROWS_OVER_TOP + 1);
    this.#count = Math.max(0, start - top);
    const lines = linesIn(normal, Math.max(0, start - this.#count), Math.max(0, start));
    this.#lines = lines.map((line) => ({ text: line.text, row: first + line.start }));
  }
}
