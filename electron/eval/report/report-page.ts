import { createHash } from "node:crypto";
import { counted } from "../../../shared/counted.ts";
import { counts, type Outcome } from "../results/outcome.ts";
import { type RunResult, totalTokens } from "../results/run-result.ts";
import { formatSeconds } from "../results/duration.ts";
import { compareTools, cost, time, type ToolComparison } from "../statistics/comparison.ts";
import { namesOf, toolFigures, type ToolFigures } from "../statistics/tool-figures.ts";
import { dotStrips, stackedBars } from "./charts.ts";
import type { JudgeSummary } from "../judge/judge-summary.ts";
import { JUDGE_HEADS, judgeCells, judgeSentences } from "./judge-text.ts";
import { dollars, percent, probability, ratio, tokens, withInterval } from "./figures-text.ts";
import { Markup, markup } from "./markup.ts";
import { REPORT_SCRIPT } from "./report-script.ts";
import { REPORT_STYLE } from "./report-style.ts";

/** What the report is about, besides its runs. */
export interface ReportSubject {
  readonly title: string;
  /** Where the runs come from, in one sentence: a job of ours, or an import. */
  readonly origin: string;
  /** Warnings that a reader must see first, such as results of scripted models. */
  readonly warnings: readonly string[];
  /** What a judge said, if there was one. */
  readonly judge?: JudgeSummary | undefined;
  /** Where a run's recording can be played: a path from the page. */
  readonly recordingOf?: (run: RunResult) => string | undefined;
}

/** With fewer tasks than this, an interval over tasks speaks of these tasks only. */
const FEW_TASKS = 6;

/** Columns of figures: their heads stand over them, on the right. */
const FIGURES: ReadonlySet<string> = new Set([
  "Successes",
  "Rate",
  "Cost of a run",
  "Cost per success",
  "Time of a run",
  "Calls",
  "One of 3",
  "All of 3",
  "Ratio",
  "δ",
  "p",
  "No.",
  "Cost",
  "Time",
  "Tokens",
]);

const TOKEN_CLASSES = ["output", "input", "cache read", "cache write"];

/**
 * One HTML file with everything in it: it loads nothing, and its content security
 * policy allows its own style and its own script only. It works offline.
 */
export function reportPage(runs: readonly RunResult[], subject: ReportSubject): string {
  const policy = `default-src 'none'; style-src '${hashOf(REPORT_STYLE)}'; script-src '${hashOf(REPORT_SCRIPT)}'; base-uri 'none'; form-action 'none'`;
  const tools = namesOf(runs, (run) => run.tool);
  const tasks = namesOf(runs, (run) => run.task);
  const figures = tools.map((tool) => toolFigures(tool, runs));
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject.title}</title>
<style>${new Markup(REPORT_STYLE)}</style>
</head>
<body>
<main>
<h1>${subject.title}</h1>
<p>${subject.origin}</p>
${subject.warnings.map((warning) => markup`<p class="note">${warning}</p>`)}
${filters(runs)}
${successSection(figures)}
${costSection(runs, tasks, tools)}
${comparisonSection("Cost of one tool against another", compareTools(runs, cost), tasks.length)}
${comparisonSection("Time of one tool against another", compareTools(runs, time), tasks.length)}
${tokenSection(figures)}
${subject.judge && judgeSection(subject.judge)}
${runsSection(runs, subject.recordingOf)}
<footer>${METHOD}</footer>
</main>
<script>${new Markup(REPORT_SCRIPT)}</script>
</body>
</html>
`;
  return page.text;
}

const METHOD = `Success rates have Wilson's 95 % interval. Costs and times have percentile bootstrap intervals of their means. Tools are
compared task by task: tasks are drawn again, then the runs of each. p is from a permutation test within tasks, adjusted by
Holm's method. Runs without the tool, with a broken machine, or into which a person typed are shown and not counted.`;

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function filters(runs: readonly RunResult[]): Markup {
  const choices = (kind: string, legend: string, names: readonly string[]): Markup => markup`<fieldset>
<legend>${legend}</legend>
${names.map((name) => markup`<label><input type="checkbox" name="${kind}" value="${name}" checked>${name}</label>`)}
</fieldset>`;
  return markup`<form aria-label="Filters">
${choices(
  "agent",
  "Agents",
  namesOf(runs, (run) => run.agent),
)}
${choices(
  "task",
  "Tasks",
  namesOf(runs, (run) => run.task),
)}
${choices(
  "tool",
  "Tools",
  namesOf(runs, (run) => run.tool),
)}
${choices(
  "outcome",
  "Outcomes",
  namesOf(runs, (run) => run.outcome),
)}
</form>`;
}

function successSection(figures: readonly ToolFigures[]): Markup {
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
<td class="number">${dollars(figure.costPerSuccess)}</td>
<td class="number">${withInterval(figure.seconds, (value) => formatSeconds(value))}</td>
<td class="number">${figure.toolCalls === undefined ? "–" : figure.toolCalls.toFixed(1)}</td>
<td class="number">${percent(figure.passAt3)}</td>
<td class="number">${percent(figure.passHat3)}</td></tr>`;
}

function costSection(runs: readonly RunResult[], tasks: readonly string[], tools: readonly string[]): Markup {
  return markup`<h2>Cost and time in each task</h2>
<p>Each dot is a run. The bar is the mean, the whisker its interval.</p>
<div class="cards">
${tasks.map((task) => {
  const own = runs.filter((run) => run.task === task && counts(run.outcome));
  const figures = tools.map((tool) => ({ tool, of: toolFigures(tool, own), own: own.filter((run) => run.tool === tool) }));
  return markup`<section class="card" data-task="${task}"><h3>${task}</h3>
${dotStrips(
  `Cost of a run of ${task}`,
  figures.map(({ tool, of, own: mine }) => ({
    label: tool,
    values: mine.flatMap((run) => run.costUsd ?? []),
    interval: of.cost,
  })),
  { write: dollars },
)}
${dotStrips(
  `Time of a run of ${task}`,
  figures.map(({ tool, of, own: mine }) => ({ label: tool, values: mine.map((run) => run.seconds), interval: of.seconds })),
  { write: (value) => `${Math.round(value)} s` },
)}
</section>`;
})}
</div>`;
}

function comparisonSection(title: string, comparisons: readonly ToolComparison[], taskCount: number): Markup | undefined {
  const compared = comparisons.filter(({ overall }) => overall !== undefined);
  if (compared.length === 0) return undefined;
  return markup`<h2>${title}</h2>
<p>How many times what the second tool takes the first one takes. An interval across 1 shows no difference.${
    taskCount < FEW_TASKS ? ` With ${counted(taskCount, "task")}, "all" speaks of these tasks only.` : ""
  }</p>
${scrollTable(
  title,
  ["Tools", "Task", "Ratio", "δ", "p"],
  compared.flatMap((comparison) => comparisonRows(comparison)),
)}`;
}

function comparisonRows({ a, b, tasks, overall, p }: ToolComparison): Markup[] {
  const rows = tasks.map(
    ({ task, ratio: interval, delta }) => markup`<tr data-task="${task}"><th scope="row">${a} / ${b}</th><td>${task}</td>
<td class="number">${withInterval(interval, ratio)}</td><td class="number">${delta.toFixed(2)}</td><td class="number quiet"></td></tr>`,
  );
  return [
    ...rows,
    markup`<tr><th scope="row">${a} / ${b}</th><td>all</td><td class="number">${withInterval(overall, ratio)}</td>
<td class="number quiet"></td><td class="number">${probability(p)}</td></tr>`,
  ];
}

function tokenSection(figures: readonly ToolFigures[]): Markup {
  const bars = figures.map(({ tool, tokens: { output, input, cacheRead, cacheWrite } }) => ({
    label: tool,
    lengths: [output, input, cacheRead, cacheWrite],
  }));
  return markup`<h2>Tokens</h2>
<p>Mean tokens of a run. No token is in two classes.</p>
<div class="cards"><div class="card">${stackedBars("Mean tokens of a run", TOKEN_CLASSES, bars, tokens)}</div></div>`;
}

function judgeSection(judge: JudgeSummary): Markup {
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

function outcomeClass(outcome: Outcome): string {
  if (outcome === "pass") return "pass";
  return counts(outcome) ? "bad" : "void";
}

function runsSection(runs: readonly RunResult[], recordingOf: ReportSubject["recordingOf"] = () => undefined): Markup {
  const played = new Map(runs.map((run) => [run, recordingOf(run)]));
  const withRecordings = [...played.values()].some((path) => path !== undefined);
  return markup`<h2>Runs</h2>
<p id="shown" role="status">${counted(runs.length, "run")}</p>
${scrollTable(
  "Every run",
  ["Agent", "Task", "Tool", "No.", "Outcome", "Cost", "Time", "Tokens", "Why", ...(withRecordings ? ["Recording"] : [])],
  runs.map((run) => {
    const sum = Object.values(totalTokens(run.tokens)).reduce((total, count) => total + count, 0);
    return markup`<tr data-run data-agent="${run.agent}" data-task="${run.task}" data-tool="${run.tool}" data-outcome="${run.outcome}">
<td>${run.agent}</td><td>${run.task}</td><td>${run.tool}</td><td class="number">${run.number}</td>
<td class="${outcomeClass(run.outcome)}">${run.outcome}</td><td class="number">${dollars(run.costUsd)}</td>
<td class="number">${formatSeconds(run.seconds)}</td><td class="number">${tokens(sum)}</td><td class="wide quiet">${run.reason}</td>${withRecordings ? recordingCell(run, played.get(run)) : undefined}</tr>`;
  }),
  "tall",
)}`;
}

function recordingCell({ agent, task, tool, number }: RunResult, path: string | undefined): Markup {
  if (path === undefined) return markup`<td></td>`;
  return markup`<td><a href="${path}" aria-label="Play ${agent}, ${task}, ${tool}, ${number}">play</a></td>`;
}

/** A table that scrolls sideways by itself. It takes the focus, so that a keyboard can scroll it. */
function scrollTable(caption: string, heads: readonly string[], rows: readonly Markup[], height = ""): Markup {
  return markup`<div class="scroll ${height}" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${heads.map((head) => markup`<th scope="col" class="${FIGURES.has(head) ? "number" : ""}">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
