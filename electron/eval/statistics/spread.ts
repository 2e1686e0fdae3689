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
