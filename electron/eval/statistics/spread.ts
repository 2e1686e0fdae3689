import type { Interval } from "./interval.ts";

/** The mean, or NaN of an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The value below which the share `at` (0 to 1) of the sorted values lies. Between two
 * values it interpolates linearly (Hyndman and Fan's type 7, as R does). NaN of an empty list.
 */
export function quantileOfSorted(sorted: ArrayLike<number>, at: number): number {
  const position = (sorted.length - 1) * at;
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  // Between infinite values there is nothing to interpolate.
  if (low === high) return low;
  return low + (high - low) * (position - below);
}

/** The middle value, or the mean of the two in the middle. NaN of an empty list. */
export function median(values: readonly number[]): number {
  return quantileOfSorted(Float64Array.from(values).toSorted(), 0.5);
}

/**
 * The median with the interval between two of the values: those at equal distance from
 * both ends between which the true median lies with at least 95 %. With fewer than six
 * values there are none, and the interval is the whole range. `undefined` of an empty list.
 *
 * Source: W. J. Conover, "Practical nonparametric statistics", 3.2 (the binomial distribution of how many values lie below the median).
 */
export function medianInterval(values: readonly number[]): Interval | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const { length } = sorted;
  if (length === 0) return undefined;
  // How likely it is that exactly `below` of the values lie below the median, as a logarithm: it may be tiny.
  let log = length * Math.log(0.5);
  let chance = Math.exp(log);
  let below = 0;
  while (below < length / 2) {
    log += Math.log((length - below) / (below + 1));
    chance += Math.exp(log);
    if (chance > 0.025) break;
    below++;
  }
  return { estimate: median(sorted), low: sorted[below] as number, high: sorted[length - 1 - below] as number };
}

/** The standard deviation of a sample (n − 1). NaN of fewer than two values. */
export function sampleDeviation(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
}

/**
 * Cliff's δ: how often a value of `a` is above one of `b`, less how often it is below,
 * from −1 (always below) to 1 (always above). NaN if a list is empty.
 *
 * Source: N. Cliff, "Dominance statistics", Psychological Bulletin 114 (1993).
 */
export function cliffsDelta(a: readonly number[], b: readonly number[]): number {
  let above = 0;
  for (const x of a) for (const y of b) above += Math.sign(x - y);
  return above / (a.length * b.length);
}
