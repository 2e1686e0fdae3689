/**
 * A moment on a screen, and what is new since. Each wait has a baseline.
 *
 * In the normal buffer, what is new is the text from the baseline on, as the
 * screen shows it. Progress that was overwritten and text that was erased are
 * not in it. Above the baseline and in the alternate screen, programs redraw in
 * place. There the rows that differ are what is new.
 */
import type { IBuffer, Terminal } from "@xterm/headless";
import type { NormalRows } from "./normal-rows.ts";
import {
  type CursorPosition,
  cursorPosition,
  lineStart,
  type OnHiddenText,
  textBefore,
  textLines,
  withoutTrailingBlanks,
} from "./screen-text.ts";
import { visibleText } from "./visible-text.ts";

export type Delta = {
  /** What is new, oldest line first. */
  readonly lines: readonly string[];
  /** The index of the line that the cursor was in; -1 if it is not among the lines. */
  readonly baselineLine: number;
  /** Some of what is new has left the scrollback. */
  readonly lost: boolean;
};

export type DeltaOptions = {
  readonly maxRows?: number;
  readonly toCursor?: boolean;
  readonly onHidden?: OnHiddenText | undefined;
};

export class Baseline {
  /** Where in the output it stands. */
  readonly offset: number;
  /** What was typed right after the baseline was made. Its echo is not news. */
  get typed(): string {
    return this.#typed;
  }

  #typed: string;
  /** The line that the cursor was in, up to the cursor. It is often a prompt. What is new comes after it. */
  prefix = "";
  /** The same in either buffer. `prefix` is empty in the alternate one, where no line goes on. */
  readonly line: string;
  /** The number of the first row that is new from end to end. */
  row: number;
  readonly #terminal: Terminal;
  readonly #rows: NormalRows;
  /** The viewport above `row` as it was. */
  #above: readonly string[];
  readonly #alternateRows: readonly string[] | undefined;
  #wasCleared = false;
  /** How many prompts the shell had marked when it was made. */
  readonly shellPrompts: number;

  constructor(terminal: Terminal, rows: NormalRows, options: { offset: number; typed: string; shellPrompts: number }) {
    this.offset = options.offset;
    this.#typed = options.typed;
    this.shellPrompts = options.shellPrompts;
    this.#terminal = terminal;
    this.#rows = rows;
    const { active } = terminal.buffer;
    const cursor = cursorPosition(terminal);
    const start = lineStart(active, cursor.row);
    this.line = textBefore(active, start, cursor);
    if (active.type === "alternate") {
      this.#alternateRows = viewport(terminal);
      this.row = rows.end;
    } else {
      this.prefix = this.line;
      this.row = rows.first + start;
    }
    this.#above = this.#rowsAbove();
  }

  /**
   * What is new since the baseline was made; of a long text only the last
   * `maxRows` rows. `toCursor` keeps blanks and blank lines up to the cursor,
   * because a pattern may look for them.
   */
  delta(options: DeltaOptions = {}): Delta {
    const terminal = this.#terminal;
    const buffer = terminal.buffer.active;
    const cursor = options.toCursor ? cursorPosition(terminal) : undefined;
    if (buffer.type === "normal") return this.#normalDelta(buffer, cursor, options);
    const before = this.#alternateRows ?? [];
    const { onHidden } = options;
    const lines = changedLines({ buffer, from: 0, before, to: terminal.rows, cursor, onHidden });
    return { lines, baselineLine: -1, lost: false };
  }

  /** The baseline was made in the alternate screen. */
  get isAlternate(): boolean {
    return this.#alternateRows !== undefined;
  }

  /** Part of what is new has left the scrollback. */
  get isLost(): boolean {
    return this.rowsLost > 0;
  }

  /** How many rows of what is new have left the scrollback. */
  get rowsLost(): number {
    return Math.max(0, this.#rows.first - this.row);
  }

  /** A full-screen program has started since. The line that was typed is on the normal screen, which it covers. */
  get isCovered(): boolean {
    return !this.isAlternate && this.#terminal.buffer.active.type === "alternate";
  }

  /** The cursor has left the line that it was in. */
  get isLeft(): boolean {
    const terminal = this.#terminal;
    if (this.isAlternate || terminal.buffer.active.type === "alternate" || this.#wasCleared) return true;
    return this.#rows.first + lineStart(terminal.buffer.normal, cursorPosition(terminal).row) !== this.row;
  }

  /** What came between this baseline and a later one, in the normal buffer. Its last line is the later one's prefix. */
  deltaUntil(next: Baseline, { onHidden }: DeltaOptions = {}): Delta {
    const { normal } = this.#terminal.buffer;
    const tail = next.prefix.trimEnd();
    if (this.isAlternate) return { lines: next.isAlternate ? [] : [tail], baselineLine: -1, lost: false };
    if (next.row <= this.row) {
      const isSameLine = next.row === this.row && next.prefix.startsWith(this.prefix);
      return { lines: [isSameLine ? next.prefix.slice(this.prefix.length) : tail], baselineLine: 0, lost: false };
    }
    const start = this.row - this.#rows.first;
    const lines = textLines(normal, Math.max(0, start), Math.max(0, next.row - this.#rows.first), { onHidden });
    const [first] = lines;
    const isWhole = start >= 0 && first !== undefined;
    if (isWhole && first.padEnd(this.prefix.length).startsWith(this.prefix)) lines[0] = first.slice(this.prefix.length);
    return {
      lines: [...withoutTrailingBlanks(lines), ...(next.isAlternate ? [] : [tail])],
      baselineLine: isWhole ? 0 : -1,
      lost: start < 0,
    };
  }

  /** This was typed, too. Of all that was typed, the last `max` characters count. */
  addTyped(typed: string, max: number): void {
    this.#typed = (this.#typed + typed).slice(-max);
  }

  /** The program does not echo this, so text that looks like it is news. */
  handleSilence(typed: string): void {
    this.#typed = this.#typed.replace(typed, () => "");
  }

  /** The viewport is about to be cleared. The next row to be written is `next`. */
  handleClear(next: number): void {
    if (next > this.row && next < this.#rows.end) return;
    this.#wasCleared = true;
    this.prefix = "";
    this.#above = [];
    this.row = next;
  }

  /** The rows have been numbered anew. */
  handleResize(row: number): void {
    this.row = row;
    this.#above = this.#rowsAbove();
  }

  #rowsAbove(): string[] {
    const { normal } = this.#terminal.buffer;
    const count = Math.max(0, this.row - this.#rows.top);
    return Array.from({ length: count }, (_, y) => rowText(normal, normal.baseY + y));
  }

  #normalDelta(buffer: IBuffer, cursor: CursorPosition | undefined, options: DeltaOptions): Delta {
    const { maxRows = Number.POSITIVE_INFINITY, onHidden } = options;
    const start = this.row - this.#rows.first;
    const lost = start < 0;
    const aboveFrom = start - this.#above.length;
    const above = changedLines({ buffer, from: aboveFrom, before: this.#above, to: start, cursor, onHidden });
    const from = Math.max(0, start, buffer.length - maxRows);
    const lines = textLines(buffer, from, buffer.length, { cursor, onHidden });
    const [first] = lines;
    const isWhole = !lost && from === start && first !== undefined;
    if (isWhole && first.padEnd(this.prefix.length).startsWith(this.prefix)) lines[0] = first.slice(this.prefix.length);
    const kept = cursor ? upTo(lines, buffer, from, cursor.row) : withoutTrailingBlanks(lines);
    return { lines: [...above, ...kept], baselineLine: isWhole && kept.length > 0 ? above.length : -1, lost };
  }
}

/** Rows that differ from `before`, which are the rows from `from` on as they were. Wrapped rows are joined, blank ones left out. */
function changedLines(options: {
  buffer: IBuffer;
  from: number;
  before: readonly string[];
  to: number;
  cursor: CursorPosition | undefined;
  onHidden: OnHiddenText | undefined;
}): string[] {
  const { buffer, from, before, to, cursor, onHidden } = options;
  const lines: string[] = [];
  let row = Math.max(0, from);
  while (row < to) {
    const start = row;
    while (row < to && isChanged(row) && (row === start || buffer.getLine(row)?.isWrapped)) row++;
    if (row === start) row++;
    else lines.push(...textLines(buffer, start, row, { cursor, onHidden }));
  }
  return lines;

  function isChanged(at: number): boolean {
    const text = rowText(buffer, at);
    return text !== "" && text !== before[at - from];
  }
}

/** Without the blank lines at the end that are below the cursor. */
function upTo(lines: readonly string[], buffer: IBuffer, from: number, cursorRow: number): string[] {
  let end = withoutTrailingBlanks(lines).length;
  let line = -1;
  for (let row = from; row <= cursorRow; row++) if (row === from || !buffer.getLine(row)?.isWrapped) line++;
  end = Math.max(end, line + 1);
  return lines.slice(0, end);
}

function viewport(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: terminal.rows }, (_, y) => rowText(buffer, buffer.baseY + y));
}

function rowText(buffer: IBuffer, row: number): string {
  return visibleText(buffer.getLine(row), { trim: true }).trimEnd();
}
