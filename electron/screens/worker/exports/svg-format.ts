/** A picture of one moment as SVG: text stays text, and nothing is loaded from elsewhere. */
import { CELL_ASPECT } from "../../../../shared/cell-aspect.ts";
import { xmlText } from "../../../../shared/markup-text.ts";
import type { Run } from "../../../../shared/protocol.ts";
import { runColors, type TerminalColors } from "../../../../shared/run-colors.ts";
import { CellAttribute } from "../../../../shared/run-style.ts";
import type { Picture } from "./picture.ts";

const FONT_SIZE = 14;
const CELL_WIDTH = FONT_SIZE * CELL_ASPECT;
const CELL_HEIGHT = 17;
const BASELINE = 13;
const PADDING = 12;
const FONTS = "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/** `name` is the title, which a browser shows as a hint and a screen reader says. */
export function svgOf({ size, cursor, rows }: Picture, colors: TerminalColors, name: string): string {
  const width = round(size.cols * CELL_WIDTH + 2 * PADDING);
  const height = size.rows * CELL_HEIGHT + 2 * PADDING;
  const root = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const parts = [
    `<svg ${root} font-family="${FONTS}" font-size="${FONT_SIZE}" xml:space="preserve">`,
    `<title>${xmlText(name)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${colors.background}"/>`,
  ];
  if (cursor.visible) {
    const at = `x="${round(PADDING + cursor.x * CELL_WIDTH)}" y="${PADDING + cursor.y * CELL_HEIGHT}"`;
    parts.push(`<rect ${at} width="${round(CELL_WIDTH)}" height="${CELL_HEIGHT}" fill="${colors.cursor}" opacity="0.5"/>`);
  }
  rows.forEach((runs, y) => parts.push(...rowOf(runs, PADDING + y * CELL_HEIGHT, colors)));
  return `${parts.join("\n")}\n</svg>\n`;
}

function* rowOf(runs: readonly Run[], top: number, colors: TerminalColors): Generator<string> {
  let column = 0;
  for (const run of runs) {
    const left = round(PADDING + column * CELL_WIDTH);
    const width = round(run[4] * CELL_WIDTH);
    column += run[4];
    const { foreground, background } = runColors(run, colors);
    if (background !== colors.background) {
      yield `<rect x="${left}" y="${top}" width="${width}" height="${CELL_HEIGHT}" fill="${background}"/>`;
    }
    if (run[0].trim() === "" || run[3] & CellAttribute.INVISIBLE) continue;
    // The width holds the columns in place, whatever typeface there is.
    const place = `x="${left}" y="${top + BASELINE}" textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
    yield `<text ${place} fill="${foreground}"${styleOf(run[3])}>${xmlText(run[0])}</text>`;
  }
}

function styleOf(attributes: number): string {
  const lines = [
    attributes & CellAttribute.UNDERLINE ? "underline" : "",
    attributes & CellAttribute.STRIKETHROUGH ? "line-through" : "",
    attributes & CellAttribute.OVERLINE ? "overline" : "",
  ].filter((line) => line !== "");
  return [
    attributes & CellAttribute.BOLD ? ' font-weight="700"' : "",
    attributes & CellAttribute.ITALIC ? ' font-style="italic"' : "",
    lines.length > 0 ? ` text-decoration="${lines.join(" ")}"` : "",
  ].join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
