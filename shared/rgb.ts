/** Colors as numbers, `0xrrggbb`, and in the other forms they take here. */

/** The number of `#rrggbb`. */
export function rgbOf(hex: string): number {
  return Number.parseInt(hex.slice(1), 16);
}

/** `#rrggbb`. */
export function hexOf(color: number): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}

/** Red, green, blue, each 0..255. */
export function channelsOf(color: number): [number, number, number] {
  return [(color >> 16) & 255, (color >> 8) & 255, color & 255];
}

/** The number of red, green, blue, each 0..255. */
export function rgbFrom([red, green, blue]: readonly [number, number, number]): number {
  return (red << 16) | (green << 8) | blue;
}

/** `from` moved towards `to` by `share`, 0..1, in each of red, green and blue. */
export function mixRgb(from: number, to: number, share: number): number {
  const [a, b] = [channelsOf(from), channelsOf(to)];
  const channel = (index: 0 | 1 | 2): number => Math.round(a[index] + (b[index] - a[index]) * share);
  return rgbFrom([channel(0), channel(1), channel(2)]);
}
