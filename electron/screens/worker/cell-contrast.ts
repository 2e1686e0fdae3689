/** Whether text can be told from its background. */
import { chromaDistance, contrast, luminance } from "../../../shared/contrast.ts";
import { Bg, COLOR, ColorMode, Fg, paletteIndex, rgbValue } from "./cell-layout.ts";

/** The color (`0xrrggbb`) of an entry of the palette of 256, or of the default text or background. */
export type ColorOf = (color: number | "foreground" | "background") => number;

/** Below this contrast (WCAG 2) text cannot be read. */
const MIN_CONTRAST = 1.5;
/** … unless its hue tells: yellow on a blue of the same lightness can be read. Nobody sees hues in the dark. */
const MIN_CHROMA_DISTANCE = 0.25;
const MIN_LUMINANCE = 0.15;
/** From this contrast on, by the colors that most terminals have, text can be read in most, though it cannot be in ours. */
const MIN_USUAL_CONTRAST = 2;
const { MASK, DEFAULT, RGB } = ColorMode;
/** A program may use any number of colors. */
const MAX_KNOWN = 4096;

/** Faint text is drawn half in the color of its background. */
const FAINT = 0.5;

/** A color that a program names, in a terminal without a theme; undefined for one that it has redefined, and for every other. */
export type UsualColorOf = (color: number | "foreground" | "background") => number | undefined;

type Look = { readonly fg: number; readonly bg: number; readonly isBright: boolean };

/** Judges packed colors of cells. It keeps what it has worked out, until it is told that the colors have changed. */
export class CellContrast {
  readonly #colorOf: ColorOf;
  readonly #usualColorOf: UsualColorOf;
  /** By what counts of a text's cell, then of its background. Numbers, because a key that is a text is made anew for each cell. */
  readonly #known = new Map<number, Map<number, boolean>>();
  #knownCount = 0;

  /** `usualColorOf`: colors that a program names, such as white on blue, are not low where they are far apart in most terminals. */
  constructor(colorOf: ColorOf, usualColorOf: UsualColorOf) {
    this.#colorOf = colorOf;
    this.#usualColorOf = usualColorOf;
  }

  /** Is text of these packed colors next to invisible? */
  isLow(fg: number, bg: number): boolean {
    const text = fg & (COLOR | Fg.BOLD | Fg.INVERSE);
    const behind = bg & (COLOR | Bg.DIM);
    const known = this.#known.get(text)?.get(behind);
    if (known !== undefined) return known;
    // Bold text takes the bright one of the first eight colors, in some terminals.
    const looks = (fg & Fg.BOLD ? [false, true] : [false]).map((isBright) => ({ fg, bg, isBright }));
    const isLegible = (look: Look): boolean => this.#isLegible(look) || this.#isUsuallyLegible(look);
    const answer = !looks.every(isLegible);
    this.#keep(text, behind, answer);
    return answer;
  }

  handleNewColors(): void {
    this.#known.clear();
    this.#knownCount = 0;
  }

  #isLegible(look: Look): boolean {
    const [text, behind] = shown(look, this.#colorOf);
    return canBeToldApart(text, behind);
  }

  #isUsuallyLegible(look: Look): boolean {
    let areUsual = true;
    const [text, behind] = shown(look, (color) => {
      const usual = this.#usualColorOf(color);
      areUsual &&= usual !== undefined;
      return usual ?? 0;
    });
    const areNamed = (look.fg & MASK) !== RGB && (look.bg & MASK) !== RGB;
    return areNamed && areUsual && contrast(text, behind) >= MIN_USUAL_CONTRAST;
  }

  #keep(text: number, behind: number, answer: boolean): void {
    if (this.#knownCount >= MAX_KNOWN) this.handleNewColors();
    const ofText = this.#known.get(text) ?? new Map<number, boolean>();
    this.#known.set(text, ofText.set(behind, answer));
    this.#knownCount++;
  }
}

/** What is drawn, and what behind it. Inverse exchanges them, which matters to faint text alone: the distance stays. */
function shown({ fg, bg, isBright }: Look, colorOf: ColorOf): [text: number, behind: number] {
  const text = rgb(fg, { standard: "foreground", isBright }, colorOf);
  const behind = rgb(bg, { standard: "background", isBright: false }, colorOf);
  if (!(bg & Bg.DIM)) return [text, behind];
  return (fg & Fg.INVERSE) === 0 ? [mixed(text, behind), behind] : [mixed(behind, text), text];
}

/** A packed color as RGB. */
function rgb(
  packed: number,
  { standard, isBright }: { standard: "foreground" | "background"; isBright: boolean },
  colorOf: ColorOf,
): number {
  const index = paletteIndex(packed);
  switch (packed & MASK) {
    case DEFAULT:
      return colorOf(standard);
    case RGB:
      return rgbValue(packed);
    default:
      return colorOf(isBright && index < 8 ? index + 8 : index);
  }
}

function canBeToldApart(a: number, b: number): boolean {
  if (contrast(a, b) >= MIN_CONTRAST) return true;
  return Math.min(luminance(a), luminance(b)) >= MIN_LUMINANCE && chromaDistance(a, b) >= MIN_CHROMA_DISTANCE;
}

function mixed(text: number, behind: number): number {
  const [red, green, blue] = [16, 8, 0].map((shift) => {
    const [one, other] = [(text >> shift) & 0xff, (behind >> shift) & 0xff];
    return Math.round(one * FAINT + other * (1 - FAINT));
  }) as [number, number, number];
  return (red << 16) | (green << 8) | blue;
}
