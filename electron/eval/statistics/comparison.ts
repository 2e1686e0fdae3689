import { counts } from "../results/outcome.ts";
import type { RunResult } from "../results/run-result.ts";
import type { Interval } from "./interval.ts";
import { holmAdjusted, permutationTest } from "./permutation-test.ts";
import { pairedRatioOfMeans, ratioOfMeans, type TaskPair } from "./ratio-of-means.ts";
import { cliffsDelta } from "./spread.ts";

/** What is compared: a number for each run, or `undefined` for a run that has none. */
export type Measure = (run: RunResult) => number | undefined;

export const cost: Measure = (run) => run.costUsd;
export const time: Measure = (run) => run.seconds;

export interface TaskComparison {
  readonly task: string;
  readonly ratio: Interval;
  /** Cliff's δ of `a` against `b`. */
  readonly delta: number;
}

/** Two tools against each other, over the tasks that both have run. */
export interface ToolComparison {
  readonly a: string;
  readonly b: string;
  readonly tasks: readonly TaskComparison[];
  /** `undefined` if no task has both. */
  readonly overall: Interval | undefined;
  /** The p value of the permutation test, adjusted for the number of comparisons (Holm). */
  readonly p: number;
}

/** What the runs of two tools measure in each task that both have run. */
export function pairsOf(runs: readonly RunResult[], a: string, b: string, measure: Measure): TaskPair[] {
  const tasks = [...new Set(runs.map((run) => run.task))];
  const values = (task: string, tool: string): number[] =>
    runs.flatMap((run) => {
      const value = run.task === task && run.tool === tool && counts(run.outcome) ? measure(run) : undefined;
      return value === undefined ? [] : [value];
    });
  return tasks
    .map((task) => ({ task, a: values(task, a), b: values(task, b) }))
    .filter((pair) => pair.a.length > 0 && pair.b.length > 0);
}

/** Each pair of tools once, in the order in which the tools first appear. */
export function pairsOfTools(runs: readonly RunResult[]): [string, string][] {
  const tools = [...new Set(runs.map((run) => run.tool))];
  return tools.flatMap((a, at) => tools.slice(at + 1).map((b): [string, string] => [a, b]));
}

/** Each pair of tools, compared task by task and over all tasks. Runs that say nothing about a tool are left out. */
export function compareTools(runs: readonly RunResult[], measure: Measure): ToolComparison[] {
  const compared = pairsOfTools(runs).map(([a, b]) => compareTwo(runs, a, b, measure));
  const adjusted = holmAdjusted(compared.map(({ p }) => p));
  return compared.map((comparison, at) => ({ ...comparison, p: adjusted[at] ?? 1 }));
}

function compareTwo(runs: readonly RunResult[], a: string, b: string, measure: Measure): ToolComparison {
  const pairs = pairsOf(runs, a, b, measure);
  return {
    a,
    b,
    tasks: pairs.map((pair) => ({
      task: pair.task,
      ratio: ratioOfMeans(pair.a, pair.b),
      delta: cliffsDelta(pair.a, pair.b),
    })),
    overall: pairs.length === 0 ? undefined : pairedRatioOfMeans(pairs),
    p: permutationTest(pairs),
  };
}
