/** Contrast as WCAG 2 defines it: for the painter, and for the test that holds the tokens to account. */

/** Red, green, blue in 0..255 of `#rrggbb`. */
function channelsOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Relative luminance, 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 (the same) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * `color`, moved towards white or black until it can be read on `background`.
 * Programs choose colors for a background they do not know; live terminals do
 * the same through xterm's `minimumContrastRatio`.
 */
export function readable(color: string, background: string, ratio: number): string {
  if (contrast(color, background) >= ratio) return color;
  const target = contrast("#ffffff", background) >= contrast("#000000", background) ? 255 : 0;
  for (let share = 0.1; share < 1; share += 0.1) {
    const mixed = mix(color, target, share);
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return mix(color, target, 1);
}

function mix(color: string, target: number, share: number): string {
  const channels = channelsOf(color).map((channel) => Math.round(channel + (target - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
