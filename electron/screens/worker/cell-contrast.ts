/** Whether text can be told from its background. */
import { contrast } from "../../../shared/contrast.ts";
import { rgbOf } from "../../../shared/rgb.ts";
import { fixedPaletteColor, THEMED_COLORS } from "../../../shared/xterm-palette.ts";
import { Bg, COLOR, ColorMode, Fg, paletteIndex, rgbValue } from "./cell-layout.ts";
import { ANSI, BACKGROUND, FOREGROUND } from "./theme-colors.ts";

/** Below this contrast (WCAG 2) text cannot be read. */
const MIN_CONTRAST = 1.5;
const { MASK, DEFAULT, RGB } = ColorMode;
/** Pairs that have been worked out; bounded, since a program may use any number of colors. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 4096;

/** Faint text is drawn half in the color of its background. */
const FAINT = 0.5;

/** Is text of these packed colors, in the theme that programs are told of, next to invisible? The default colors can be told from each other. */
export function isLowContrast(fg: number, bg: number): boolean {
  if (((fg | bg) & MASK) === DEFAULT) return false;
  const flags = fg & (Fg.BOLD | Fg.INVERSE);
  const key = `${fg & COLOR} ${bg & COLOR} ${flags} ${bg & Bg.DIM}`;
  let answer = known.get(key);
  if (answer === undefined) {
    // Bold text takes the bright one of the first eight colors, in some terminals.
    const brightness = flags & Fg.BOLD ? [false, true] : [false];
    answer = brightness.some((isBright) => contrastOf(fg, bg, isBright) < MIN_CONTRAST);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, answer);
  }
  return answer;
}

function contrastOf(fg: number, bg: number, isBright: boolean): number {
  const text = rgb(fg, FOREGROUND, isBright);
  const behind = rgb(bg, BACKGROUND, false);
  // Inverse exchanges them, and the contrast stays.
  if (!(bg & Bg.DIM)) return contrast(text, behind);
  return (fg & Fg.INVERSE) === 0 ? contrast(mixed(text, behind), behind) : contrast(mixed(behind, text), text);
}

function mixed(text: number, behind: number): number {
  const [red, green, blue] = [16, 8, 0].map((shift) => {
    const [one, other] = [(text >> shift) & 0xff, (behind >> shift) & 0xff];
    return Math.round(one * FAINT + other * (1 - FAINT));
  }) as [number, number, number];
  return (red << 16) | (green << 8) | blue;
}

/** A packed color as RGB, in the theme that programs are told of. */
function rgb(packed: number, theme: string, isBright: boolean): number {
  const index = paletteIndex(packed);
  switch (packed & MASK) {
    case DEFAULT:
      return rgbOf(theme);
    case RGB:
      return rgbValue(packed);
    default:
      return paletteColor(isBright && index < 8 ? index + 8 : index);
  }
}

function paletteColor(index: number): number {
  return index < THEMED_COLORS ? rgbOf(ANSI[index] ?? BACKGROUND) : fixedPaletteColor(index);
}
