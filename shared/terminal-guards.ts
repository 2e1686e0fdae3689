/**
 * Guards for an xterm terminal against hostile output. Works on @xterm/headless
 * (the host's screens) and on @xterm/xterm (live terminals in the window)
 * alike. The private parts it uses are listed in terminal-internals.ts, and
 * are checked there before a terminal is given to these guards.
 */
import { coreOf, type GuardedCore, type GuardedLine, type GuardedTerminal } from "./terminal-internals.ts";
import { limitLinks } from "./terminal-links.ts";
import { installRectangles } from "./terminal-rectangles.ts";

/** Characters in one cell, with everything that joins the first one: 16 accents, or any emoji there is. */
const MAX_CELL_CHARACTERS = 17;

/** Everything below. What limits the length of sequences is `SequenceBoundary`, through which all output goes first. */
export function installGuards(terminal: GuardedTerminal): void {
  const core = coreOf(terminal) as GuardedCore;
  clampCounts(terminal, core);
  limitLinks(core);
  limitCells(core);
  installRectangles(terminal, core);
}

const limited = new WeakSet<GuardedLine>();

/** A million accents on one character (CVE-2021-27135 was such a one) take memory, and time wherever that cell is drawn. */
function limitCells(core: GuardedCore): void {
  const prototype = Object.getPrototypeOf(core.buffers.active.lines.get(0)) as GuardedLine;
  // All lines of all terminals share it.
  if (limited.has(prototype)) return;
  limited.add(prototype);
  const add = prototype.addCodepointToCell;
  prototype.addCodepointToCell = function (this: GuardedLine, index, codePoint, width) {
    const text = this._combined[index];
    if (text !== undefined && text.length >= MAX_CELL_CHARACTERS && [...text].length >= MAX_CELL_CHARACTERS) return;
    add.call(this, index, codePoint, width);
  };
}

/**
 * Clamps the counts of the sequences whose handlers in xterm 6.0.0 loop, or
 * allocate, as often as the program says: `CSI 2147483647 S` alone keeps the
 * emulator busy for over a minute. A count of more than the screen holds does
 * nothing that a screenful does not.
 *
 * And keeps one from throwing, which stops a terminal for good: `CSI 1 J` in
 * the last cell of a screen that has not scrolled.
 *
 * The public `parser.registerCsiHandler` hands out copies of the parameters, so
 * this uses the hook beneath it, where the next handler sees what we change.
 */
function clampCounts(terminal: GuardedTerminal, core: GuardedCore): void {
  const change = (final: string, changed: (count: number) => number): void => {
    core.registerCsiHandler({ final }, ({ params, length }) => {
      if (length > 0) params[0] = changed(params[0] ?? 0);
      return false;
    });
  };
  // Scroll up and down, insert and delete lines.
  for (const final of ["S", "T", "L", "M"]) change(final, (count) => Math.min(count, terminal.rows));
  // Tabs forwards and backwards.
  for (const final of ["I", "Z"]) change(final, (count) => Math.min(count, terminal.cols));
  // Repeat the preceding character: programs do within a line. tmux stops at its end, too.
  change("b", (count) => Math.min(count, terminal.cols));
  // From the last cell, everything up to the cursor is everything.
  change("J", (mode) => (mode === 1 && isInLastCell(terminal) ? 2 : mode));
}

function isInLastCell({ cols, rows, buffer }: GuardedTerminal): boolean {
  return buffer.active.cursorY >= rows - 1 && buffer.active.cursorX >= cols - 1;
}
