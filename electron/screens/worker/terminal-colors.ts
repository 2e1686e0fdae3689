/**
 * The colors that a terminal shows now: those of our dark theme, but for the
 * ones that the program has redefined and not set back. Programs redefine
 * colors with OSC 4, 10, 11 and 12, and set them back with OSC 104, 110, 111 and
 * 112 (XTerm Control Sequences). A redefined color also recolors the text that
 * stands there already.
 */
import type { IBuffer, Terminal } from "@xterm/headless";
import { ESC, ST } from "../../../shared/escape-grammar.ts";
import { hexOf, rgbFrom, rgbOf } from "../../../shared/rgb.ts";
import { PALETTES } from "../../../shared/terminal-palettes.ts";
import { fixedPaletteColor, THEMED_COLORS, USUAL_COLORS } from "../../../shared/xterm-palette.ts";
import { CellContrast } from "./cell-contrast.ts";
import { ColorMode } from "./cell-layout.ts";
import { type ColorRequest, ColorRequestType, internalsOf, SpecialColor } from "./emulator-internals.ts";

const { foreground: FOREGROUND, background: BACKGROUND, ansi: ANSI } = PALETTES.dark;

/** An entry of the palette (0..255), or what text, background and cursor have by default. */
type Color = number | "foreground" | "background" | "cursor";

/** The numbers of the sequences that set the colors without an entry in the palette. */
export const DYNAMIC = { foreground: 10, background: 11, cursor: 12 } as const;

const BY_INDEX: Readonly<Record<number, Color>> = {
  [SpecialColor.FOREGROUND]: "foreground",
  [SpecialColor.BACKGROUND]: "background",
  [SpecialColor.CURSOR]: "cursor",
};

/** Sets back all colors that a program can redefine. */
export const RESTORE_COLORS = [104, 110, 111, 112].map((number) => `${ESC}]${number}${ST}`).join("");

const byBuffer = new WeakMap<IBuffer, TerminalColors>();

export class TerminalColors {
  readonly #redefined = new Map<Color, number>();
  readonly #contrast = new CellContrast(
    (color) => this.rgb(color),
    (color) => (this.#redefined.has(color) ? undefined : usualColor(color)),
  );
  /** Worked out when somebody asks: a program may redefine colors without end. */
  #sequences: string | undefined;
  #areDefaultsOwn = true;
  #areDefaultsHidden = false;
  #changes = 0;

  /** Without a terminal: the theme's colors, which nobody redefines. */
  constructor(terminal?: Terminal) {
    if (!terminal) return;
    const { normal, alternate } = terminal.buffer;
    for (const buffer of [normal, alternate]) byBuffer.set(buffer, this);
    internalsOf(terminal)._inputHandler.onColor((requests) => this.#handle(requests));
  }

  /** The colors that a buffer is shown in. */
  static of(buffer: IBuffer): TerminalColors {
    return byBuffer.get(buffer) ?? THEME;
  }

  /** A color as `0xrrggbb`. */
  rgb(color: Color): number {
    return this.#redefined.get(color) ?? themeColor(color);
  }

  /** Cannot even text in the default colors be read? */
  get areDefaultsHidden(): boolean {
    return this.#areDefaultsHidden;
  }

  /** Is text of these packed colors of a cell next to invisible? */
  isLowContrast(fg: number, bg: number): boolean {
    // The default colors of the theme can be told from each other, be the text faint or not.
    if (this.#areDefaultsOwn && ((fg | bg) & ColorMode.MASK) === ColorMode.DEFAULT) return false;
    return this.#contrast.isLow(fg, bg);
  }

  /** How often the program has redefined colors or set them back. */
  get changes(): number {
    return this.#changes;
  }

  /** What redefines the colors of another terminal as they are redefined here. Empty if none is. */
  get sequences(): string {
    return (this.#sequences ??= sequencesFor(this.#redefined));
  }

  #handle(requests: readonly ColorRequest[]): void {
    for (const request of requests) this.#apply(request);
    this.#changes++;
    this.#contrast.handleNewColors();
    this.#areDefaultsOwn = !this.#redefined.has("foreground") && !this.#redefined.has("background");
    this.#sequences = undefined;
    this.#areDefaultsHidden = this.isLowContrast(ColorMode.DEFAULT, ColorMode.DEFAULT);
  }

  #apply(request: ColorRequest): void {
    if (request.index === undefined) {
      // OSC 104 without a number: the whole palette.
      for (const color of this.#redefined.keys()) if (typeof color === "number") this.#redefined.delete(color);
      return;
    }
    const color = BY_INDEX[request.index] ?? request.index;
    if (request.type === ColorRequestType.SET) this.#redefined.set(color, rgbFrom(request.color));
    else if (request.type === ColorRequestType.RESTORE) this.#redefined.delete(color);
  }
}

const THEME = new TerminalColors();

/** A color in the X11 form that programs expect, 16 bits a channel. */
export function rgbSpec(rgb: number): string {
  const channels = [16, 8, 0].map((shift) => ((rgb >> shift) & 0xff).toString(16).padStart(2, "0").repeat(2));
  return `rgb:${channels.join("/")}`;
}

function themeColor(color: Color): number {
  if (color === "foreground" || color === "cursor") return rgbOf(FOREGROUND);
  if (color === "background") return rgbOf(BACKGROUND);
  return color < THEMED_COLORS ? rgbOf(ANSI[color] ?? BACKGROUND) : fixedPaletteColor(color);
}

/** In a dark terminal without a theme: text is white by default, not bright white. */
function usualColor(color: number | "foreground" | "background"): number | undefined {
  return USUAL_COLORS[color === "foreground" ? 7 : color === "background" ? 0 : color];
}

/** In one sequence for the palette: snapshots and checkpoints hold it. */
function sequencesFor(redefined: ReadonlyMap<Color, number>): string {
  const palette = [...redefined].filter(([color]) => typeof color === "number");
  const entries = palette.map(([color, rgb]) => `;${color};${hexOf(rgb)}`).join("");
  const others = Object.entries(DYNAMIC).flatMap(([color, number]) => {
    const rgb = redefined.get(color as keyof typeof DYNAMIC);
    return rgb === undefined ? [] : [`${ESC}]${number};${hexOf(rgb)}${ST}`];
  });
  return (entries === "" ? "" : `${ESC}]4${entries}${ST}`) + others.join("");
}
