/** The parts of the report that tell of the tools, each over all runs that count. */
import { counted } from "../../../shared/counted.ts";
import type { JudgeSummary } from "../judge/judge-summary.ts";
import type { PairSummary } from "../judge/pair-summary.ts";
import { formatSeconds } from "../results/duration.ts";
import { counts } from "../results/outcome.ts";
import type { RunResult } from "../results/run-result.ts";
import type { ToolComparison } from "../statistics/comparison.ts";
import type { JobFigures } from "../statistics/job-figures.ts";
import type { ToolFigures } from "../statistics/tool-figures.ts";
import { dotStrips, stackedBars } from "./charts.ts";
import { type ComparisonRow, RATIO_HEADS, ratioRows, SUCCESS_HEADS, successRows } from "./comparison-rows.ts";
import { dollars, dollarsPerSuccess, percent, TIME_CLASSES, timeLengths, tokens, withInterval } from "./figures-text.ts";
import { JUDGE_HEADS, judgeCells, judgeSentences, PAIR_HEADS, pairCells, pairSentences } from "./judge-text.ts";
import { type Markup, markup } from "./markup.ts";
import { outcomeRows } from "./outcome-rows.ts";
import { scrollTable } from "./scroll-table.ts";

/** With fewer tasks than this, an interval over tasks speaks of these tasks only. */
const FEW_TASKS = 6;

const TOKEN_CLASSES = ["output", "input", "cache read", "cache write"];

/** The rate of success of each tool, with its interval. */
export function successSection(figures: readonly ToolFigures[]): Markup {
  return markup`<h2>Success</h2>
<p>How often a run did its task, over all tasks. The whisker is the range in which the true rate lies.</p>
<div class="cards"><div class="card"><h3>Success rate</h3>
${dotStrips(
  "Success rate of each tool",
  figures.map(({ tool, success }) => ({ label: tool, values: [], interval: success })),
  { write: percent, limit: 1 },
)}
</div></div>
${scrollTable(
  "Each tool over all tasks",
  ["Tool", "Successes", "Rate", "Cost of a run", "Cost per success", "Time of a run", "Calls", "One of 3", "All of 3"],
  figures.map((figure) => figureRow(figure)),
)}`;
}

function figureRow(figure: ToolFigures): Markup {
  const { tool, runs, success, outcomes } = figure;
  return markup`<tr data-tool="${tool}"><th scope="row">${tool}</th>
<td class="number">${outcomes.pass ?? 0} of ${figure.counted}${runs === figure.counted ? "" : ` (${runs - figure.counted} not counted)`}</td>
<td class="number">${withInterval(success, percent)}</td>
<td class="number">${withInterval(figure.cost, dollars)}</td>
<td class="number">${dollarsPerSuccess(figure.costPerSuccess)}</td>
<td class="number">${withInterval(figure.seconds, (value) => formatSeconds(value))}</td>
<td class="number">${withInterval(figure.toolCalls, (calls) => calls.toFixed(1))}</td>
<td class="number">${withInterval(figure.passAt3, percent)}</td>
<td class="number">${withInterval(figure.passHat3, percent)}</td></tr>`;
}

/** What the runs of each tool have cost and how long they took, run by run. */
export function costSection(runs: readonly RunResult[], { tasks }: JobFigures): Markup {
  return markup`<h2>Cost and time in each task</h2>
<p>Each dot is a run. The bar is the mean, the whisker its interval.</p>
<div class="cards">
${tasks.map(({ task, tools }) => {
  const own = (tool: string): RunResult[] => runs.filter((run) => run.task === task && run.tool === tool && counts(run.outcome));
  return markup`<section class="card" data-task="${task}"><h3>${task}</h3>
${dotStrips(
  `Cost of a run of ${task}`,
  tools.map(({ tool, cost }) => ({ label: tool, values: own(tool).flatMap((run) => run.costUsd ?? []), interval: cost })),
  { write: dollars },
)}
${dotStrips(
  `Time of a run of ${task}`,
  tools.map(({ tool, seconds }) => ({ label: tool, values: own(tool).map((run) => run.seconds), interval: seconds })),
  { write: (value) => `${Math.round(value)} s` },
)}
</section>`;
})}
</div>`;
}

/** The differences of the tools' rates of success. Absent when there is nothing to compare. */
export function successComparisonSection({ success, tasks }: JobFigures): Markup | undefined {
  const title = "Success of one tool against another";
  return comparisonSection(title, SUCCESS_HEADS, successRows(success), [
    "How much more often the first tool's runs did their task than the second tool's. An interval across 0 shows no difference.",
    ...(tasks.length > 1 ? ['"all" is the mean over the tasks, and speaks of these tasks only.'] : []),
  ]);
}

/** The cost or the time of one tool against another. */
/** The ratios of a figure's means between the tools. Absent when there is nothing to compare. */
export function ratioSection(title: string, comparisons: readonly ToolComparison[], taskCount: number): Markup | undefined {
  return comparisonSection(title, RATIO_HEADS, ratioRows(comparisons), [
    "How many times what the second tool takes the first one takes. An interval across 1 shows no difference.",
    ...(taskCount < FEW_TASKS ? [`With ${counted(taskCount, "task")}, "all" speaks of these tasks only.`] : []),
  ]);
}

/** `undefined` if no tools can be compared. */
function comparisonSection(
  title: string,
  heads: readonly string[],
  rows: readonly ComparisonRow[],
  sentences: readonly string[],
): Markup | undefined {
  if (rows.length === 0) return undefined;
  return markup`<h2>${title}</h2>
<p>${sentences.join(" ")}</p>
${scrollTable(
  title,
  heads,
  rows.map(({ cell, words: [tools, task, ...figures] }) => {
    const cells = markup`<th scope="row">${tools}</th><td>${task}</td>${figures.map((figure) => markup`<td class="number">${figure}</td>`)}`;
    return cell === undefined
      ? markup`<tr>${cells}</tr>`
      : markup`<tr data-task="${cell.task}" data-agent="${cell.agent}">${cells}</tr>`;
  }),
)}`;
}

/** The tokens of each tool's runs, by class. */
export function tokenSection(figures: readonly ToolFigures[]): Markup {
  const bars = figures.map(({ tool, tokens: { output, input, cacheRead, cacheWrite } }) => ({
    label: tool,
    lengths: [output, input, cacheRead, cacheWrite],
  }));
  return markup`<h2>Tokens</h2>
<p>Mean tokens of a run. No token is in two classes.</p>
<div class="cards"><div class="card">${stackedBars("Mean tokens of a run", TOKEN_CLASSES, bars, tokens)}</div></div>`;
}

/** Outcomes kept apart, medians, and what else happened. */
export function outcomeSection(figures: readonly ToolFigures[]): Markup {
  const { heads, rows } = outcomeRows(figures);
  const title = "How the runs went";
  return markup`<h2>${title}</h2>
<p>How many runs ended in each way, and how often calls of tools failed, agents were told to go on, people took the keyboard, and runs were tried again. The
medians and the success rate leave out the runs that do not count.</p>
${scrollTable(
  title,
  heads,
  rows.map(
    ([tool, ...cells]) =>
      markup`<tr data-tool="${tool}"><th scope="row">${tool}</th>${cells.map((cell) => markup`<td class="number">${cell}</td>`)}</tr>`,
  ),
)}`;
}

/** Where the time went, for the tools whose agents say so. Absent when none does. */
export function timeSection(figures: readonly ToolFigures[]): Markup | undefined {
  const bars = figures.flatMap(({ tool, timeSplit }) =>
    timeSplit === undefined ? [] : [{ label: tool, lengths: timeLengths(timeSplit).map(({ estimate }) => estimate) }],
  );
  if (bars.length === 0) return undefined;
  return markup`<h2>Where the time went</h2>
<p>Mean seconds of a run, by the agent's own log. The start ends when the agent has taken its prompt; where its log does not say when, the start of
its program counts as the model's. Waiting is what neither the model nor a tool has used.</p>
<div class="cards"><div class="card">${stackedBars("Mean time of a run", TIME_CLASSES, bars, (value) => formatSeconds(value))}</div></div>`;
}

/** What the judges say of each tool's runs, and how often they agree with the verifiers. */
export function judgeSection(judge: JudgeSummary): Markup {
  return markup`<h2>Judge</h2>
${judgeSentences(judge).map((sentence) => markup`<p>${sentence}</p>`)}
${scrollTable(
  "What the judge says of each tool",
  JUDGE_HEADS,
  judge.tools.map(
    (tool) => markup`<tr data-tool="${tool.tool}">${judgeCells(tool).map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  ),
)}`;
}

/** How often each tool's run was the better one of two. */
export function pairSection(pairs: PairSummary): Markup {
  return markup`<h2>Judge, run against run</h2>
${pairSentences(pairs).map((sentence) => markup`<p>${sentence}</p>`)}
${scrollTable(
  "How often the judge prefers a tool's run",
  PAIR_HEADS,
  pairs.tools.map((tools) => markup`<tr>${pairCells(tools).map((cell) => markup`<td>${cell}</td>`)}</tr>`),
)}`;
}
