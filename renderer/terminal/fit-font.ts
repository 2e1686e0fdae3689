/**
 * Scales a terminal's type so that the whole screen fits its container. The size
 * in cells belongs to the session: nothing here changes it.
 */
import type { Terminal } from "@xterm/xterm";
import { CELL_ASPECT } from "../tiles/tile-layout.ts";

/** The natural height of a line, as a multiple of the type size, in the bundled typeface. */
const LINE_ASPECT = 1.32;
/** In px. */
const SMALLEST = 5;
/** In px. Small screens are enlarged, but no further than is pleasant to read. */
const LARGEST = 16;
/** In px: the type size for which `sizeThatFits` computes a size. */
const NATURAL = 13;
/** The size is measured and corrected at most this often: xterm rounds cells to whole device pixels. */
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
