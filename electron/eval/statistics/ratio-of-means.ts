import type { Interval } from "./interval.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { mean, quantileOfSorted } from "./spread.ts";

/** What two tools cost in the same task: one number for each run. A task has one pair for each agent. */
export interface TaskPair {
  readonly task: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** How often the runs are drawn again. The ends of an interval then move by less than 1 % from seed to seed. */
const RESAMPLES = 10_000;
const SEED = 20_250_815;

/** The mean of as many values, drawn with replacement. */
export function resampledMean(values: readonly number[], random: SeededRandom): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[random.below(values.length)] as number;
  return sum / values.length;
}

/**
 * The 95 % percentile interval of a statistic that is computed again on each resample. A
 * resample may be infinite, such as one without a success: then the interval may have no upper end.
 */
export function bootstrap(estimate: number, resample: (random: SeededRandom) => number, seed = SEED): Interval {
  const random = seededRandom(seed);
  const drawn: number[] = [];
  for (let i = 0; i < RESAMPLES; i++) {
    const value = resample(random);
    if (!Number.isNaN(value)) drawn.push(value);
  }
  const sorted = Float64Array.from(drawn).toSorted();
  return { estimate, low: quantileOfSorted(sorted, 0.025), high: quantileOfSorted(sorted, 0.975) };
}

/**
 * How many times the mean of `b` the mean of `a` is, within one task. The runs of each
 * are drawn again with replacement (percentile bootstrap: B. Efron, "Bootstrap methods",
 * Annals of Statistics 7, 1979). NaN if a list is empty.
 */
export function ratioOfMeans(a: readonly number[], b: readonly number[], seed = SEED): Interval {
  return bootstrap(mean(a) / mean(b), (random) => resampledMean(a, random) / resampledMean(b, random), seed);
}

/** The mean over pairs, so that each counts once, however many runs it has. */
function pairedRatio(pairs: readonly TaskPair[], average: (values: readonly number[]) => number): number {
  let a = 0;
  let b = 0;
  for (const pair of pairs) {
    a += average(pair.a);
    b += average(pair.b);
  }
  return a / b;
}

/**
 * How many times what `b` costs `a` costs, over tasks that both have run. First tasks
 * are drawn again, each with all its agents, then the runs of each (hierarchical bootstrap),
 * so that the interval speaks of tasks like these, not of these alone. With one task only
 * its runs are drawn.
 * Pairs without a run on either side are left out.
 */
export function pairedRatioOfMeans(pairs: readonly TaskPair[], seed = SEED): Interval {
  const both = pairs.filter(({ a, b }) => a.length > 0 && b.length > 0);
  const tasks = [...new Set(both.map(({ task }) => task))].map((task) => both.filter((pair) => pair.task === task));
  return bootstrap(
    pairedRatio(both, mean),
    (random) => {
      const drawn = tasks.flatMap(() => tasks[random.below(tasks.length)] as TaskPair[]);
      return pairedRatio(drawn, (values) => resampledMean(values, random));
    },
    seed,
  );
}
