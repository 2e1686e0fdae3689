/**
 * The type size of a live terminal. The size in cells belongs to the session:
 * nothing here changes it. Unless a person has chosen a size, the type is as
 * large as lets the whole screen show, within limits. A screen that is larger
 * than its space is scrolled to.
 */
import type { Terminal } from "@xterm/xterm";

/** In px. Type gets no smaller than this by itself, so that a zoomed page enlarges it. */
const SMALLEST = 11;
/** In px. Small screens are enlarged at least to this where there is space. */
const PLEASANT = 16;
/** On a large display type may grow on, as long as this many lines would fit. */
const LINES_AT_LEAST = 48;
/** In px: the type size for which `sizeThatFits` computes a size. */
const NATURAL = 13;
/** The size is measured and corrected at most this often: xterm rounds cells to whole device pixels. */
const CORRECTIONS = 4;

/** The type sizes that a person can choose, in px. 0 stands for the one that fits. */
export const TEXT_SIZES = [0, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 28, 32, 40, 48, 64] as const;
/** In px; 0 for the one that fits. */
export type TextSize = number;

/** The next larger (1) or smaller (-1) size to choose from `current`, in px. */
export function nextTextSize(current: number, by: 1 | -1): TextSize {
  const sizes = TEXT_SIZES.filter((size) => size > 0);
  const next = by > 0 ? sizes.find((size) => size > current) : sizes.findLast((size) => size < current);
  return next ?? (by > 0 ? 64 : 6);
}

export function fitFont(terminal: Terminal, container: HTMLElement, chosen: TextSize): void {
  const { clientWidth: width, clientHeight: height } = container;
  if (width === 0 || height === 0) return;
  if (chosen > 0) {
    terminal.options.fontSize = chosen;
    return;
  }
  const { cols, rows } = terminal;
  const cell = cellShape(terminal.options.fontFamily ?? "monospace");
  const largest = Math.max(PLEASANT, height / LINES_AT_LEAST);
  const clamp = (size: number): number => Math.min(largest, Math.max(SMALLEST, inSteps(size)));
  let size = clamp(Math.min(width / cols / cell.width, height / rows / cell.height));
  for (let correction = 0; correction < CORRECTIONS; correction++) {
    terminal.options.fontSize = size;
    const screen = container.querySelector<HTMLElement>(".xterm-screen");
    if (!screen) return;
    const excess = Math.max(screen.offsetWidth / width, screen.offsetHeight / height);
    if (excess <= 1 || size === SMALLEST) return;
    size = clamp(Math.min(size - 0.25, size / excess));
  }
  terminal.options.fontSize = size;
}

/** Quarter steps: finer ones change nothing that can be seen. */
function inSteps(size: number): number {
  return Math.floor(size * 4) / 4;
}

type Space = { readonly clientWidth: number; readonly clientHeight: number };

/** The size of a cell, as shares of the type size. */
type CellShape = { readonly width: number; readonly height: number };

/** In px. Large, so that rounding counts for little. */
const MEASURED = 100;

/** The cell of a list of typefaces, as CSS writes it. xterm measures the same letter and the same lines. */
export function cellShape(fontFamily: string): CellShape {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("The browser has no canvas to measure a typeface with");
  context.font = `${MEASURED}px ${fontFamily}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText("W");
  return { width: width / MEASURED, height: (fontBoundingBoxAscent + fontBoundingBoxDescent) / MEASURED };
}

/** The size in cells that fills a space with type of the chosen size, or of natural size. */
export function sizeThatFits(
  { clientWidth, clientHeight }: Space,
  chosen: TextSize,
  cell: CellShape,
): { cols: number; rows: number } {
  const type = chosen > 0 ? chosen : NATURAL;
  const cols = Math.floor(clientWidth / (type * cell.width));
  const rows = Math.floor(clientHeight / Math.ceil(type * cell.height));
  return { cols: Math.min(1000, Math.max(20, cols)), rows: Math.min(500, Math.max(5, rows)) };
}
