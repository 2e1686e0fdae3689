/** The colors of terminals: those of the window, those of exports, and those that programs are told of when they ask. */
import { hexOf } from "./rgb.ts";
import { fixedPaletteColor } from "./xterm-palette.ts";

export type PaletteName = "dark" | "light";

type Palette = { readonly background: string; readonly foreground: string; readonly ansi: readonly string[] };

export const PALETTES: Readonly<Record<PaletteName, Palette>> = {
  dark: {
    background: "#0E1116",
    foreground: "#E9EDF3",
    /** The sixteen colors that programs name by number. */
    ansi: (
      "#1A1F27 #FF7A7A #58CC93 #F2C14E #6CB2FF #C79BFF #4FD1D9 #C6CFDB " +
      "#76828F #FF9B9B #82E0B0 #FFD67A #96C9FF #DABDFF #84E4EA #F4F7FB"
    ).split(" "),
  },
  light: {
    background: "#FCFDFE",
    foreground: "#12161C",
    ansi: (
      "#12161C #B91F2C #0F6B41 #855200 #0B5CAD #7A2FB8 #00696F #4A5561 " +
      "#5A6573 #C4202F #117347 #8A5600 #0E66BF #8738C9 #00727A #2B333D"
    ).split(" "),
  },
};

/** All 256 colors. */
export function paletteOf(name: PaletteName): string[] {
  return paletteFrom(PALETTES[name].ansi);
}

/** All 256 colors, of which the first sixteen are these. */
export function paletteFrom(ansi: readonly string[]): string[] {
  return Array.from({ length: 256 }, (_, index) => ansi[index] ?? hexOf(fixedPaletteColor(index)));
}
