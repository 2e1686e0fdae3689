/**
 * Random numbers that a seed decides, so that a schedule and an interval can be
 * computed again on any machine.
 */
export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
}

/**
 * Source of the algorithm: mulberry32 by Tommy Ettinger (public domain), a 32-bit
 * generator that passes gjrand's tests. It is good enough to shuffle and to
 * resample. It keeps no secrets.
 */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}

/** A copy of the list in a random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const kept = result[last] as Item;
    result[last] = result[other] as Item;
    result[other] = kept;
  }
  return result;
}
