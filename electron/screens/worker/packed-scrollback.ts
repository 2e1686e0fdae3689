/**
 * The scrollback of one emulator, with its older rows packed. A row takes
 * twelve bytes a cell in xterm.js, packed about one a character.
 *
 * The emulator's own list of lines stays what it is: it counts, trims and keeps
 * markers as before. Only its oldest slots are empty, and whoever asks for a
 * line there gets one that is unpacked from here. Such a line is a copy:
 * writing to it changes nothing. xterm writes to rows of the viewport, which are
 * never packed, and when it resizes; for that, rows are unpacked before.
 */
import type { Terminal } from "@xterm/headless";
import { type InternalCore, type InternalLines, internalsOf, type InternalLine } from "./emulator-internals.ts";
import { PackedRows, type TextRow } from "./packed-rows.ts";

/** Rows above the viewport that are not packed: a program may yet change the window's height, and readers look here most. */
const KEPT_ROWS = 64;
/** What a line takes besides its cells, in cells: 870 bytes of objects and of the allocator's own. */
const LINE_CELLS = 70;
/** Lines that were unpacked last, of all screens. Readers ask for a line, for the one below it, and for that again. */
const MAX_RECENT = 16;
const PLAIN = { fg: 0, bg: 0, extended: { _ext: 0, urlId: 0 } };

type Recent = { readonly rows: PackedRows; readonly number: number; readonly line: InternalLine };
const recent: (Recent | undefined)[] = Array.from({ length: MAX_RECENT }, () => undefined);

export class PackedScrollback implements Disposable {
  readonly #terminal: Terminal;
  readonly #core: InternalCore;
  #rows = new PackedRows();
  readonly #reset: { dispose(): void };
  #trim: { dispose(): void };

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#core = internalsOf(terminal);
    this.#trim = this.#takeOver();
    // The buffers are new then. The old list keeps its rows: xterm may still tidy up in it, some time later.
    this.#reset = this.#core._inputHandler.onRequestReset(() => {
      this.#trim.dispose();
      this.#rows = new PackedRows();
      this.#trim = this.#takeOver();
    });
  }

  /** Cells that could be packed now and are not, with what their lines take besides. */
  get packableCells(): number {
    const lines = Math.max(0, this.#core.buffers.normal.ybase - KEPT_ROWS - this.#rows.length);
    return lines * (this.#terminal.cols + LINE_CELLS);
  }

  /** How many lines begin above a row of the active buffer. Unpacks nothing. */
  linesBefore(end: number): number {
    const { active, normal } = this.#core.buffers;
    if (active === normal) return this.linesBetween(0, end);
    let lines = 0;
    for (let row = 0; row < end; row++) if (row === 0 || !active.lines.get(row)?.isWrapped) lines++;
    return lines;
  }

  /** How many lines begin between two rows of the normal buffer. What goes on in its first row counts as a line. Unpacks nothing. */
  linesBetween(from: number, end: number): number {
    let lines = 0;
    for (let row = from; row < end; row++) if (row === 0 || !this.isWrapped(row)) lines++;
    return lines;
  }

  /** Whether a row of the normal buffer goes on from the one above it. Unpacks nothing. */
  isWrapped(row: number): boolean {
    if (row < this.#rows.length) return this.#rows.isWrapped(row);
    return this.#core.buffers.normal.lines.get(row)?.isWrapped === true;
  }

  /** Packs at most `most` rows, oldest first: all but the viewport and what is right above it. */
  pack(most = Number.POSITIVE_INFINITY): void {
    this.#packBefore(Math.min(this.#core.buffers.normal.ybase - KEPT_ROWS, this.#rows.length + most));
  }

  /**
   * Puts rows of plain text into the scrollback, as if they had been printed at the
   * cursor. It must be in the first column of the last row, and no cell of that row written.
   */
  append(rows: readonly TextRow[]): void {
    const { cols, rows: height } = this.#terminal;
    const buffer = this.#core.buffers.normal;
    const { lines } = buffer;
    const blank = lines.get(lines.length - 1);
    if (!blank) return;
    const kept = rows.slice(-(lines.maxLength - 1));
    if (rows.length >= lines.maxLength - 1) this.#rows.clear();
    else this.#packBefore(lines.length - 1);
    lines.set(lines.length - 1, undefined);
    const before = lines.length;
    // The list counts rows; those that it drops for these, `#rows` drops, too.
    for (let count = 0; count < rows.length; count++) lines.push(undefined);
    buffer.ybase += lines.length - before;
    buffer.ydisp += lines.length - before;
    this.#rows.appendText(kept, cols);
    lines.set(lines.length - 1, blank);
    this.#unpackFrom(lines.length - height);
  }

  /** Drops all but the last `kept` rows above the viewport. */
  dropAbove(kept: number): void {
    const buffer = this.#core.buffers.normal;
    const dropped = Math.max(0, buffer.ybase - kept);
    buffer.lines.trimStart(dropped);
    buffer.ybase -= dropped;
    buffer.ydisp -= dropped;
  }

  /**
   * Fills the list with older rows than those that are there, none of which is packed. `make` makes them when one is
   * read: `count` rows, which stand above `below` others. Returns how many they are.
   */
  fill(make: (rows: { count: number; below: number }) => PackedRows): number {
    const buffer = this.#core.buffers.normal;
    const { lines } = buffer;
    const below = lines.length;
    const count = lines.maxLength - below;
    if (count <= 0) return 0;
    const there = Array.from({ length: below }, (_, index) => lines.get(index));
    for (let index = 0; index < count; index++) lines.push(undefined);
    for (let index = 0; index < count; index++) lines.set(index, undefined);
    for (const [index, line] of there.entries()) lines.set(count + index, line);
    buffer.ybase += count;
    buffer.ydisp += count;
    this.#rows.appendLater(count, () => make({ count, below }));
    return count;
  }

  /** Runs `resize`. */
  acrossResize({ cols, rows }: { cols: number; rows: number }, resize: () => void): void {
    const had = this.#rows.length;
    const { normal } = this.#core.buffers;
    if (cols !== this.#terminal.cols && had > 0) this.#acrossReflow(cols, resize);
    else {
      // Rows of the scrollback may come back into a viewport that grows.
      const back = Math.max(0, rows - this.#terminal.rows);
      this.#unpackFrom(normal.ybase - back);
      resize();
    }
    trimSlots(normal.lines);
    // It would unpack each row to look at it. Rows that are packed take no more than they need.
    normal._memoryCleanupQueue.clear();
    // Not left for later: many screens may be resized at once.
    if (had > 0) this.pack();
  }

  /**
   * Runs `resize`, which wraps lines anew. Rows that another width leaves as they are stay packed, and one blank line
   * stands in for them all: xterm moves rows, and drops the oldest, but keeps their order.
   */
  #acrossReflow(cols: number, resize: () => void): void {
    const { normal } = this.#core.buffers;
    const { lines } = normal;
    const standIn = normal.getBlankLine(PLAIN);
    const old = this.#rows.take();
    const narrower = Math.min(cols, this.#terminal.cols);
    const isWrapped = (row: number): boolean => (row < old.length ? old.isWrapped(row) : lines.get(row)?.isWrapped === true);
    const staying: number[] = [];
    for (let row = 0; row < old.length; row++) {
      const stays = !isWrapped(row) && !isWrapped(row + 1) && old.usedColumns(row) <= narrower;
      if (stays) staying.push(row);
      lines.set(row, stays ? standIn : this.#unpack(old, row));
    }
    resize();
    const packed: (InternalLine | number)[] = [];
    const end = normal.ybase - KEPT_ROWS;
    for (let row = lines.length - 1; row >= 0; row--) {
      const line = lines.get(row);
      const stayed = line === standIn ? staying.pop() : undefined;
      if (row < end) {
        packed[row] = stayed ?? line ?? standIn;
        lines.set(row, undefined);
      } else if (stayed !== undefined) lines.set(row, this.#unpack(old, stayed));
    }
    this.#rows.appendMixed(packed, cols, old);
  }

  [Symbol.dispose](): void {
    this.#trim.dispose();
    this.#reset.dispose();
  }

  /** Stands before the list of lines of a buffer that is new. */
  #takeOver(): { dispose(): void } {
    const { normal } = this.#core.buffers;
    const { lines } = normal;
    const rows = this.#rows;
    const get = lines.get.bind(lines);
    const recycle = lines.recycle.bind(lines);
    lines.get = (index) => (index < rows.length ? this.#unpacked(rows, index) : get(index));
    lines.recycle = () => {
      const line = recycle();
      if (line) return line;
      const fresh = normal.getBlankLine(PLAIN);
      lines.set(lines.length - 1, fresh);
      return fresh;
    };
    trimSlots(lines);
    return lines.onTrim((amount) => rows.dropFirst(amount));
  }

  #unpacked(rows: PackedRows, index: number): InternalLine {
    const number = rows.numberOf(index);
    const known = recent[number % MAX_RECENT];
    if (known && known.rows === rows && known.number === number) return known.line;
    const line = this.#unpack(rows, index);
    recent[number % MAX_RECENT] = { rows, number, line };
    return line;
  }

  #unpack(rows: PackedRows, index: number): InternalLine {
    const line = this.#core.buffers.normal.getBlankLine(PLAIN);
    rows.read(index, line);
    return line;
  }

  /** Packs the rows before `end`. */
  #packBefore(end: number): void {
    const { lines } = this.#core.buffers.normal;
    const from = this.#rows.length;
    if (end <= from) return;
    const packed: InternalLine[] = [];
    for (let index = from; index < end; index++) {
      const line = lines.get(index);
      if (line) packed.push(line);
      lines.set(index, undefined);
    }
    this.#rows.append(packed, this.#terminal.cols);
  }

  /** Unpacks the rows from `start` on. */
  #unpackFrom(start: number): void {
    const { lines } = this.#core.buffers.normal;
    const from = Math.max(0, start);
    const { length } = this.#rows;
    if (from >= length) return;
    for (let index = from; index < length; index++) lines.set(index, this.#unpack(this.#rows, index));
    this.#rows.dropLast(length - from);
    // Other rows will have their numbers.
    recent.fill(undefined);
  }
}

/** A list has room for all lines it may ever hold, which most never do: the array grows by itself. */
function trimSlots(lines: InternalLines): void {
  if (lines._startIndex === 0) lines._array.length = lines.length;
}
