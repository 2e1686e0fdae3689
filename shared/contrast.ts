/** Contrast of colors as WCAG 2 defines it. Colors are numbers, `0xrrggbb`. */
import { channelsOf } from "./rgb.ts";

/** Contrast of two colors: 1 (the same) to 21 (black on white). */
export function contrast(a: number, b: number): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Relative luminance: 0 (black) to 1 (white). */
function luminance(color: number): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
