/**
 * Scales a terminal's type so that the whole screen fits its container. The size
 * in cells belongs to the session: nothing here changes it.
 */
import type { Terminal } from "@xterm/xterm";
import { CELL_ASPECT } from "../tiles/tile-layout.ts";

/** Natural height of a line to its type size in the bundled face. */
const LINE_ASPECT = 1.32;
const SMALLEST = 5;
/** Small screens are enlarged, but not beyond what is pleasant to read. */
const LARGEST = 16;
/** The type a person's own size is made for: see `sizeThatFits`. */
const NATURAL = 13;
/** Measured and corrected at most so often: cells are rounded to whole device pixels. */
const CORRECTIONS = 4;

export function fitFont(terminal: Terminal, container: HTMLElement): void {
  const { clientWidth: width, clientHeight: height } = container;
  if (width === 0 || height === 0) return;
  const { cols, rows } = terminal;
  let size = clampType(Math.min(width / cols / CELL_ASPECT, height / rows / LINE_ASPECT));
  for (let correction = 0; correction < CORRECTIONS; correction++) {
    terminal.options.fontSize = size;
    const screen = container.querySelector<HTMLElement>(".xterm-screen");
    if (!screen) return;
    const excess = Math.max(screen.offsetWidth / width, screen.offsetHeight / height);
    if (excess <= 1 || size === SMALLEST) return;
    size = clampType(Math.min(size - 0.25, size / excess));
  }
  terminal.options.fontSize = size;
}

/** Quarter steps: finer ones change nothing that can be seen. */
function clampType(size: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, Math.floor(size * 4) / 4));
}

/** The size in cells that fills the container with type of natural size. */
export function sizeThatFits(container: HTMLElement): { cols: number; rows: number } {
  const cols = Math.floor(container.clientWidth / (NATURAL * CELL_ASPECT));
  const rows = Math.floor(container.clientHeight / Math.ceil(NATURAL * LINE_ASPECT));
  return { cols: Math.min(1000, Math.max(20, cols)), rows: Math.min(500, Math.max(5, rows)) };
}
