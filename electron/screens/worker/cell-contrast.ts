/** Whether text can be told from its background. */
import { contrast } from "../../../shared/contrast.ts";
import { rgbOf } from "../../../shared/rgb.ts";
import { fixedPaletteColor, THEMED_COLORS } from "../../../shared/xterm-palette.ts";
import { COLOR, ColorMode, Fg, paletteIndex, rgbValue } from "./cell-layout.ts";
import { ANSI, BACKGROUND, FOREGROUND } from "./theme-colors.ts";

/** Below this contrast (WCAG 2) text cannot be read. */
const MIN_CONTRAST = 1.5;
const { MASK, DEFAULT, PALETTE_256, RGB } = ColorMode;
/** Pairs that have been worked out; bounded, since a program may use any number of colors. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 4096;

/**
 * Is text of these packed colors next to invisible? A theme's own colors on
 * each other can be read, and so can the sixteen that it adapts to its background.
 */
export function isLowContrast(fg: number, bg: number): boolean {
  if (((fg | bg) & MASK) === DEFAULT) return false;
  const hasDefault = (fg & MASK) === DEFAULT || (bg & MASK) === DEFAULT;
  if (hasDefault && isThemed(fg) && isThemed(bg)) return false;
  const flags = fg & (Fg.BOLD | Fg.INVERSE);
  const key = `${fg & COLOR} ${bg & COLOR} ${flags}`;
  let answer = known.get(key);
  if (answer === undefined) {
    answer = contrastOf(fg, bg) < MIN_CONTRAST;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, answer);
  }
  return answer;
}

function isThemed(packed: number): boolean {
  const mode = packed & MASK;
  return mode !== RGB && (mode !== PALETTE_256 || paletteIndex(packed) < THEMED_COLORS);
}

function contrastOf(fg: number, bg: number): number {
  // Bold text takes the bright one of the first eight colors.
  const text = rgb(fg, FOREGROUND, (fg & Fg.BOLD) !== 0);
  const behind = rgb(bg, BACKGROUND, false);
  // Inverse exchanges them, and the contrast stays.
  return contrast(text, behind);
}

/** A packed color as RGB, in the theme that programs are told of. */
function rgb(packed: number, theme: string, bold: boolean): number {
  const index = paletteIndex(packed);
  switch (packed & MASK) {
    case DEFAULT:
      return rgbOf(theme);
    case RGB:
      return rgbValue(packed);
    default:
      return paletteColor(bold && index < 8 ? index + 8 : index);
  }
}

function paletteColor(index: number): number {
  return index < THEMED_COLORS ? rgbOf(ANSI[index] ?? BACKGROUND) : fixedPaletteColor(index);
}
