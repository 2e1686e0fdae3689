/** The colors of the palette of 256 that no theme changes: a cube of colors and a ramp of greys, as xterm defines them. */
import { rgbFrom } from "./rgb.ts";

/** Palette entries before this one are the theme's. */
export const THEMED_COLORS = 16;
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
