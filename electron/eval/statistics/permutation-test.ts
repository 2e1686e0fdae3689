import type { TaskPair } from "./ratio-of-means.ts";
import { seededRandom, shuffled } from "./seeded-random.ts";
import { mean } from "./spread.ts";

/** Above this many ways to deal the runs out, a random sample of them is taken. */
const EXACT_LIMIT = 20_000;
const SAMPLES = 20_000;

/** Rounding must not make an equal difference look smaller. */
const TOLERANCE = 1e-9;

/** All ways to choose `size` of `length` places, each as a list of places. */
function* combinations(length: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else
    for (let first = from; first <= length - size; first++)
      for (const rest of combinations(length, size - 1, first + 1)) yield [first, ...rest];
}

function ways(length: number, size: number): number {
  let result = 1;
  for (let i = 1; i <= size; i++) result *= (length - size + i) / i;
  return Math.round(result);
}

/** The difference of means, if these places of the pooled runs belong to `a`. */
function differenceOf(pooled: readonly number[], chosen: readonly number[]): number {
  const total = pooled.reduce((sum, value) => sum + value, 0);
  const sum = chosen.reduce((part, place) => part + (pooled[place] as number), 0);
  return sum / chosen.length - (total - sum) / (pooled.length - chosen.length);
}

/**
 * The chance of a difference at least as large as the one seen, if the tool made none:
 * within each task the runs are dealt out anew to the two tools, and the mean
 * difference over tasks is compared (two-sided, stratified permutation test). All ways
 * are tried if there are at most 20 000, else 20 000 random ones with one added to both
 * counts, so that no p is 0 (B. Phipson and G. Smyth, 2010). 1 if no task has both.
 */
export function permutationTest(pairs: readonly TaskPair[], seed = 1): number {
  const tasks = pairs.filter(({ a, b }) => a.length > 0 && b.length > 0);
  if (tasks.length === 0) return 1;
  const pools = tasks.map(({ a, b }) => ({ values: [...a, ...b], size: a.length }));
  const seen = Math.abs(mean(tasks.map(({ a, b }) => mean(a) - mean(b))));
  const isAsLarge = (differences: readonly number[]): boolean => Math.abs(mean(differences)) >= seen - TOLERANCE;
  const count = pools.reduce((product, { values, size }) => product * ways(values.length, size), 1);
  return count <= EXACT_LIMIT ? exact(pools, isAsLarge) : sampled(pools, isAsLarge, seed);
}

interface Pool {
  readonly values: readonly number[];
  readonly size: number;
}

function exact(pools: readonly Pool[], isAsLarge: (differences: readonly number[]) => boolean): number {
  let all: number[][] = [[]];
  for (const { values, size } of pools) {
    const differences = [...combinations(values.length, size)].map((chosen) => differenceOf(values, chosen));
    all = all.flatMap((before) => differences.map((difference) => [...before, difference]));
  }
  return all.filter(isAsLarge).length / all.length;
}

function sampled(pools: readonly Pool[], isAsLarge: (differences: readonly number[]) => boolean, seed: number): number {
  const random = seededRandom(seed);
  const places = pools.map(({ values }) => values.map((_, place) => place));
  let large = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const differences = pools.map(({ values, size }, at) =>
      differenceOf(values, shuffled(places[at] as number[], random).slice(0, size)),
    );
    if (isAsLarge(differences)) large++;
  }
  return (large + 1) / (SAMPLES + 1);
}

/**
 * The p values adjusted for several comparisons, in the order given. Source: S. Holm,
 * "A simple sequentially rejective multiple test procedure" (1979).
 */
export function holmAdjusted(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).toSorted((x, y) => (values[x] as number) - (values[y] as number));
  const adjusted = values.map(() => 1);
  let largest = 0;
  for (const [rank, at] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values[at] as number) * (values.length - rank)));
    adjusted[at] = largest;
  }
  return adjusted;
}
