import { formatSeconds } from "../results/duration.ts";
import type { Comparisons, JobFigures } from "../statistics/job-figures.ts";
import type { ToolFigures } from "../statistics/tool-figures.ts";
import { columns } from "./columns.ts";
import { type ComparisonRow, RATIO_HEADS, ratioRows, SUCCESS_HEADS, successRows } from "./comparison-rows.ts";
import { dollars, dollarsPerSuccess, percent, TIME_CLASSES, timeLengths, tokens, withInterval } from "./figures-text.ts";
import { outcomeRows } from "./outcome-rows.ts";

const seconds = (value: number): string => formatSeconds(value);

function toolTable(tools: readonly ToolFigures[]): string {
  const rows = tools.map((figures) => [
    figures.tool,
    `${figures.outcomes.pass ?? 0}/${figures.counted}`,
    withInterval(figures.success, percent),
    withInterval(figures.cost, dollars),
    dollarsPerSuccess(figures.costPerSuccess),
    withInterval(figures.seconds, seconds),
    withInterval(figures.allTokens, tokens),
  ]);
  return columns([["tool", "passed", "rate", "cost of a run", "per success", "time of a run", "tokens"], ...rows]);
}

/** Where the time of the tools' runs went. `undefined` if no agent says so. */
function timeTable(tools: readonly ToolFigures[]): string | undefined {
  const rows = tools.flatMap(({ tool, timeSplit }) =>
    timeSplit === undefined ? [] : [[tool, ...timeLengths(timeSplit).map((part) => withInterval(part, seconds))]],
  );
  return rows.length === 0 ? undefined : columns([["tool", ...TIME_CLASSES], ...rows]);
}

function outcomeTable(tools: readonly ToolFigures[]): string {
  const { heads, rows } = outcomeRows(tools);
  return columns([heads.map((head) => head.toLowerCase()), ...rows]);
}

/** `undefined` if no tools can be compared. */
function comparisonTable(heads: readonly string[], rows: readonly ComparisonRow[]): string | undefined {
  const small = heads.map((head) => head.toLowerCase());
  return rows.length === 0 ? undefined : columns([small, ...rows.map(({ words }) => words)]);
}

const comparisonTables = ({ success, cost, time }: Comparisons): (string | undefined)[] => [
  comparisonTable(SUCCESS_HEADS, successRows(success)),
  comparisonTable(RATIO_HEADS, ratioRows(cost)),
  comparisonTable(RATIO_HEADS, ratioRows(time)),
];

/** What `eval stats` prints: each task, all tasks, and each pair of tools. Every figure has its 95 % interval. */
export function statisticsText(figures: JobFigures): string {
  const { tasks, tools } = figures;
  const parts = tasks.map((one) => `${one.task}\n${toolTable(one.tools)}`);
  if (tasks.length > 1) parts.push(`all ${tasks.length} tasks\n${toolTable(tools)}`);
  const [success, cost, time] = comparisonTables(figures);
  parts.push(
    ...titled([
      ["how the runs went", outcomeTable(tools)],
      ["where the time of a run went", timeTable(tools)],
      ["success, one tool against another", success],
      ["cost, one tool against another", cost],
      ["time, one tool against another", time],
    ]),
  );
  return `${parts.join("\n\n")}\n`;
}

/** The tables that there are, each below its title. */
const titled = (tables: readonly (readonly [title: string, table: string | undefined])[]): string[] =>
  tables.flatMap(([title, table]) => (table === undefined ? [] : [`${title}\n${table}`]));

/** One tool in two jobs. The jobs' names are parts of the tools' names. */
export interface ComparedTool extends Comparisons {
  readonly tool: string;
}

/** What `eval compare` prints about one tool in two jobs. */
export function comparisonText(compared: ComparedTool): string {
  const [success, cost, time] = comparisonTables(compared);
  const tables = titled([
    ["success", success],
    ["cost", cost],
    ["time", time],
  ]);
  return tables.length === 0 ? "" : `${[compared.tool, ...tables].join("\n")}\n\n`;
}
