/**
 * A moment on a screen, and what is new since: the baseline of every wait.
 *
 * In the normal buffer a marker stays with its line while output scrolls, so
 * what is new is the text from there on, as the screen shows it: progress that
 * was overwritten and text that was erased are not in it. A full-screen program
 * redraws in place; there, what is new is the rows that differ.
 */
import type { IMarker, Terminal } from "@xterm/headless";
import { textLines, withoutTrailingBlanks } from "./screen-text.ts";

/** What is new, oldest line first; `lost` says that some of it has left the scrollback. */
export type Delta = { readonly lines: readonly string[]; readonly lost: boolean };

export class ScreenMark {
  /** Where in the output it stands. */
  readonly offset: number;
  /** What was typed right after it: its echo is not news. */
  readonly typed: string;
  readonly #terminal: Terminal;
  /** Who still needs it; the marker costs a little with every line, so it goes with the last of them. */
  #holders = 1;
  readonly #marker: IMarker | undefined;
  /** The logical line the cursor was in, up to the cursor: what is new comes after it. */
  readonly #prefix: string;
  readonly #alternateRows: readonly string[] | undefined;

  constructor(terminal: Terminal, options: { offset: number; typed: string }) {
    this.offset = options.offset;
    this.typed = options.typed;
    this.#terminal = terminal;
    const buffer = terminal.buffer.active;
    if (buffer.type === "alternate") {
      this.#prefix = "";
      this.#alternateRows = viewport(terminal);
      return;
    }
    const cursorRow = buffer.baseY + buffer.cursorY;
    const start = lineStart(terminal, cursorRow);
    this.#marker = terminal.registerMarker(start - cursorRow);
    const [line] = textLines(buffer, start, cursorRow + 1);
    const column = (cursorRow - start) * terminal.cols + buffer.cursorX;
    this.#prefix = (line?.text ?? "").slice(0, column).trimEnd();
  }

  /** What is new since the mark was made; of a long text only the last `maxRows` rows. */
  delta(maxRows = Number.POSITIVE_INFINITY): Delta {
    const terminal = this.#terminal;
    const buffer = terminal.buffer.active;
    if (buffer.type === "alternate") {
      const rows = viewport(terminal);
      const before = this.#alternateRows;
      const changed = before ? rows.filter((row, y) => row !== before[y] && row !== "") : rows;
      return { lines: dropBlankEnds(changed), lost: false };
    }
    if (this.#alternateRows) {
      // The full-screen program has gone; the line at the cursor is what it left behind.
      const row = buffer.baseY + buffer.cursorY;
      const lines = textLines(buffer, lineStart(terminal, row), row + 1).map(({ text }) => text);
      return { lines: dropBlankEnds(lines), lost: false };
    }
    return this.#normalDelta(maxRows);
  }

  hold(): this {
    this.#holders++;
    return this;
  }

  letGo(): void {
    if (--this.#holders === 0) this.#marker?.dispose();
  }

  #normalDelta(maxRows: number): Delta {
    const buffer = this.#terminal.buffer.active;
    const marker = this.#marker;
    const lost = marker === undefined || marker.isDisposed;
    const start = lost ? 0 : marker.line;
    const from = Math.max(start, buffer.baseY + this.#terminal.rows - maxRows);
    const lines = withoutTrailingBlanks(textLines(buffer, from, buffer.length)).map(({ text }) => text);
    const [first] = lines;
    if (!lost && from === start && first !== undefined && first.startsWith(this.#prefix)) {
      lines[0] = this.#prefix === "" ? first : first.slice(this.#prefix.length).replace(/^ /, "");
    }
    return { lines, lost };
  }
}

/** The buffer row on which the logical line of `row` begins. */
function lineStart(terminal: Terminal, row: number): number {
  const buffer = terminal.buffer.active;
  let start = row;
  while (start > 0 && buffer.getLine(start)?.isWrapped) start--;
  return start;
}

function viewport(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active;
  return Array.from(
    { length: terminal.rows },
    (_, y) =>
      buffer
        .getLine(buffer.baseY + y)
        ?.translateToString(true)
        .trimEnd() ?? "",
  );
}

function dropBlankEnds(rows: readonly string[]): string[] {
  let from = 0;
  let to = rows.length;
  while (from < to && rows[from] === "") from++;
  while (to > from && rows[to - 1] === "") to--;
  return rows.slice(from, to);
}
