import { type Interval, Z_95 } from "./interval.ts";

/**
 * The share of successes, with Wilson's score interval. It stays between 0 and 1, and
 * it says how little a few runs show: 10 of 10 is a rate from 72 % to 100 %.
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical
 * inference", JASA 22 (1927). Throws `RangeError` if there was no run.
 */
export function successRate(successes: number, runs: number): Interval {
  if (!Number.isInteger(runs) || runs < 1 || successes < 0 || successes > runs)
    throw new RangeError(`${successes} of ${runs} runs is no success rate.`);
  const share = successes / runs;
  const z2 = Z_95 * Z_95;
  const center = (share + z2 / (2 * runs)) / (1 + z2 / runs);
  const margin = (Z_95 / (1 + z2 / runs)) * Math.sqrt((share * (1 - share)) / runs + z2 / (4 * runs * runs));
  return { estimate: share, low: Math.max(0, center - margin), high: Math.min(1, center + margin) };
}

/** n over k as a product of ratios, so that no factorial overflows. */
function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let result = 1;
  for (let i = 1; i <= k; i++) result *= (n - k + i) / i;
  return result;
}

/**
 * The chance that at least one of `k` runs succeeds (pass@k), from `successes` of `runs`.
 * `undefined` if there are fewer than `k` runs. The chance grows with the rate of successes,
 * so its interval is that of the rate, carried over.
 *
 * Source: the unbiased estimator of M. Chen et al., "Evaluating large language models
 * trained on code" (2021).
 */
export function passAtK(successes: number, runs: number, k: number): Interval | undefined {
  if (runs < k) return undefined;
  const estimate = 1 - choose(runs - successes, k) / choose(runs, k);
  return around(estimate, successRate(successes, runs), (rate) => 1 - (1 - rate) ** k);
}

/**
 * The chance that all of `k` runs succeed (pass^k), from `successes` of `runs`, with its
 * interval as that of `passAtK`. `undefined` if there are fewer than `k` runs.
 *
 * Source: S. Yao et al., "τ-bench" (2024).
 */
export function passHatK(successes: number, runs: number, k: number): Interval | undefined {
  if (runs < k) return undefined;
  const estimate = choose(successes, k) / choose(runs, k);
  return around(estimate, successRate(successes, runs), (rate) => rate ** k);
}

/** The interval of a rate, carried over to what grows with the rate. With very few runs the unbiased estimate may lie outside; the interval reaches to it then. */
function around(estimate: number, { low, high }: Interval, carried: (rate: number) => number): Interval {
  return { estimate, low: Math.min(estimate, carried(low)), high: Math.max(estimate, carried(high)) };
}
