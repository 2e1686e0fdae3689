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

/** One agent doing one task. Runs of two tools are compared within such a cell only: agents differ more than tools do. */
export interface Cell {
  readonly agent: string;
  readonly task: string;
}

export interface TaskComparison extends Cell {
  readonly ratio: Interval;
  /** Cliff's δ of `a` against `b`. */
  readonly delta: number;
}

/** Two tools against each other, over the cells that have runs of both. */
export interface ToolComparison {
  readonly a: string;
  readonly b: string;
  /** Each task, and with several agents each of them in it. */
  readonly tasks: readonly TaskComparison[];
  /** `undefined` if no cell has both. */
  readonly overall: Interval | undefined;
  /** The p value of the permutation test, adjusted for the number of comparisons (Holm). */
  readonly p: number;
}

/** What the runs of two tools measure in each cell that has runs of both. */
export function pairsOf(runs: readonly RunResult[], a: string, b: string, measure: Measure): (Cell & TaskPair)[] {
  const cells = new Map(runs.map(({ agent, task }) => [JSON.stringify([task, agent]), { agent, task }]));
  const values = ({ agent, task }: Cell, tool: string): number[] =>
    runs.flatMap((run) => {
      const isOwn = run.agent === agent && run.task === task && run.tool === tool;
      const value = isOwn && counts(run.outcome) ? measure(run) : undefined;
      return value === undefined ? [] : [value];
    });
  return [...cells.values()]
    .map((cell) => ({ ...cell, a: values(cell, a), b: values(cell, b) }))
    .filter((pair) => pair.a.length > 0 && pair.b.length > 0);
}

/** Each pair of tools once, in the order in which the tools first appear. */
export function pairsOfTools(runs: readonly RunResult[]): [string, string][] {
  const tools = [...new Set(runs.map((run) => run.tool))];
  return tools.flatMap((a, at) => tools.slice(at + 1).map((b): [string, string] => [a, b]));
}

/** Each pair of tools, compared cell by cell and over all of them. Runs that say nothing about a tool are left out. */
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
      agent: pair.agent,
      task: pair.task,
      ratio: ratioOfMeans(pair.a, pair.b),
      delta: cliffsDelta(pair.a, pair.b),
    })),
    overall: pairs.length === 0 ? undefined : pairedRatioOfMeans(pairs),
    p: permutationTest(pairs),
  };
}
