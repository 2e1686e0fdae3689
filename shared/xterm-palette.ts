/** The colors of the palette of 256 that no theme changes: a cube of colors and a ramp of greys, as xterm defines them. */
import { rgbFrom } from "./rgb.ts";

/** Palette entries before this one are the theme's. */
export const THEMED_COLORS = 16;
/** Those as xterm has them where nobody has set them (XTerm-col.ad); most terminals' are much like them. */
export const USUAL_COLORS: readonly number[] = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
  0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
const RAMP_START = 232;
const CUBE_STEPS = [0, 95, 135, 175, 215, 255] as const;

/** The color of palette entry `index` (16..255) as `0xrrggbb`. */
export function fixedPaletteColor(index: number): number {
  if (index >= RAMP_START) {
    const grey = 8 + (index - RAMP_START) * 10;
    return rgbFrom([grey, grey, grey]);
  }
  const cube = index - THEMED_COLORS;
  const step = (place: number): number => CUBE_STEPS[Math.floor(cube / place) % CUBE_STEPS.length] ?? 0;
  return rgbFrom([step(36), step(6), step(1)]);
}
