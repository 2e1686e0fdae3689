/** The colors of a run of text: as the program asked for them, and so that it can be read. */
import type { Run } from "./protocol.ts";
import { readable } from "./readable-color.ts";
import { hexOf, mixRgb, rgbOf } from "./rgb.ts";
import { CellAttribute, RunColor } from "./run-style.ts";

/** The least contrast of text with what is behind it, as in live terminals (WCAG AA). */
export const MINIMUM_CONTRAST = 4.5;

/** What it takes to turn symbolic colors into paint; sent to the tile worker as it is. */
export type TerminalColors = {
  readonly background: string;
  readonly foreground: string;
  readonly cursor: string;
  /** All 256 palette colors. */
  readonly palette: readonly string[];
  /** The least contrast of text with what is behind it. */
  readonly minimumContrast: number;
};

/** Faint text is moved towards what is behind it by this share, as far as it can still be read. */
const FAINT = 0.3;

/** The colors of a run as CSS colors. Inverse and faint are applied, and the text can be read on its background. */
export function runColors(run: Run, colors: TerminalColors): { foreground: string; background: string } {
  const [, fg, bg, attributes] = run;
  let foreground = colorOf(fg, colors.foreground, colors);
  let background = colorOf(bg, colors.background, colors);
  if (attributes & CellAttribute.INVERSE) [foreground, background] = [background, foreground];
  if (attributes & CellAttribute.DIM) foreground = hexOf(mixRgb(rgbOf(foreground), rgbOf(background), FAINT));
  return { foreground: readableOn(foreground, background, colors.minimumContrast), background };
}

function colorOf(value: number, fallback: string, colors: TerminalColors): string {
  if (value >= RunColor.FIRST_RGB) return hexOf(value - RunColor.FIRST_RGB);
  return value === RunColor.DEFAULT ? fallback : (colors.palette[value] ?? fallback);
}

/** Answers of `readable`, which costs more than a look-up. Bounded, because programs may use millions of pairs of colors. */
const readables = new Map<string, string>();
const MAX_READABLES = 4096;

function readableOn(foreground: string, background: string, contrast: number): string {
  const key = `${foreground}${background}${contrast}`;
  const known = readables.get(key);
  if (known !== undefined) return known;
  if (readables.size >= MAX_READABLES) readables.clear();
  const result = readable(foreground, background, contrast);
  readables.set(key, result);
  return result;
}
