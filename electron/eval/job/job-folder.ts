/**
 * A job on disk:
 *
 *     JOB/
 *       config.json            what was asked for
 *       lock.json              versions and digests of everything that decides a result
 *       schedule.json          every run, in its order
 *       cost.json              what all attempts have cost
 *       runs/AGENT--TASK--TOOL--NN/
 *         config.json, prompt.md, agent.cast, …
 *         result.json          written last: the run is over
 *         judge/vote-N/, judgement.json    written by `eval judge`
 *       pairs/AGENT--TASK--TOOL--NN--TOOL/
 *         vote-N-a-first/, vote-N-b-first/, judgement.json    written by `eval judge --pairs`
 *       evaluation-summary.json, evaluation-summary.html
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { writeJson } from "../../platform/json-file.ts";
import { noTool } from "../definitions/tool.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { judgement } from "../judge/judgement.ts";
import type { JudgedRun } from "../judge/judge-summary.ts";
import { type PairJudgement, pairJudgement } from "../judge/pair-judgement.ts";
import { type RunResult, runResult } from "../results/run-result.ts";
import { readSummary, SummaryError } from "../results/summary-file.ts";

export const SUMMARY_FILE = "evaluation-summary.json";
export const REPORT_FILE = "evaluation-summary.html";
export const RESULT_FILE = "result.json";
/** In a run's folder: what a judge says about it. */
export const JUDGEMENT_FILE = "judgement.json";

/** The judgements about pairs of runs. */
export const PAIRS_FOLDER = "pairs";

/** `config.json` of a job. Imported jobs say whose runs they hold; scripted ones are no findings. */
export const jobConfig = z.looseObject({
  title: z.string(),
  /** Where the runs come from, in one sentence. */
  origin: z.string(),
  /** The model was a script. The report says so, and its figures are no findings. */
  scripted: z.boolean().default(false),
});
export type JobConfig = z.infer<typeof jobConfig>;

/**
 * Refuses a name that cannot be a part of a run's folder: two dashes part the names there,
 * and the folder must not lie outside of the job. Throws `EvaluationError`.
 */
export function checkName(name: string): void {
  const bad = /^$|^[-.]|--|[/\\]|\p{C}/u.exec(name);
  if (bad === null) return;
  throw new EvaluationError(
    `"${name}" cannot be a name. A name is not empty, does not begin with a dash or a dot, and has no two dashes, slash, backslash or control character in it.`,
  );
}

/** The folder of one run. Throws `EvaluationError` for names that cannot be a part of it. */
export function runFolderName(run: Pick<RunResult, "agent" | "task" | "tool" | "number">): string {
  for (const name of [run.agent, run.task, run.tool]) checkName(name);
  return `${run.agent}--${run.task}--${run.tool}--${String(run.number).padStart(2, "0")}`;
}

/** Reads a JSON file. Throws `EvaluationError` with the file's name if it is missing, broken, or not of this shape. */
export function readWhole<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new EvaluationError(
      missing ? `${file} does not exist. ${JOB_HINT}` : `${file} cannot be read: ${(error as Error).message}`,
    );
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EvaluationError(`${file}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "has another shape"}`);
}

const JOB_HINT =
  "Give a job's folder, or an evaluation-summary.json. 'cotty eval run' makes a job in evaluation-results/, or where -o says.";

/** The path of a file that a folder must have. Throws `EvaluationError` that says what is missing, and what to give. */
export function fileIn(folder: string, name: string, hint = JOB_HINT): string {
  const file = join(folder, name);
  if (existsSync(file)) return file;
  throw new EvaluationError(existsSync(folder) ? `${folder} has no ${name}. ${hint}` : `${folder} does not exist. ${hint}`);
}

/** Writes the results of a run, last of all its files. */
export function writeResult(job: string, result: RunResult): void {
  writeJson(join(job, "runs", runFolderName(result), RESULT_FILE), result);
}

function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The result of one run, or `undefined` while it is not over. A broken file is an error, not a missing run. */
function readResult(job: string, folder: string): RunResult | undefined {
  const file = join(job, "runs", folder, RESULT_FILE);
  return existsSync(file) ? readWhole(file, runResult) : undefined;
}

/** All runs of the job that are over, in the order of their folders' names. */
export function readResults(job: string): RunResult[] {
  return foldersIn(join(job, "runs")).flatMap((folder) => readResult(job, folder) ?? []);
}

export interface LoadedJob {
  readonly config: JobConfig;
  /** The runs of agents. */
  readonly runs: readonly RunResult[];
  /** The runs that check a task: they use no tool. */
  readonly checks: readonly RunResult[];
  /** Those of the runs that a judge has read. */
  readonly judged: readonly JudgedRun[];
  /** The pairs of runs that a judge has compared. */
  readonly pairs: readonly PairJudgement[];
}

/**
 * A job, from its folder or from a summary file alone (ours or terminalcp's). Throws
 * `EvaluationError` if there is neither.
 */
export function loadJob(path: string): LoadedJob {
  if (path.endsWith(".json")) return { config: configOf(path), runs: readSummaryFile(path), checks: [], judged: [], pairs: [] };
  const results = readResults(path);
  if (results.length > 0) {
    const isCheck = (run: RunResult): boolean => run.tool === noTool.name;
    const config = readWhole(fileIn(path, "config.json"), jobConfig);
    const runs = results.filter((run) => !isCheck(run));
    return { config, runs, checks: results.filter(isCheck), judged: judgedRuns(path, runs), pairs: comparedPairs(path) };
  }
  if (foldersIn(join(path, "runs")).length > 0)
    throw new EvaluationError(`No run of ${path} is over yet. 'cotty eval resume ${path}' goes on.`);
  return { config: configOf(path), runs: readSummaryFile(fileIn(path, SUMMARY_FILE)), checks: [], judged: [], pairs: [] };
}

function judgedRuns(job: string, runs: readonly RunResult[]): JudgedRun[] {
  return runs.flatMap((run) => {
    const file = join(job, "runs", runFolderName(run), JUDGEMENT_FILE);
    return existsSync(file) ? [{ run, judgement: readWhole(file, judgement) }] : [];
  });
}

function comparedPairs(job: string): PairJudgement[] {
  return foldersIn(join(job, PAIRS_FOLDER)).flatMap((folder) => {
    const file = join(job, PAIRS_FOLDER, folder, JUDGEMENT_FILE);
    return existsSync(file) ? [readWhole(file, pairJudgement)] : [];
  });
}

function configOf(path: string): JobConfig {
  return { title: basename(path), origin: `Read from ${path}.`, scripted: false };
}

/** The runs of a summary file. Throws `EvaluationError` with the file's name. */
export function readSummaryFile(file: string): RunResult[] {
  try {
    return readSummary(readWhole(file, z.unknown()));
  } catch (error) {
    if (error instanceof SummaryError) throw new EvaluationError(`${file}: ${error.message}`);
    throw error;
  }
}
