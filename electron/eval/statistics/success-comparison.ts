import type { RunResult } from "../results/run-result.ts";
import { type Cell, pairsOf, pairsOfTools } from "./comparison.ts";
import type { Interval } from "./interval.ts";
import { holmAdjusted, permutationTest } from "./permutation-test.ts";
import type { TaskPair } from "./ratio-of-means.ts";
import { mean } from "./spread.ts";
import { successRate } from "./success-rate.ts";

/** How much more often the runs of one tool succeed than those of another, over the cells that have runs of both. */
export interface SuccessComparison {
  readonly a: string;
  readonly b: string;
  /** Differences of rates, from −1 to 1. */
  readonly tasks: readonly (Cell & { readonly difference: Interval })[];
  /** The mean over the cells. It speaks of these only. `undefined` if no cell has both. */
  readonly overall: Interval | undefined;
  /** The p value of the permutation test, adjusted for the number of comparisons (Holm). */
  readonly p: number;
}

const rateOf = (passes: readonly number[]): Interval => successRate(passes.filter((pass) => pass === 1).length, passes.length);

/**
 * The mean of independent figures. Its interval comes from theirs, so it does not shrink to a
 * point where all runs have passed, as drawing the runs again would make it.
 *
 * Source: MOVER, G. Zou and A. Donner, Statistics in Medicine 27 (2008).
 */
function meanOf(parts: readonly Interval[]): Interval {
  const estimate = mean(parts.map((part) => part.estimate));
  const margin = (end: "low" | "high"): number => Math.hypot(...parts.map((part) => part[end] - part.estimate)) / parts.length;
  return { estimate, low: estimate - margin("low"), high: estimate + margin("high") };
}

/**
 * The difference of two success rates.
 *
 * Source: method 10 of R. G. Newcombe, "Interval estimation for the difference between
 * independent proportions", Statistics in Medicine 17 (1998).
 */
export function rateDifference(a: Interval, b: Interval): Interval {
  const estimate = a.estimate - b.estimate;
  return {
    estimate,
    low: estimate - Math.hypot(a.estimate - a.low, b.high - b.estimate),
    high: estimate + Math.hypot(a.high - a.estimate, b.estimate - b.low),
  };
}

/** Each pair of tools, compared cell by cell and over all of them. Runs that say nothing about a tool are left out. */
export function compareSuccess(runs: readonly RunResult[]): SuccessComparison[] {
  const compared = pairsOfTools(runs).map(([a, b]) => {
    const pairs = pairsOf(runs, a, b, (run) => (run.outcome === "pass" ? 1 : 0));
    return { a, b, ...differenceOver(pairs), p: permutationTest(pairs) };
  });
  const adjusted = holmAdjusted(compared.map(({ p }) => p));
  return compared.map((comparison, at) => ({ ...comparison, p: adjusted[at] ?? 1 }));
}

function differenceOver(pairs: readonly (Cell & TaskPair)[]): Pick<SuccessComparison, "tasks" | "overall"> {
  const tasks = pairs.map(({ agent, task, a, b }) => ({ agent, task, difference: rateDifference(rateOf(a), rateOf(b)) }));
  return { tasks, overall: tasks.length === 0 ? undefined : meanOf(tasks.map(({ difference }) => difference)) };
}
