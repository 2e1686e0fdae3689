import { formatSeconds } from "../results/duration.ts";
import type { RunResult } from "../results/run-result.ts";
import { compareTools, cost, time, type ToolComparison } from "../statistics/comparison.ts";
import { compareSuccess, type SuccessComparison } from "../statistics/success-comparison.ts";
import { namesOf, toolFigures } from "../statistics/tool-figures.ts";
import { columns } from "./columns.ts";
import {
  dollars,
  dollarsPerSuccess,
  percent,
  percentDifference,
  probability,
  ratio,
  TIME_CLASSES,
  timeLengths,
  tokens,
  withInterval,
} from "./figures-text.ts";

const seconds = (value: number): string => formatSeconds(value);

function toolTable(runs: readonly RunResult[]): string {
  const rows = namesOf(runs, (run) => run.tool).map((tool) => {
    const figures = toolFigures(tool, runs);
    const sum = Object.values(figures.tokens).reduce((total, count) => total + count, 0);
    return [
      tool,
      `${figures.outcomes.pass ?? 0}/${figures.counted}`,
      withInterval(figures.success, percent),
      withInterval(figures.cost, dollars),
      dollarsPerSuccess(figures.costPerSuccess),
      withInterval(figures.seconds, seconds),
      tokens(sum),
    ];
  });
  return columns([["tool", "passed", "rate", "cost of a run", "per success", "time of a run", "tokens"], ...rows]);
}

/** Where the time of the tools' runs went. `undefined` if no agent says so. */
function timeTable(runs: readonly RunResult[]): string | undefined {
  const rows = namesOf(runs, (run) => run.tool).flatMap((tool) => {
    const { timeSplit } = toolFigures(tool, runs);
    return timeSplit === undefined ? [] : [[tool, ...timeLengths(timeSplit).map(seconds)]];
  });
  return rows.length === 0 ? undefined : columns([["tool", ...TIME_CLASSES], ...rows]);
}

function comparisonTable(comparisons: readonly ToolComparison[]): string {
  const rows = comparisons.flatMap(({ a, b, tasks, overall, p }) => [
    ...tasks.map(({ task, ratio: interval, delta }) => [
      `${a} / ${b}`,
      task,
      withInterval(interval, ratio),
      delta.toFixed(2),
      "",
    ]),
    ...(overall === undefined ? [] : [[`${a} / ${b}`, "all", withInterval(overall, ratio), "", probability(p)]]),
  ]);
  return columns([["tools", "task", "ratio", "δ", "p"], ...rows]);
}

function successTable(comparisons: readonly SuccessComparison[]): string {
  const rows = comparisons.flatMap(({ a, b, tasks, overall, p }) => [
    ...tasks.map(({ task, difference }) => [`${a} / ${b}`, task, withInterval(difference, percentDifference), ""]),
    ...(overall === undefined ? [] : [[`${a} / ${b}`, "all", withInterval(overall, percentDifference), probability(p)]]),
  ]);
  return columns([["tools", "task", "difference", "p"], ...rows]);
}

/** What `eval stats` prints: each task, all tasks, and each pair of tools. Every figure has its 95 % interval. */
export function statisticsText(runs: readonly RunResult[]): string {
  const tasks = namesOf(runs, (run) => run.task);
  const parts = tasks.map((task) => `${task}\n${toolTable(runs.filter((run) => run.task === task))}`);
  if (tasks.length > 1) parts.push(`all ${tasks.length} tasks\n${toolTable(runs)}`);
  const times = timeTable(runs);
  if (times !== undefined) parts.push(`where the time of a run went\n${times}`);
  parts.push(`success, one tool against another\n${successTable(compareSuccess(runs))}`);
  parts.push(`cost, one tool against another\n${comparisonTable(compareTools(runs, cost))}`);
  parts.push(`time, one tool against another\n${comparisonTable(compareTools(runs, time))}`);
  return `${parts.join("\n\n")}\n`;
}

/** One tool in two jobs. The jobs' names are parts of the tools' names. */
export interface ComparedTool {
  readonly tool: string;
  readonly success: readonly SuccessComparison[];
  readonly cost: readonly ToolComparison[];
  readonly time: readonly ToolComparison[];
}

/** What `eval compare` prints about one tool in two jobs. */
export function comparisonText({ tool, success, cost: costs, time: times }: ComparedTool): string {
  return `${tool}\nsuccess\n${successTable(success)}\ncost\n${comparisonTable(costs)}\ntime\n${comparisonTable(times)}\n\n`;
}
