import type { Interval } from "./interval.ts";
import { bootstrap } from "./ratio-of-means.ts";

/** What the cost of a success is counted from: the US dollars of a run, and whether it succeeded. */
export interface PaidRun {
  readonly costUsd: number;
  readonly passed: boolean;
}

function ofAll(runs: readonly PaidRun[]): number {
  let costUsd = 0;
  let successes = 0;
  for (const run of runs) {
    costUsd += run.costUsd;
    if (run.passed) successes += 1;
  }
  return successes === 0 ? Number.POSITIVE_INFINITY : costUsd / successes;
}

/**
 * US dollars of all runs, failures included, by the number of successes, with the percentile
 * interval of drawing the runs again. Without a success it is `Infinity`; its upper end is
 * that, too, if drawing few successes is likely enough. `undefined` of an empty list.
 */
export function costPerSuccess(runs: readonly PaidRun[]): Interval | undefined {
  if (runs.length === 0) return undefined;
  return bootstrap(ofAll(runs), (random) => ofAll(runs.map(() => runs[random.below(runs.length)] as PaidRun)));
}
