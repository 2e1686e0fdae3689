import { describe, expect, it, test } from "vitest";
import { compareTools, cost } from "../../../electron/eval/statistics/comparison.ts";
import { costPerSuccess, type PaidRun } from "../../../electron/eval/statistics/cost-per-success.ts";
import { detectableCostRatio, detectableRateDifference } from "../../../electron/eval/statistics/detectable-effect.ts";
import { contains } from "../../../electron/eval/statistics/interval.ts";
import { holmAdjusted, permutationTest } from "../../../electron/eval/statistics/permutation-test.ts";
import { pairedRatioOfMeans, ratioOfMeans } from "../../../electron/eval/statistics/ratio-of-means.ts";
import { seededRandom, shuffled } from "../../../electron/eval/statistics/seeded-random.ts";
import {
  cliffsDelta,
  mean,
  median,
  medianInterval,
  quantileOfSorted,
  sampleDeviation,
} from "../../../electron/eval/statistics/spread.ts";
import { compareSuccess, rateDifference } from "../../../electron/eval/statistics/success-comparison.ts";
import { passAtK, passHatK, successRate } from "../../../electron/eval/statistics/success-rate.ts";
import type { Outcome } from "../../../electron/eval/results/outcome.ts";
import type { RunResult } from "../../../electron/eval/results/run-result.ts";
import { runResultWith } from "../../support/run-results.ts";
import * as oracle from "simple-statistics";

const random = seededRandom(7);
const numbers = (count: number): number[] => Array.from({ length: count }, () => Math.round(random.next() * 1000) / 10);

/** Every subset of `size` places out of `length`, by counting in binary. */
function subsets(length: number, size: number): number[][] {
  const all: number[][] = [];
  for (let bits = 0; bits < 1 << length; bits++) {
    const places = [...Array(length).keys()].filter((place) => (bits >> place) & 1);
    if (places.length === size) all.push(places);
  }
  return all;
}

describe("spread, against simple-statistics", () => {
  test.each([2, 3, 10, 57])("of %d numbers", (count) => {
    const values = numbers(count);
    expect(mean(values)).toBeCloseTo(oracle.mean(values), 10);
    expect(median(values)).toBeCloseTo(oracle.median(values), 10);
    expect(sampleDeviation(values)).toBeCloseTo(oracle.sampleStandardDeviation(values), 10);
    const sorted = values.toSorted((a, b) => a - b);
    expect(quantileOfSorted(sorted, 0)).toBe(sorted[0]);
    expect(quantileOfSorted(sorted, 1)).toBe(sorted.at(-1));
  });

  /** The ranks that tables of the sign test give for 95 %. */
  test.each([
    [1, 1, 1],
    [5, 1, 5],
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [10, 2, 9],
    [12, 3, 10],
    [20, 6, 15],
    [30, 10, 21],
    [100, 40, 61],
    [5000, 2431, 2570],
  ])("the median of %d values lies between the %d. and the %d.", (count, low, high) => {
    const values = shuffled(
      Array.from({ length: count }, (_, at) => at + 1),
      random,
    );
    expect(medianInterval(values)).toEqual({ estimate: (count + 1) / 2, low, high });
  });

  it("has no mean of nothing", () => {
    expect(mean([])).toBeNaN();
    expect(median([])).toBeNaN();
  });
});

describe("Cliff's delta", () => {
  it("is 1 if always above, -1 if always below, 0 if equal", () => {
    expect(cliffsDelta([5, 6], [1, 2, 3])).toBe(1);
    expect(cliffsDelta([1], [2, 3])).toBe(-1);
    expect(cliffsDelta([1, 2, 3], [3, 2, 1])).toBe(0);
  });
});

describe("a success rate", () => {
  it("says how little ten runs show", () => {
    const all = successRate(10, 10);
    expect(all.low).toBeCloseTo(0.722, 3);
    expect(all.high).toBeCloseTo(1, 10);
    const none = successRate(0, 10);
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(0.278, 3);
  });

  it("has an interval that holds the true rate in 95 of 100 cases, counted exactly over all outcomes", () => {
    for (const runs of [5, 10, 40]) {
      for (const rate of [0.2, 0.5, 0.8]) {
        let covered = 0;
        let chance = (1 - rate) ** runs;
        for (let successes = 0; successes <= runs; successes++) {
          if (contains(successRate(successes, runs), rate)) covered += chance;
          chance *= ((runs - successes) / (successes + 1)) * (rate / (1 - rate));
        }
        expect(covered).toBeGreaterThan(0.9);
      }
    }
  });

  it("is refused without runs", () => {
    expect(() => successRate(0, 0)).toThrow(RangeError);
    expect(() => successRate(3, 2)).toThrow(RangeError);
  });

  test("pass@k and pass^k are what counting all draws says", () => {
    const runs = 7;
    for (let successes = 0; successes <= runs; successes++) {
      for (let k = 1; k <= runs; k++) {
        const draws = subsets(runs, k);
        const any = draws.filter((draw) => draw.some((place) => place < successes)).length / draws.length;
        const every = draws.filter((draw) => draw.every((place) => place < successes)).length / draws.length;
        for (const [found, chance] of [
          [passAtK(successes, runs, k), any],
          [passHatK(successes, runs, k), every],
        ] as const) {
          expect(found?.estimate).toBeCloseTo(chance, 10);
          expect(found && contains(found, found.estimate) && found.low >= 0 && found.high <= 1).toBe(true);
        }
      }
    }
    expect(passAtK(1, 2, 3)).toBeUndefined();
    expect(passHatK(1, 2, 3)).toBeUndefined();
  });
});

describe("a difference of success rates", () => {
  /** Newcombe's paper has these in its table II, column 10, to four digits. */
  test.each([
    [56, 70, 48, 80, 0.2, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.6, 0.1705, 0.809],
    [10, 10, 0, 20, 1, 0.6791, 1],
    [10, 10, 10, 10, 0, -0.2775, 0.2775],
  ])("of %d in %d and %d in %d is what the method's author has published", (x, m, y, n, estimate, low, high) => {
    const difference = rateDifference(successRate(x, m), successRate(y, n));
    expect(difference.estimate).toBeCloseTo(estimate, 10);
    expect(difference.low).toBeCloseTo(low, 4);
    expect(difference.high).toBeCloseTo(high, 4);
  });

  const runsOf = (task: string, tool: string, outcomes: readonly Outcome[]): RunResult[] =>
    outcomes.map((outcome, at) => runResultWith({ task, tool, number: at + 1, outcome }));

  it("over tasks is their mean, with an interval narrower than theirs, and without the runs that do not count", () => {
    const runs = [
      ...runsOf("x", "a", ["pass", "pass", "pass", "toolless"]),
      ...runsOf("x", "b", ["fail", "timeout", "pass"]),
      ...runsOf("y", "a", ["pass", "false-claim"]),
      ...runsOf("y", "b", ["pass", "gave-up"]),
      ...runsOf("only a", "a", ["pass"]),
    ];
    const [comparison] = compareSuccess(runs);
    const [x, y] = comparison?.tasks ?? [];
    expect(comparison?.tasks.map(({ task }) => task)).toEqual(["x", "y"]);
    expect(x?.difference).toEqual(rateDifference(successRate(3, 3), successRate(1, 3)));
    expect(y?.difference.estimate).toBe(0);
    expect(comparison?.overall?.estimate).toBeCloseTo(1 / 3, 10);
    const width = ({ low, high }: { low: number; high: number }): number => high - low;
    expect(width(comparison?.overall ?? { low: 0, high: 9 })).toBeLessThan(width(x?.difference ?? { low: 0, high: 0 }));
    // 64 of the 20 × 6 ways to deal the runs out, counted by hand.
    expect(comparison?.p).toBeCloseTo(64 / 120, 10);
  });

  it("without a task that both have run is none", () => {
    const runs = [...runsOf("x", "a", ["pass"]), ...runsOf("y", "b", ["fail"])];
    expect(compareSuccess(runs)).toMatchObject([{ tasks: [], overall: undefined, p: 1 }]);
  });
});

describe("tools that several agents have used", () => {
  const runsOf = (agent: string, tool: string, count: number, change: Partial<RunResult>): RunResult[] =>
    Array.from({ length: count }, (_, at) => runResultWith({ agent, tool, number: at + 1, ...change }));

  it("are compared within each agent: a tool is not dear because the dear agent has used it more often", () => {
    const dear = { costUsd: 10, outcome: "pass" } as const;
    const cheap = { costUsd: 1, outcome: "fail" } as const;
    const runs = [
      ...runsOf("dear", "a", 3, dear),
      ...runsOf("dear", "b", 1, dear),
      ...runsOf("cheap", "a", 1, cheap),
      ...runsOf("cheap", "b", 3, cheap),
      ...runsOf("only a", "a", 2, dear),
    ];
    const [costs] = compareTools(runs, cost);
    expect(costs).toMatchObject({ overall: { estimate: 1, low: 1, high: 1 }, p: 1 });
    expect(costs?.tasks.map(({ agent, task, ratio }) => [agent, task, ratio.estimate])).toEqual([
      ["dear", "task", 1],
      ["cheap", "task", 1],
    ]);
    const [success] = compareSuccess(runs);
    expect(success).toMatchObject({ overall: { estimate: 0 }, p: 1 });
  });

  it("over tasks draw a task with all its agents", () => {
    const runs = ["x", "y"].flatMap((task, at) =>
      ["one", "other"].flatMap((agent) => [
        ...runsOf(agent, "a", 2, { task, costUsd: at === 0 ? 1 : 4 }),
        ...runsOf(agent, "b", 2, { task, costUsd: 1 }),
      ]),
    );
    const [costs] = compareTools(runs, cost);
    // A quarter of all draws has the same task twice, whatever the number of agents.
    expect(costs?.overall).toEqual({ estimate: 2.5, low: 1, high: 4 });
  });
});

describe("the cost of a success", () => {
  const paid = (...runs: [number, boolean][]): PaidRun[] => runs.map(([costUsd, passed]) => ({ costUsd, passed }));

  it("has the failures in it, and the interval that drawing every resample gives", () => {
    const runs = paid([1, true], [2, true], [3, true], [6, false]);
    const all: number[] = [];
    for (const a of runs)
      for (const b of runs)
        for (const c of runs)
          for (const d of runs) {
            const drawn = [a, b, c, d];
            const cost = drawn.reduce((sum, { costUsd }) => sum + costUsd, 0);
            all.push(cost / drawn.filter(({ passed }) => passed).length);
          }
    const sorted = all.toSorted((x, y) => x - y);
    const interval = costPerSuccess(runs);
    expect(interval?.estimate).toBe(4);
    expect(interval?.low).toBeCloseTo(quantileOfSorted(sorted, 0.025), 1);
    expect(interval?.high).toBeCloseTo(quantileOfSorted(sorted, 0.975), 1);
  });

  it("has no upper end where drawing no success is likely enough", () => {
    expect(costPerSuccess(paid([1, true], [1, false]))).toEqual({ estimate: 2, low: 1, high: Number.POSITIVE_INFINITY });
    expect(costPerSuccess(paid([1, false], [1, false]))?.estimate).toBe(Number.POSITIVE_INFINITY);
    expect(costPerSuccess([])).toBeUndefined();
  });
});

describe("a ratio of means", () => {
  it("is the same for the same seed, and holds its estimate", () => {
    const a = numbers(10);
    const b = numbers(10);
    const once = ratioOfMeans(a, b, 3);
    expect(ratioOfMeans(a, b, 3)).toEqual(once);
    expect(contains(once, mean(a) / mean(b))).toBe(true);
  });

  it("has the interval that drawing every resample gives", () => {
    const a = [1, 2, 4];
    const b = [2, 3];
    const all: number[] = [];
    for (const x of a)
      for (const y of a) for (const z of a) for (const u of b) for (const v of b) all.push((x + y + z) / 3 / ((u + v) / 2));
    const sorted = all.toSorted((x, y) => x - y);
    const interval = ratioOfMeans(a, b);
    expect(interval.low).toBeCloseTo(quantileOfSorted(sorted, 0.025), 1);
    expect(interval.high).toBeCloseTo(quantileOfSorted(sorted, 0.975), 1);
  });

  it("over tasks is wider than within one, and leaves out tasks that only one tool has run", () => {
    const same = { a: [10, 11, 12], b: [10, 11, 12] };
    const pairs = [
      { task: "x", ...same },
      { task: "y", a: [30, 33], b: [10, 11] },
      { task: "z", a: [1], b: [] },
    ];
    const over = pairedRatioOfMeans(pairs);
    expect(over.estimate).toBeCloseTo((11 + 31.5) / (11 + 10.5), 10);
    expect(over.low).toBeLessThan(1.1);
    expect(over.high).toBeGreaterThan(2.5);
  });
});

describe("a permutation test", () => {
  it("counts exactly what enumeration of all ways counts", () => {
    for (let round = 0; round < 20; round++) {
      const a = numbers(1 + random.below(4));
      const b = numbers(1 + random.below(4));
      const pooled = [...a, ...b];
      const difference = (places: number[]): number =>
        mean(places.map((place) => pooled[place] as number)) - mean(pooled.filter((_, place) => !places.includes(place)));
      const seen = Math.abs(mean(a) - mean(b));
      const dealt = subsets(pooled.length, a.length);
      const large = dealt.filter((places) => Math.abs(difference(places)) >= seen - 1e-9).length;
      expect(permutationTest([{ task: "x", a, b }])).toBeCloseTo(large / dealt.length, 10);
    }
  });

  it("agrees with simple-statistics where both sample", () => {
    const a = numbers(12);
    const b = numbers(12).map((value) => value + 15);
    const theirs = oracle.permutationTest(a, b, "two_side", 20_000, () => random.next());
    expect(permutationTest([{ task: "x", a, b }])).toBeCloseTo(theirs, 1);
  });

  it("deals runs out within their task only", () => {
    // The tasks differ by a factor of 100; the tools do not differ.
    const pairs = [
      { task: "small", a: [1, 2], b: [2, 1] },
      { task: "large", a: [100, 200], b: [200, 100] },
    ];
    expect(permutationTest(pairs)).toBe(1);
    expect(permutationTest([{ task: "only a", a: [1], b: [] }])).toBe(1);
  });

  it("never says 0", () => {
    const a = Array.from({ length: 30 }, (_, at) => at);
    const p = permutationTest([{ task: "x", a, b: a.map((value) => value + 1000) }]);
    expect(p).toBeGreaterThan(0);
    expect(p).toBeLessThan(0.001);
  });
});

test("Holm's adjustment, on an example worked by hand", () => {
  expect(holmAdjusted([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1]);
  expect(holmAdjusted([])).toEqual([]);
});

test("more runs show smaller effects", () => {
  expect(detectableRateDifference(10)).toBeGreaterThan(0.5);
  expect(detectableRateDifference(1)).toBe(1);
  expect(detectableRateDifference(400)).toBeLessThan(0.1);
  expect(detectableCostRatio(10)).toBeGreaterThan(1.4);
  expect(detectableCostRatio(100)).toBeLessThan(1.2);
  expect(detectableCostRatio(0)).toBe(Number.POSITIVE_INFINITY);
});

test("a shuffle keeps each item once and follows its seed", () => {
  const items = [...Array(50).keys()];
  const mixed = shuffled(items, seededRandom(1));
  expect(mixed.toSorted((a, b) => a - b)).toEqual(items);
  expect(mixed).not.toEqual(items);
  expect(shuffled(items, seededRandom(1))).toEqual(mixed);
});
