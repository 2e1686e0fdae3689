import { Z_95 } from "./interval.ts";

/** The one-sided 80 % point of the normal distribution: the chance to see an effect that is there. */
const Z_80 = 0.8416212335729143;

/**
 * The smallest difference of two success rates that `runs` runs of each tool show with
 * a chance of 80 % at p < 0.05, at rates around one half, where it is hardest. From 0
 * to 1; 1 where not even that is enough.
 *
 * Source: the normal approximation on Cohen's arcsine scale (J. Cohen, "Statistical
 * power analysis for the behavioral sciences", 1988, chapter 6).
 */
export function detectableRateDifference(runs: number): number {
  if (runs < 1) return 1;
  const h = (Z_95 + Z_80) * Math.sqrt(2 / runs);
  return h >= Math.PI ? 1 : Math.sin(h / 2);
}

/**
 * The smallest ratio of two mean costs that `runs` runs of each tool show with a chance
 * of 80 % at p < 0.05. `variation` is the standard deviation of a cost over its mean;
 * 0.35 is what published runs of terminal tasks have.
 */
export function detectableCostRatio(runs: number, variation = 0.35): number {
  return runs < 1 ? Number.POSITIVE_INFINITY : Math.exp((Z_95 + Z_80) * variation * Math.sqrt(2 / runs));
}
