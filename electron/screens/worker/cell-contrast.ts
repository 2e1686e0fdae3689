/** Whether text can be told from its background. */
import { Fg } from "./cell-style.ts";
import { ANSI, BACKGROUND, FOREGROUND } from "./theme-colors.ts";

/** Below this contrast (WCAG 2) text cannot be read. */
const MIN_CONTRAST = 1.5;
/** xterm's packing: 24 bits of color, 2 bits of color mode. */
const MODE = 0x3000000;
const COLOR = 0x3ffffff;
const RGB = 0x3000000;
const PALETTE_256 = 0x2000000;
/** Colors that each theme adapts to its background. */
const THEMED = 16;
/** Pairs that have been worked out; bounded, since a program may use any number of colors. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 4096;

/**
 * Is text of these packed colors next to invisible? A theme's own colors on
 * each other can be read, and so can the sixteen that it adapts to its background.
 */
export function isLowContrast(fg: number, bg: number): boolean {
  if (((fg | bg) & MODE) === 0) return false;
  const hasDefault = (fg & MODE) === 0 || (bg & MODE) === 0;
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
  const mode = packed & MODE;
  return mode !== RGB && (mode !== PALETTE_256 || (packed & 255) < THEMED);
}

function contrastOf(fg: number, bg: number): number {
  // Bold text takes the bright one of the first eight colors.
  const text = rgb(fg, FOREGROUND, (fg & Fg.BOLD) !== 0);
  const behind = rgb(bg, BACKGROUND, false);
  // Inverse exchanges them, and the contrast stays.
  const [x, y] = [luminance(text), luminance(behind)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** A packed color as RGB, in the theme that programs are told of. */
function rgb(packed: number, theme: string, bold: boolean): number {
  const index = packed & 255;
  switch (packed & MODE) {
    case 0:
      return hexColor(theme);
    case RGB:
      return packed & 0xffffff;
    default:
      return paletteColor(bold && index < 8 ? index + 8 : index);
  }
}

/** Cube and ramp as xterm defines them. */
function paletteColor(index: number): number {
  if (index < THEMED) return hexColor(ANSI[index] ?? BACKGROUND);
  if (index >= 232) return (8 + (index - 232) * 10) * 0x10101;
  const step = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - THEMED;
  return (step(Math.floor(cube / 36)) << 16) | (step(Math.floor(cube / 6) % 6) << 8) | step(cube % 6);
}

function hexColor(hex: string): number {
  return Number.parseInt(hex.slice(1), 16);
}

/** WCAG 2: 0 (black) to 1 (white). */
function luminance(color: number): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear((color >> 16) & 255) + 0.7152 * linear((color >> 8) & 255) + 0.0722 * linear(color & 255);
}
