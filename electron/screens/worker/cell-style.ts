/** Colors and attributes of cells as SGR sequences, exactly: every bit that xterm keeps comes back. */
import type { InternalAttributes } from "./xterm-internals.ts";

const CSI = "\x1b[";
export const PLAIN_STYLE = `${CSI}0m`;

/** xterm's packing: 24 bits of color, 2 bits of color mode, then flags. */
const COLOR = 0x3ffffff;
const MODE = 0x3000000;
const PALETTE_16 = 0x1000000;
const PALETTE_256 = 0x2000000;
const RGB = 0x3000000;
export const Fg = {
  INVERSE: 0x4000000,
  BOLD: 0x8000000,
  UNDERLINE: 0x10000000,
  BLINK: 0x20000000,
  INVISIBLE: 0x40000000,
  STRIKE: 1 << 31,
};
export const Bg = { ITALIC: 0x4000000, DIM: 0x8000000, HAS_EXTENDED: 0x10000000, PROTECTED: 0x20000000, OVERLINE: 0x40000000 };

/** The link a cell belongs to, 0 for none. */
export function linkOf({ bg, extended }: InternalAttributes): number {
  return bg & Bg.HAS_EXTENDED ? extended.urlId : 0;
}

/** Without an underline, what is left then means nothing. */
export function withoutLink(attributes: InternalAttributes): InternalAttributes {
  const { fg, bg, extended } = attributes;
  if (!(bg & Bg.HAS_EXTENDED)) return attributes;
  return { fg, bg: fg & Fg.UNDERLINE ? bg : bg & ~Bg.HAS_EXTENDED, extended: { _ext: extended._ext, urlId: 0 } };
}

/** Style without the link: two cells with equal keys need no sequence between them. */
export function sameStyle(a: InternalAttributes, b: InternalAttributes): boolean {
  // The strikethrough bit is the sign bit where xterm computes, and not where it stores.
  return a.fg >>> 0 === b.fg >>> 0 && a.bg === b.bg && (!(a.bg & Bg.HAS_EXTENDED) || a.extended._ext === b.extended._ext);
}

/** No color, no attribute, no link. */
export function isPlain({ fg, bg }: InternalAttributes): boolean {
  return fg === 0 && bg === 0;
}

/** What erasing leaves behind: a background color at most. */
export function isBackgroundOnly({ fg, bg }: InternalAttributes): boolean {
  return fg === 0 && (bg & ~COLOR) === 0;
}

export function hasBackground({ bg }: InternalAttributes): boolean {
  return (bg & MODE) !== 0;
}

/**
 * The whole style, from a reset. `inForce` is for the style that the next
 * character gets: there an underline color counts even without an underline.
 */
export function styleSequence({ fg, bg, extended }: InternalAttributes, inForce = false): string {
  let codes = "0";
  if (fg & Fg.BOLD) codes += ";1";
  if (bg & Bg.DIM) codes += ";2";
  if (bg & Bg.ITALIC) codes += ";3";
  const ext = inForce || bg & Bg.HAS_EXTENDED ? extended._ext : 0;
  if (fg & Fg.UNDERLINE) codes += underline((ext >> 26) & 7);
  if (fg & Fg.BLINK) codes += ";5";
  if (fg & Fg.INVERSE) codes += ";7";
  if (fg & Fg.INVISIBLE) codes += ";8";
  if (fg & Fg.STRIKE) codes += ";9";
  if (bg & Bg.OVERLINE) codes += ";53";
  codes += color(fg, 30) + color(bg, 40) + underlineColor(ext);
  return `${CSI}${codes}m${bg & Bg.PROTECTED ? `${CSI}1"q` : ""}`;
}

function underline(style: number): string {
  return style > 1 ? `;4:${style}` : ";4";
}

function color(value: number, base: 30 | 40): string {
  switch (value & MODE) {
    case PALETTE_16:
      return `;${(value & 8 ? base + 60 : base) + (value & 7)}`;
    case PALETTE_256:
      return `;${base + 8};5;${value & 255}`;
    case RGB:
      return `;${base + 8};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`;
    default:
      return "";
  }
}

function underlineColor(value: number): string {
  if ((value & MODE) === RGB) return `;58:2::${(value >> 16) & 255}:${(value >> 8) & 255}:${value & 255}`;
  return (value & MODE) === PALETTE_256 ? `;58:5:${value & 255}` : "";
}
