/** Colors that can be read on the background a program has chosen. */
import { contrast } from "./contrast.ts";
import { hexOf, mixRgb, rgbOf } from "./rgb.ts";

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
  const target = contrast(WHITE, behind) >= contrast(BLACK, behind) ? WHITE : BLACK;
  for (let share = 0.1; share < 1; share += 0.1) {
    const mixed = mixRgb(from, target, share);
    if (contrast(mixed, behind) >= ratio) return hexOf(mixed);
  }
  return hexOf(target);
}
