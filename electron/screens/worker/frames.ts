/**
 * The viewport as runs of equally styled text, and which rows changed. Each
 * row carries the version at which it last changed, so every client gets just
 * what is new to it without any state kept for it here.
 */
import type { ScreenFrame } from "../screen-types.ts";
import type { Terminal } from "@xterm/headless";
import { CellAttribute } from "../../../shared/cell-attribute.ts";
import type { Run } from "../../../shared/protocol.ts";
import { cellAt, type InternalCell, internalsOf } from "./xterm-internals.ts";

/** Baselines RGB colors, so that palette indexes stay symbolic and follow the viewer's theme. */
const RGB = 0x1000000;

/** A mark alone in its cell would join the character before it, were they in one run. */
const COMBINES = /[\p{M}\p{Cf}]/u;

export class FrameSource {
  readonly #terminal: Terminal;
  #version = 0;
  #rows: { key: string; runs: Run[]; version: number }[] = [];
  /** The version at which everything changed (a resize). */
  #fullAt = 1;
  #size = { cols: 0, rows: 0 };
  /** Set by whoever writes to the terminal. */
  dirty = true;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** What has changed since the frame of version `since`; 0 asks for everything. */
  frame(since: number): ScreenFrame {
    if (this.dirty) this.#refresh();
    const { cols, rows } = this.#terminal;
    const full = since < this.#fullAt;
    const buffer = this.#terminal.buffer.active;
    return {
      version: this.#version,
      size: { cols, rows },
      cursor: {
        x: Math.min(buffer.cursorX, cols - 1),
        y: buffer.cursorY,
        visible: !internalsOf(this.#terminal).coreService.isCursorHidden,
      },
      full,
      rows: this.#rows.flatMap((row, y): [number, Run[]][] => (full || row.version > since ? [[y, row.runs]] : [])),
    };
  }

  #refresh(): void {
    this.dirty = false;
    this.#version++;
    const { cols, rows } = this.#terminal;
    if (cols !== this.#size.cols || rows !== this.#size.rows) {
      this.#size = { cols, rows };
      this.#rows = [];
      this.#fullAt = this.#version;
    }
    for (let y = 0; y < rows; y++) {
      const runs = rowRuns(this.#terminal, y);
      const key = JSON.stringify(runs);
      if (this.#rows[y]?.key !== key) this.#rows[y] = { key, runs, version: this.#version };
    }
  }
}

/** One viewport row as runs; trailing plain blanks are left out. A wide character is a run of its own. */
function rowRuns(terminal: Terminal, y: number): Run[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.baseY + y);
  if (!line) return [];
  const runs: Run[] = [];
  let last: Run | undefined;
  /** The last run holds single-width, single-unit characters only, so the next such one may join it. */
  let open = false;
  let cell: InternalCell | undefined;
  for (let x = 0; x < terminal.cols;) {
    cell = cellAt(line, x, cell);
    if (!cell) break;
    // A half of a wide character that has lost the other is as wide as a half: the second one (a blank), or the first at the margin.
    const width = Math.min(Math.max(1, cell.getWidth()), terminal.cols - x);
    x += width;
    const chars = cell.getChars() || " ";
    const [fg, bg, attributes] = styleOf(cell);
    const single = chars.length === 1 && width === 1 && !COMBINES.test(chars);
    if (last && single && open && last[1] === fg && last[2] === bg && last[3] === attributes) {
      last[0] += chars;
      last[4] += 1;
    } else {
      last = [chars, fg, bg, attributes, width];
      open = single;
      runs.push(last);
    }
  }
  return trimmed(runs);
}

function styleOf(cell: InternalCell): [number, number, number] {
  const fg = cell.isFgDefault() ? -1 : cell.isFgRGB() ? RGB + cell.getFgColor() : cell.getFgColor();
  const bg = cell.isBgDefault() ? -1 : cell.isBgRGB() ? RGB + cell.getBgColor() : cell.getBgColor();
  const attributes =
    (cell.isBold() ? CellAttribute.BOLD : 0) |
    (cell.isDim() ? CellAttribute.DIM : 0) |
    (cell.isItalic() ? CellAttribute.ITALIC : 0) |
    (cell.isUnderline() ? CellAttribute.UNDERLINE : 0) |
    (cell.isInverse() ? CellAttribute.INVERSE : 0) |
    (cell.isInvisible() ? CellAttribute.INVISIBLE : 0) |
    (cell.isStrikethrough() ? CellAttribute.STRIKETHROUGH : 0) |
    (cell.isOverline() ? CellAttribute.OVERLINE : 0);
  return [fg, bg, attributes];
}

function trimmed(runs: Run[]): Run[] {
  const last = runs.at(-1);
  if (!last || last[2] !== -1 || last[3] !== 0) return runs;
  const text = last[0].trimEnd();
  if (text === last[0]) return runs;
  // Only single-width text can end in a space, so characters count cells.
  if (text === "") return trimmed(runs.slice(0, -1));
  return [...runs.slice(0, -1), [text, last[1], last[2], last[3], text.length]];
}
