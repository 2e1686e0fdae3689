import { createHash } from "node:crypto";
import type { JudgeSummary } from "../judge/judge-summary.ts";
import type { PairSummary } from "../judge/pair-summary.ts";
import type { RunResult } from "../results/run-result.ts";
import { jobFigures } from "../statistics/job-figures.ts";
import { namesOf } from "../statistics/tool-figures.ts";
import { Markup, markup } from "./markup.ts";
import { REPLAY_DIALOG } from "./replay/replay-markup.ts";
import { REPLAY_SCRIPT } from "./replay/replay-script.ts";
import { REPLAY_STYLE } from "./replay/replay-style.ts";
import type { ReplayPlayer, Replays, RunReplay } from "./replay/run-replay.ts";
import { REPORT_SCRIPT } from "./report-script.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { runsSection } from "./runs-section.ts";
import {
  costSection,
  judgeSection,
  outcomeSection,
  pairSection,
  ratioSection,
  successComparisonSection,
  successSection,
  timeSection,
  tokenSection,
} from "./tool-sections.ts";

/** What the report is about, besides its runs. */
export interface ReportSubject {
  readonly title: string;
  /** Where the runs come from, in one sentence: a job of ours, or an import. */
  readonly origin: string;
  /** Warnings that a reader must see first, such as results of scripted models. */
  readonly warnings: readonly string[];
  /** What a judge said, if there was one. */
  readonly judge?: JudgeSummary | undefined;
  /** What a judge said of runs side by side. */
  readonly pairs?: PairSummary | undefined;
  /** What was said and shown in the runs. Missing where there are only results. */
  readonly replays?: Replays | undefined;
}

/**
 * One HTML file with everything in it: it loads nothing, and its content security
 * policy allows its own styles and its own scripts only. It works offline.
 */
export function reportPage(runs: readonly RunResult[], subject: ReportSubject): string {
  const replays = replaysOf(runs, subject.replays);
  const player = replays.size > 0 ? subject.replays?.player : undefined;
  const styles = [REPORT_STYLE, ...(player === undefined ? [] : [player.style, REPLAY_STYLE])];
  const scripts = [REPORT_SCRIPT, ...(player === undefined ? [] : [player.script, REPLAY_SCRIPT])];
  const figures = jobFigures(runs);
  const { tools, tasks } = figures;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(styles, scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject.title}</title>
${styles.map((style) => markup`<style>${new Markup(style)}</style>`)}
</head>
<body>
<main>
<h1>${subject.title}</h1>
<p>${subject.origin}</p>
${subject.warnings.map((warning) => markup`<p class="note">${warning}</p>`)}
${filters(runs)}
${successSection(tools)}
${costSection(runs, figures)}
${successComparisonSection(figures)}
${ratioSection("Cost of one tool against another", figures.cost, tasks.length)}
${ratioSection("Time of one tool against another", figures.time, tasks.length)}
${outcomeSection(tools)}
${tokenSection(tools)}
${timeSection(tools)}
${subject.judge && judgeSection(subject.judge)}
${subject.pairs && pairSection(subject.pairs)}
${runsSection(runs, replays)}
<footer>${METHOD}</footer>
</main>
${player && REPLAY_DIALOG}
${scripts.map((script) => markup`<script>${new Markup(script)}</script>`)}
${player && licenseComment(player)}
</body>
</html>
`;
  return page.text;
}

const METHOD = `Success rates have Wilson's 95 % interval, their differences Newcombe's. Costs and times have percentile bootstrap intervals of their means. Tools are
compared within each agent and task: tasks are drawn again, then the runs of each. p is from a permutation test within them, adjusted by
Holm's method. Runs without the tool, with a broken machine, or into which a person typed are shown and not counted.`;

function replaysOf(runs: readonly RunResult[], replays: Replays | undefined): Map<RunResult, RunReplay> {
  return new Map(
    runs.flatMap((run) => {
      const replay = replays?.of(run);
      return replay === undefined ? [] : [[run, replay]];
    }),
  );
}

/** The player's screen is WebAssembly, which is in its script. Its style has pictures and fonts in it. */
function policyOf(styles: readonly string[], scripts: readonly string[]): string {
  const hashes = (texts: readonly string[]): string => texts.map((text) => `'${hashOf(text)}'`).join(" ");
  const forPlayer = scripts.length > 1;
  return [
    "default-src 'none'",
    `style-src ${hashes(styles)}`,
    `script-src ${hashes(scripts)}${forPlayer ? " 'wasm-unsafe-eval'" : ""}`,
    ...(forPlayer ? ["font-src data:", "img-src data:"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

const licenseComment = ({ license }: ReplayPlayer): Markup =>
  new Markup(`<!-- asciinema-player, github.com/asciinema/asciinema-player\n${license.replaceAll("--", "- -")}-->`);

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
