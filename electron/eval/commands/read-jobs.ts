/** The commands that read a job and start nothing: `stats`, `report`, `compare`, `import`. */
import { mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { counted } from "../../../shared/counted.ts";
import { onlyArgument, takeOptions, UsageError } from "../../cli/options.ts";
import { print, printError, printJson } from "../../cli/output.ts";
import { writeJson } from "../../platform/json-file.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { fileIn, loadJob, readSummaryFile, runFolderName, SUMMARY_FILE, writeResult } from "../job/job-folder.ts";
import { writePage, writeReport } from "../job/write-report.ts";
import { judgeSummary } from "../judge/judge-summary.ts";
import { pairSummary } from "../judge/pair-summary.ts";
import { judgeText, pairText } from "../report/judge-text.ts";
import { comparisonText, statisticsText } from "../report/statistics-text.ts";
import type { RunResult } from "../results/run-result.ts";
import { comparisonsOf, jobFigures } from "../statistics/job-figures.ts";
import { namesOf } from "../statistics/tool-figures.ts";
import { newJobFolder } from "./new-job-folder.ts";
import { assetsOf, type Installation } from "./runner.ts";

/** `eval stats JOB`: prints the figures, and what a judge said unless that is not wanted. */
export function stats(args: readonly string[]): number {
  const { options, rest } = takeOptions(args, { "--no-judge": "flag", "--json": "flag" }, "anywhere");
  const { runs, judged, pairs } = loadJob(onlyArgument(rest));
  const summary = options["--no-judge"] ? undefined : judgeSummary(judged);
  const compared = options["--no-judge"] ? undefined : pairSummary(pairs);
  const figures = jobFigures(runs);
  if (options["--json"]) {
    printJson({
      ...figures,
      ...(summary !== undefined && { judge: summary }),
      ...(compared !== undefined && { pairs: compared }),
    });
  } else {
    print(statisticsText(figures));
    if (summary !== undefined) print(`\n${judgeText(summary)}`);
    if (compared !== undefined) print(`\n${pairText(compared)}`);
  }
  return 0;
}

/** `eval report JOB`: writes the summary and the page into the job's folder, or the page to `-o`. */
export function report(args: readonly string[], installation: Installation): number {
  const { options, rest } = takeOptions(args, { "-o": "value", "--output": "value", "--json": "flag" }, "anywhere");
  const path = onlyArgument(rest);
  const reported = { path, job: loadJob(path), assets: assetsOf(installation) };
  const given = options["-o"] ?? options["--output"];
  if (given === undefined && path.endsWith(".json")) throw new UsageError("A summary alone needs -o FILE for the page");
  if (given !== undefined) writePage(given, reported);
  const page = resolve(given ?? writeReport(reported));
  if (options["--json"]) printJson({ page, runs: reported.job.runs.length });
  else print(`${page}\n`);
  return 0;
}

/** `eval compare A B`: the same agents, tasks and tools in two jobs, such as before and after a change. */
export function compare(args: readonly string[]): number {
  const { options, rest } = takeOptions(args, { "--json": "flag" }, "anywhere");
  const [first, second] = rest;
  if (first === undefined || second === undefined || rest.length > 2) throw new UsageError("");
  const label = (path: string): string => basename(resolve(path), ".json");
  const a = label(first);
  const b = label(second) === a ? `${label(second)} (2)` : label(second);
  const cells = [...renamed(loadJob(first).runs, a), ...renamed(loadJob(second).runs, b)];
  const tools = namesOf(cells, (run) => run.tool.slice(run.tool.indexOf(": ") + 2));
  const comparisons = tools.map((tool) => {
    const own = cells.filter((run) => run.tool.endsWith(`: ${tool}`));
    return { tool, ...comparisonsOf(own) };
  });
  if (comparisons.every((one) => one.success.every(({ overall }) => overall === undefined)))
    throw new EvaluationError(`${first} and ${second} have no agent, task and tool in common.`);
  if (options["--json"]) printJson(comparisons);
  else for (const one of comparisons) print(comparisonText(one));
  return 0;
}

/** The job's name becomes part of the tool's, so that one job's tool is compared with the other's. */
const renamed = (runs: readonly RunResult[], job: string): RunResult[] =>
  runs.map((run) => ({ ...run, tool: `${job}: ${run.tool}` }));

const importOptions = { "-o": "value", "--output": "value", "--title": "value", "--json": "flag" } as const;

/**
 * `eval import DIR`: reads terminalcp's results. Prompts without a result are
 * runs that never ended: they become failures, which terminalcp leaves out.
 */
export function importResults(args: readonly string[]): number {
  const { options, rest } = takeOptions(args, importOptions, "anywhere");
  const from = onlyArgument(rest);
  const job = options["-o"] ?? options["--output"] ?? newJobFolder();
  const isFile = from.endsWith(".json");
  const runs = readSummaryFile(
    isFile ? from : fileIn(from, SUMMARY_FILE, "Give the folder of terminalcp's results, or its summary."),
  );
  const orphans = isFile ? [] : orphanPrompts(from, runs);
  const numbered = renumbered([...runs, ...orphans]);
  // Each name is checked before anything is written.
  for (const run of numbered) runFolderName(run);
  makeNew(job);
  writeJson(join(job, "config.json"), {
    title: options["--title"] ?? basename(resolve(from), ".json"),
    origin: `Imported from terminalcp's evaluation: ${counted(numbered.length, "run")}. Cotty did not run them.`,
    imported: true,
  });
  for (const run of numbered) writeResult(job, run);
  printError(
    `${counted(numbered.length, "run")} read${orphans.length > 0 ? `, ${orphans.length} of them without a result: counted as failures` : ""}\n`,
  );
  if (options["--json"]) printJson({ job: resolve(job), runs: numbered.length, withoutResult: orphans.length });
  else print(`${resolve(job)}\n`);
  return 0;
}

function makeNew(job: string): void {
  mkdirSync(job, { recursive: true });
  if (readdirSync(job).length > 0) throw new EvaluationError(`${job} is not empty. Give a new folder.`);
}

/** Numbers the runs of each cell from 1, in the order given. */
function renumbered(runs: readonly RunResult[]): RunResult[] {
  const next = new Map<string, number>();
  return runs.map((run) => {
    const cell = `${run.agent}--${run.task}--${run.tool}`;
    const number = (next.get(cell) ?? 0) + 1;
    next.set(cell, number);
    return { ...run, number };
  });
}

/** `AGENT--TASK--TOOL--STAMP-prompt.md` of runs that the summary does not have. */
function orphanPrompts(folder: string, runs: readonly RunResult[]): RunResult[] {
  const known = new Set(runs.map((run) => `${run.agent}--${run.task}--${run.tool}--${run.startedAt.replaceAll(/\D/g, "")}`));
  return readdirSync(folder).flatMap((file) => {
    const parts = /^(.+)--(.+)--(.+)--(\d{14})\d*-prompt\.md$/.exec(file);
    if (parts === null || known.has(`${parts[1]}--${parts[2]}--${parts[3]}--${parts[4]}`)) return [];
    const [, agent = "", task = "", tool = ""] = parts;
    return {
      agent,
      task,
      tool,
      number: 1,
      outcome: "fail",
      reason: "there is a prompt and no result: the run never ended",
      startedAt: "",
      seconds: 0,
      tokens: {},
      nudges: 0,
      takeovers: 0,
      retries: 0,
    } satisfies RunResult;
  });
}
