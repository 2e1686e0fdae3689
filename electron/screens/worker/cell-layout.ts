/**
 * How xterm.js 6.0.0 packs a cell into three numbers: its content, its
 * foreground, its background. Source: `src/common/buffer/Constants.ts` of
 * xterm.js. emulator-probes.ts holds it against what the emulator does.
 */

/** Numbers a cell in a line's data, in this order. */
export const CELL_SIZE = 3;

/** In the content: the character has several code points, which the line keeps apart. */
export const IS_COMBINED = 0x200000;

/** In the content: the character, if it has one code point; 0 if there is none. */
export const CODE_POINT = 0x1fffff;

/** In the content, above the code point: how many columns the character takes. */
export const WIDTH_SHIFT = 22;

/** A color: 24 bits of value and 2 bits of mode; mode 0 is the default color. The other bits of the number are flags. */
export const COLOR = 0x3ffffff;
export const ColorMode = {
  MASK: 0x3000000,
  DEFAULT: 0,
  /** One of the sixteen that a theme names. */
  PALETTE_16: 0x1000000,
  PALETTE_256: 0x2000000,
  RGB: 0x3000000,
} as const;

/** Flags beside the foreground color. The strikethrough bit is the sign bit where xterm computes, and not where it stores. */
export const Fg = {
  INVERSE: 0x4000000,
  BOLD: 0x8000000,
  UNDERLINE: 0x10000000,
  BLINK: 0x20000000,
  INVISIBLE: 0x40000000,
  STRIKE: 1 << 31,
} as const;

/** Flags beside the background color. */
export const Bg = {
  ITALIC: 0x4000000,
  DIM: 0x8000000,
  /** The cell's `extended` counts: an underline that is not plain, or a hyperlink. */
  HAS_EXTENDED: 0x10000000,
  PROTECTED: 0x20000000,
  OVERLINE: 0x40000000,
} as const;

/** In `extended._ext`, above the underline's color: its style, 1 (single) to 5 (dashed). */
export const UNDERLINE_SHIFT = 26;

/** The underline's style: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed. */
export function underlineStyle(ext: number): number {
  return (ext >> UNDERLINE_SHIFT) & 7;
}

/** A palette index, of a color whose mode is one of the palettes'. */
export function paletteIndex(packed: number): number {
  return packed & 0xff;
}

/** `0xrrggbb`, of a color whose mode is RGB. */
export function rgbValue(packed: number): number {
  return packed & 0xffffff;
}
