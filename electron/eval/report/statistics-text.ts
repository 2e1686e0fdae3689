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
    return [
      tool,
      `${figures.outcomes.pass ?? 0}/${figures.counted}`,
      withInterval(figures.success, percent),
      withInterval(figures.cost, dollars),
      dollarsPerSuccess(figures.costPerSuccess),
      withInterval(figures.seconds, seconds),
      withInterval(figures.allTokens, tokens),
    ];
  });
  return columns([["tool", "passed", "rate", "cost of a run", "per success", "time of a run", "tokens"], ...rows]);
}

/** Where the time of the tools' runs went. `undefined` if no agent says so. */
function timeTable(runs: readonly RunResult[]): string | undefined {
  const rows = namesOf(runs, (run) => run.tool).flatMap((tool) => {
    const { timeSplit } = toolFigures(tool, runs);
    return timeSplit === undefined ? [] : [[tool, ...timeLengths(timeSplit).map((part) => withInterval(part, seconds))]];
  });
  return rows.length === 0 ? undefined : columns([["tool", ...TIME_CLASSES], ...rows]);
}

/** `undefined` if no tools can be compared. */
function comparisonTable(comparisons: readonly ToolComparison[]): string | undefined {
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
  return rows.length === 0 ? undefined : columns([["tools", "task", "ratio", "δ", "p"], ...rows]);
}

function successTable(comparisons: readonly SuccessComparison[]): string | undefined {
  const rows = comparisons.flatMap(({ a, b, tasks, overall, p }) => [
    ...tasks.map(({ task, difference }) => [`${a} / ${b}`, task, withInterval(difference, percentDifference), ""]),
    ...(overall === undefined ? [] : [[`${a} / ${b}`, "all", withInterval(overall, percentDifference), probability(p)]]),
  ]);
  return rows.length === 0 ? undefined : columns([["tools", "task", "difference", "p"], ...rows]);
}

/** What `eval stats` prints: each task, all tasks, and each pair of tools. Every figure has its 95 % interval. */
export function statisticsText(runs: readonly RunResult[]): string {
  const tasks = namesOf(runs, (run) => run.task);
  const parts = tasks.map((task) => `${task}\n${toolTable(runs.filter((run) => run.task === task))}`);
  if (tasks.length > 1) parts.push(`all ${tasks.length} tasks\n${toolTable(runs)}`);
  parts.push(
    ...titled([
      ["where the time of a run went", timeTable(runs)],
      ["success, one tool against another", successTable(compareSuccess(runs))],
      ["cost, one tool against another", comparisonTable(compareTools(runs, cost))],
      ["time, one tool against another", comparisonTable(compareTools(runs, time))],
    ]),
  );
  return `${parts.join("\n\n")}\n`;
}

/** The tables that there are, each below its title. */
const titled = (tables: readonly (readonly [title: string, table: string | undefined])[]): string[] =>
  tables.flatMap(([title, table]) => (table === undefined ? [] : [`${title}\n${table}`]));

/** One tool in two jobs. The jobs' names are parts of the tools' names. */
export interface ComparedTool {
  readonly tool: string;
  readonly success: readonly SuccessComparison[];
  readonly cost: readonly ToolComparison[];
  readonly time: readonly ToolComparison[];
}

/** What `eval compare` prints about one tool in two jobs. */
export function comparisonText({ tool, success, cost: costs, time: times }: ComparedTool): string {
  const tables = titled([
    ["success", successTable(success)],
    ["cost", comparisonTable(costs)],
    ["time", comparisonTable(times)],
  ]);
  return tables.length === 0 ? "" : `${[tool, ...tables].join("\n")}\n\n`;
}
