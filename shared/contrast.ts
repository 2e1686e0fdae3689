/** Contrast of colors as WCAG 2 defines it. Colors are numbers, `0xrrggbb`. */
import { channelsOf } from "./rgb.ts";

/** Contrast of two colors: 1 (the same) to 21 (black on white). */
export function contrast(a: number, b: number): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * How far two colors are apart in hue and saturation, whatever their lightness: 0 (the same) to about 0.5. It is the distance
 * in the plane of a and b of OKLab (https://bottosson.github.io/posts/oklab/), in which equal distances look alike.
 */
export function chromaDistance(one: number, other: number): number {
  const [a, b] = [chroma(one), chroma(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function chroma(color: number): [a: number, b: number] {
  const [red, green, blue] = channelsOf(color).map(linear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** Relative luminance: 0 (black) to 1 (white). */
export function luminance(color: number): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
