/** Colors and attributes of cells as SGR sequences, exactly: every bit that xterm keeps comes back. */
import { CSI } from "../../../shared/escape-grammar.ts";
import { channelsOf } from "../../../shared/rgb.ts";
import { Bg, COLOR, ColorMode, Fg, paletteIndex, rgbValue, underlineStyle } from "./cell-layout.ts";
import type { InternalAttributes } from "./emulator-internals.ts";

export const PLAIN_STYLE = `${CSI}0m`;

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
  // Unsigned: see `Fg.STRIKE`.
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

/** Its background is another than the default one. */
export function hasBackground({ bg }: InternalAttributes): boolean {
  return (bg & ColorMode.MASK) !== ColorMode.DEFAULT;
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
  if (fg & Fg.UNDERLINE) codes += underline(underlineStyle(ext));
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
  switch (value & ColorMode.MASK) {
    case ColorMode.PALETTE_16:
      return `;${(value & 8 ? base + 60 : base) + (value & 7)}`;
    case ColorMode.PALETTE_256:
      return `;${base + 8};5;${paletteIndex(value)}`;
    case ColorMode.RGB:
      return `;${base + 8};2;${channelsOf(rgbValue(value)).join(";")}`;
    default:
      return "";
  }
}

function underlineColor(value: number): string {
  const mode = value & ColorMode.MASK;
  if (mode === ColorMode.RGB) return `;58:2::${channelsOf(rgbValue(value)).join(":")}`;
  return mode === ColorMode.PALETTE_256 ? `;58:5:${paletteIndex(value)}` : "";
}
