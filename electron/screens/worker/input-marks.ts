/** The rows in which the latest inputs were typed, while they are in the scrollback. */
import type { Terminal } from "@xterm/headless";
import type { NormalRows } from "./normal-rows.ts";

/** As many as the input log lists. */
const MAX_MARKS = 200;

export class InputMarks {
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  #marks: { readonly mark: number; readonly row: number }[] = [];

  constructor(terminal: Terminal, rows: NormalRows) {
    this.#terminal = terminal;
    this.#rows = rows;
  }

  /** Input begins at the cursor. `mark` names it. A full-screen program has no rows that stay. */
  note(mark: number): void {
    const { normal, active } = this.#terminal.buffer;
    if (active.type !== "normal") return;
    let index = normal.baseY + normal.cursorY;
    // A line that has wrapped keeps its first row through a resize.
    while (index > 0 && normal.getLine(index)?.isWrapped) index--;
    this.#marks.push({ mark, row: this.#rows.first + index });
    if (this.#marks.length > MAX_MARKS) this.#marks.shift();
  }

  /** Runs `resize`, which wraps lines anew. */
  acrossResize(resize: () => void): void {
    const rows = this.#rows.acrossResize(
      this.#marks.map(({ row }) => row),
      resize,
    );
    this.#marks = this.#marks.map(({ mark }, at) => ({ mark, row: rows[at] ?? 0 }));
  }

  /** Each mark whose row is still there, with that row's distance from the end of the buffer: 1 is the last row. */
  fromEnd(): [mark: number, rowsFromEnd: number][] {
    this.#marks = this.#marks.filter(({ row }) => row >= this.#rows.first);
    return this.#marks.map(({ mark, row }) => [mark, this.#rows.end - row]);
  }
}
