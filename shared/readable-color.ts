/** Colors that can be read on the background a program has chosen. */
import { contrast } from "./contrast.ts";
import { channelsOf, hexOf, rgbFrom, rgbOf } from "./rgb.ts";

const WHITE = 0xffffff;
const BLACK = 0;

/**
 * `color`, moved towards white or black until its contrast with `background`
 * is at least `ratio` (WCAG 2). Both are `#rrggbb`. Programs choose colors for
 * a background they do not know; live terminals do the same through xterm's
 * `minimumContrastRatio`.
 */
export function readable(color: string, background: string, ratio: number): string {
  const [from, behind] = [rgbOf(color), rgbOf(background)];
  if (contrast(from, behind) >= ratio) return color;
  const target = contrast(WHITE, behind) >= contrast(BLACK, behind) ? 255 : 0;
  for (let share = 0.1; share < 1; share += 0.1) {
    const mixed = mix(from, target, share);
    if (contrast(rgbOf(mixed), behind) >= ratio) return mixed;
  }
  return mix(from, target, 1);
}

/** Every channel of `color` moved towards `target` by `share`, as `#rrggbb`. */
function mix(color: number, target: number, share: number): string {
  const towards = (channel: number): number => Math.round(channel + (target - channel) * share);
  const [red, green, blue] = channelsOf(color);
  return hexOf(rgbFrom([towards(red), towards(green), towards(blue)]));
}
