/** Repeatable randomness, and how much of it. */

/**
 * How often a property is tried: `wanted` times in `npm test` (COTTY_FUZZ=1 and
 * above, which multiplies), a twentieth of that in the check before every commit.
 */
export function rounds(wanted: number): number {
  return Math.ceil(wanted * Number(process.env["COTTY_FUZZ"] ?? 0.05));
}

/** Random numbers that are the same in every run: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.int(0, choices.length - 1)];
    if (choice === undefined) throw new Error("Nothing to pick from");
    return choice;
  }

  /** Cuts a text into pieces of `low` to `high` units. */
  chunks(text: string, low: number, high: number): string[] {
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) {
      const length = this.int(low, high);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    return pieces;
  }
}
