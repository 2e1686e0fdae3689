/**
 * Paints rows of a tile onto a canvas. It uses no DOM, so that it runs in the tile
 * worker, on the page's own thread, and in unit tests on a context that takes notes.
 */
import type { Run } from "../../shared/protocol.ts";
import { runColors, type TerminalColors } from "../../shared/run-colors.ts";
import { CellAttribute } from "../../shared/run-style.ts";
import { MONO_FONT } from "../theme/tokens.ts";
import type { Metrics } from "./tile-layout.ts";
import type { TileModel } from "./tile-model.ts";

/** Any letter spacing switches ligatures off, which would draw `->` as one glyph. This much, in px, cannot be seen. */
const NO_LIGATURES = 0.001;

/** What the painter uses of a canvas's 2D context. */
export type PaintContext = Pick<
  CanvasRenderingContext2D,
  "fillStyle" | "font" | "globalAlpha" | "textBaseline" | "letterSpacing" | "fillRect" | "fillText" | "measureText"
>;

/** What is painted, and how. Row `first` of the model is at the top. */
export type Painting = {
  readonly context: PaintContext;
  readonly model: TileModel;
  readonly metrics: Metrics;
  readonly colors: TerminalColors;
  readonly fontFamily: string;
  readonly first: number;
};

/** Paints the given rows of the model, or all of them and the margins. */
export function paint(painting: Painting, dirty: ReadonlySet<number> | "all"): void {
  const { context, metrics, colors, first, fontFamily } = painting;
  context.textBaseline = "alphabetic";
  context.letterSpacing = `${letterSpacing(context, metrics, fontFamily)}px`;
  if (dirty === "all") {
    context.globalAlpha = 1;
    context.fillStyle = colors.background;
    context.fillRect(0, 0, metrics.width, metrics.height);
  }
  for (let y = first; y < first + metrics.visibleRows; y++) {
    if (dirty === "all" || dirty.has(y)) paintRow(painting, y);
  }
}

/** The advances of typefaces, as shares of the type size. Measured once for each list of typefaces. */
const advances = new Map<string, number>();

/** What it takes, in px, to put each letter on its cell: cells are as wide as letters of the bundled typeface, and another one may have other letters. */
function letterSpacing(context: PaintContext, { cellWidth, fontSize }: Metrics, fontFamily: string): number {
  if (fontFamily === MONO_FONT) return NO_LIGATURES;
  let advance = advances.get(fontFamily);
  if (advance === undefined) {
    context.font = fontOf(0, 100, fontFamily);
    context.letterSpacing = "0px";
    advance = context.measureText("0").width / 100;
    advances.set(fontFamily, advance);
  }
  return cellWidth - advance * fontSize || NO_LIGATURES;
}

function paintRow(painting: Painting, y: number): void {
  const { context, model, metrics, colors, first } = painting;
  const top = metrics.padding + (y - first) * metrics.cellHeight;
  context.globalAlpha = 1;
  context.fillStyle = colors.background;
  context.fillRect(0, top, metrics.width, metrics.cellHeight);
  let column = 0;
  for (const run of model.row(y)) {
    if (column >= metrics.visibleCols) break;
    paintRun(painting, run, { left: metrics.padding + column * metrics.cellWidth, top });
    column += run[4];
  }
  if (model.cursor.visible && model.cursor.y === y) paintCursor(painting, top);
}

function paintRun(
  { context, metrics, colors, fontFamily }: Painting,
  run: Run,
  { left, top }: { left: number; top: number },
): void {
  const [text, , , attributes, cells] = run;
  const width = cells * metrics.cellWidth;
  const { foreground, background } = runColors(run, colors);
  context.globalAlpha = 1;
  if (background !== colors.background) {
    context.fillStyle = background;
    // A hair wider, so that no seam shows between neighbors at fractional widths.
    context.fillRect(left, top, width + 0.5, metrics.cellHeight);
  }
  if (attributes & CellAttribute.INVISIBLE || text.trim() === "") return;
  context.fillStyle = foreground;
  context.font = fontOf(attributes, metrics.fontSize, fontFamily);
  for (const { part, at } of piecesOf(text, cells)) {
    context.fillText(part, left + at * metrics.cellWidth, top + metrics.baseline);
  }
  paintLines({ context, attributes, left, top, width, metrics });
}

function paintLines(line: {
  context: PaintContext;
  attributes: number;
  left: number;
  top: number;
  width: number;
  metrics: Metrics;
}): void {
  const { context, attributes, left, top, width, metrics } = line;
  if (attributes & CellAttribute.UNDERLINE) context.fillRect(left, top + metrics.baseline + 1.5, width, 1);
  if (attributes & CellAttribute.STRIKETHROUGH) context.fillRect(left, top + metrics.cellHeight / 2, width, 1);
  if (attributes & CellAttribute.OVERLINE) context.fillRect(left, top, width, 1);
}

function paintCursor({ context, model, metrics, colors }: Painting, top: number): void {
  const left = metrics.padding + model.cursor.x * metrics.cellWidth;
  context.globalAlpha = 0.8;
  context.fillStyle = colors.cursor;
  context.fillRect(left, top, metrics.cellWidth, metrics.cellHeight);
}

/**
 * The pieces of a run, and the cell at which each begins. Plain ASCII is one
 * piece, because the face is monospaced. Other characters may come from other
 * faces: each is put on its own cell, or they would drift. A wide or composed
 * character is a run of its own.
 */
function piecesOf(text: string, cells: number): { part: string; at: number }[] {
  if (text.length !== cells || /^[\x20-\x7e]*$/.test(text)) return [{ part: text, at: 0 }];
  return Array.from(text, (part, at) => ({ part, at })).filter(({ part }) => part !== " ");
}

function fontOf(attributes: number, size: number, fontFamily: string): string {
  const style = attributes & CellAttribute.ITALIC ? "italic " : "";
  return `${style}${attributes & CellAttribute.BOLD ? "700" : "400"} ${size}px ${fontFamily}`;
}
