/** Paints a picture of a screen as pixels. */
import { mixRgb, rgbOf } from "../../../../shared/rgb.ts";
import { runColors, type TerminalColors } from "../../../../shared/run-colors.ts";
import { CellAttribute } from "../../../../shared/run-style.ts";
import type { Run } from "../../../../shared/protocol.ts";
import type { Picture } from "../exports/picture.ts";
import type { Mask } from "./box-drawing.ts";
import type { Glyph, GlyphSheet } from "./glyph-sheet.ts";

/** Blank pixels around the screen, in those of a picture of scale 1. */
const PADDING = 12;
/** Steps between no coverage and full: more could not be told apart, and cost colors. */
const STEPS = 7;

/** Colors as `0xrrggbb`, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly colors: Uint32Array };

/** One character where it is drawn. */
type PlacedGlyph = { readonly glyph: Glyph; readonly column: number };

export class PixelPainter {
  readonly #sheet: GlyphSheet;
  readonly #colors: TerminalColors;
  readonly #padding: number;

  constructor(sheet: GlyphSheet, colors: TerminalColors, scale: number) {
    this.#sheet = sheet;
    this.#colors = colors;
    this.#padding = PADDING * scale;
  }

  /** `frame` is the size of the picture in cells, where that is more than the screen has. */
  paint(picture: Picture, frame = picture.size): Pixels {
    const { width: cellWidth, height: cellHeight } = this.#sheet.cell;
    const width = frame.cols * cellWidth + 2 * this.#padding;
    const height = frame.rows * cellHeight + 2 * this.#padding;
    const pixels = { width, height, colors: new Uint32Array(width * height).fill(rgbOf(this.#colors.background)) };
    this.#sheet.prepare(picture.rows.flatMap((runs) => placedIn(runs).map(({ glyph }) => glyph)));
    picture.rows.forEach((runs, y) => this.#row(pixels, runs, this.#padding + y * cellHeight));
    if (picture.cursor.visible) this.#cursor(pixels, picture);
    return pixels;
  }

  #row(pixels: Pixels, runs: readonly Run[], top: number): void {
    const { width, height } = this.#sheet.cell;
    let column = 0;
    for (const run of runs) {
      const { foreground, background } = runColors(run, this.#colors);
      const attributes = run[3];
      const left = this.#padding + column * width;
      const box = { left, top, width: run[4] * width, height };
      const behind = rgbOf(background);
      if (background !== this.#colors.background) fillBox(pixels, box, behind);
      const ink = rgbOf(foreground);
      if (!(attributes & CellAttribute.INVISIBLE)) {
        for (const { glyph, column: at } of placedIn([run])) {
          const mask = this.#sheet.mask(glyph);
          if (mask) stamp(pixels, mask, { left: left + at * width, top, ink, behind });
        }
        this.#lines(pixels, box, { attributes, ink });
      }
      column += run[4];
    }
  }

  #lines(pixels: Pixels, box: Box, { attributes, ink }: { attributes: number; ink: number }): void {
    const line = Math.max(1, Math.round(box.height / 18));
    const at = (share: number): Box => ({ ...box, top: box.top + Math.round(box.height * share), height: line });
    if (attributes & CellAttribute.UNDERLINE) fillBox(pixels, at(0.88), ink);
    if (attributes & CellAttribute.STRIKETHROUGH) fillBox(pixels, at(0.5), ink);
    if (attributes & CellAttribute.OVERLINE) fillBox(pixels, at(0), ink);
  }

  /** Half covers what it stands on. */
  #cursor({ width, height, colors }: Pixels, { cursor }: Picture): void {
    const cell = this.#sheet.cell;
    const ink = rgbOf(this.#colors.cursor);
    const [left, top] = [this.#padding + cursor.x * cell.width, this.#padding + cursor.y * cell.height];
    for (let y = top; y < Math.min(height, top + cell.height); y++) {
      for (let x = left; x < Math.min(width, left + cell.width); x++) {
        colors[y * width + x] = mixRgb(colors[y * width + x] ?? 0, ink, 0.5);
      }
    }
  }
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The characters of runs that show, each with its column. A wide or composed character is a run of its own. */
function placedIn(runs: readonly Run[]): PlacedGlyph[] {
  const placed: PlacedGlyph[] = [];
  let column = 0;
  for (const [text, , , attributes, cells] of runs) {
    const style = {
      isBold: (attributes & CellAttribute.BOLD) !== 0,
      isItalic: (attributes & CellAttribute.ITALIC) !== 0,
    };
    if (text.length !== cells) placed.push({ glyph: { text, cells, ...style }, column });
    else [...text].forEach((char, at) => placed.push({ glyph: { text: char, cells: 1, ...style }, column: column + at }));
    column += cells;
  }
  return placed.filter(({ glyph }) => glyph.text.trim() !== "");
}

function fillBox({ width, height, colors }: Pixels, box: Box, color: number): void {
  for (let y = box.top; y < Math.min(height, box.top + box.height); y++) {
    colors.fill(color, y * width + box.left, y * width + Math.min(width, box.left + box.width));
  }
}

function stamp(
  { width, height, colors }: Pixels,
  mask: Mask,
  { left, top, ink, behind }: { left: number; top: number; ink: number; behind: number },
): void {
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => mixRgb(behind, ink, step / STEPS));
  for (let y = 0; y < mask.height && top + y < height; y++) {
    for (let x = 0; x < mask.width && left + x < width; x++) {
      const step = Math.round(((mask.alpha[y * mask.width + x] ?? 0) * STEPS) / 255);
      if (step > 0) colors[(top + y) * width + left + x] = shades[step] ?? ink;
    }
  }
}
