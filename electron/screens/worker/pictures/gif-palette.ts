/** Up to 255 colors for all frames of a GIF, as they come; after that the nearest one. Index 0 stands for "as before". */
import { channelsOf } from "../../../../shared/rgb.ts";

const SIZE = 256;
export const UNCHANGED = 0;

export class GifPalette {
  readonly #colors: number[] = [0];
  readonly #indexes = new Map<number, number>();

  /** The index of a color, `0xrrggbb`. */
  index(color: number): number {
    const known = this.#indexes.get(color);
    if (known !== undefined) return known;
    const index = this.#colors.length < SIZE ? this.#colors.push(color) - 1 : this.#nearest(color);
    this.#indexes.set(color, index);
    return index;
  }

  /** Red, green and blue of each index. */
  get channels(): number[][] {
    return this.#colors.map(channelsOf);
  }

  #nearest(color: number): number {
    const [red, green, blue] = channelsOf(color);
    let best = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 1; index < this.#colors.length; index++) {
      const [r, g, b] = channelsOf(this.#colors[index] ?? 0);
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }
}
