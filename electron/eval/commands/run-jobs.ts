/** The commands that run agents: `run`, `resume`, and `status`, which says how far a job is. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { counted } from "../../../shared/counted.ts";
import { onlyArgument, takeOptions } from "../../cli/options.ts";
import { print, printError, printJson } from "../../cli/output.ts";
import { writeJson } from "../../platform/json-file.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { readSpent } from "../job/cost-file.ts";
import { loadJob, readResults, readWhole, runFolderName } from "../job/job-folder.ts";
import { type JobPlan, type JobRequest, missingKey, missingForPlan, planJob } from "../job/job-plan.ts";
import { performJob } from "../job/perform-job.ts";
import { scheduleFile, scheduleOf, type ScheduledRun } from "../job/schedule.ts";
import { writeReport } from "../job/write-report.ts";
import { percent } from "../report/figures-text.ts";
import { statisticsText } from "../report/statistics-text.ts";
import { type RunResult, totalTokens } from "../results/run-result.ts";
import { detectableCostRatio, detectableRateDifference } from "../statistics/detectable-effect.ts";
import { jobFigures } from "../statistics/job-figures.ts";
import { newJobFolder } from "./new-job-folder.ts";
import { dollarsOf, parseRunOptions } from "./run-options.ts";
import { assetsOf, type Installation, storedRequest, withRunner } from "./runner.ts";

const SCHEDULE_FILE = "schedule.json";

/** `eval run`: does every agent × task × tool, as often as asked. */
export async function run(args: readonly string[], installation: Installation): Promise<number> {
  const { request: asked, title, output, dryRun: isDry, json } = parseRunOptions(args);
  const cwd = process.cwd();
  const request: JobRequest = { ...asked, folders: definitionFolders(cwd, installation), cwd };
  const plan = planJob(request);
  const schedule = scheduleFor(plan);
  sayUncontained(plan);
  if (isDry) return dryRun(plan, schedule, json);
  const job = resolve(output ?? newJobFolder());
  // A runner that was killed at once has left no more than a half written file.
  if (existsSync(job) && readdirSync(job).some((name) => !name.endsWith(".part")))
    throw new EvaluationError(`${job} is not empty. 'cotty eval resume' goes on with a job.`);
  writeJson(join(job, "config.json"), {
    title: title ?? `Terminal tools: ${plan.tools.map(({ name }) => name).join(", ")}`,
    origin: originOf(plan),
    scripted: plan.agents.some(({ scripted }) => scripted),
    request,
  });
  writeSchedule(job, schedule, request.seed);
  return perform(job, plan, schedule, { installation, json });
}

function writeSchedule(job: string, runs: readonly ScheduledRun[], seed: number): void {
  writeJson(join(job, SCHEDULE_FILE), { seed, runs });
}

/** A runner that was killed before it had written the schedule would have written this one. */
function readSchedule(job: string, plan = (): JobPlan => planJob(storedRequest(job))): ScheduledRun[] {
  const file = join(job, SCHEDULE_FILE);
  return existsSync(file) ? readWhole(file, scheduleFile).runs : scheduleFor(plan());
}

function scheduleFor({ agents, checks, tasks, tools, request }: JobPlan): ScheduledRun[] {
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
  return scheduleOf({
    agents: names(agents),
    checks: names(checks),
    tasks: names(tasks),
    tools: names(tools),
    repeat: request.repeat,
    seed: request.seed,
  });
}

/** The folder where the command is, its `test/eval`, and the definitions that come with Cotty. */
function definitionFolders(cwd: string, { hostScript }: Installation): string[] {
  return [...new Set([cwd, join(cwd, "test/eval"), resolve(dirname(hostScript), "../../test/eval")])];
}

/** A task in Harbor's form may count on its container. Only such tasks are decided by a reward. */
function sayUncontained({ tasks }: JobPlan): void {
  const names = tasks.filter(({ verdict }) => verdict === "reward").map(({ name }) => name);
  if (names.length > 0) printError(`Without a container, on this machine: ${names.join(", ")}.\n`);
}

function originOf({ agents, tasks, tools, request }: JobPlan): string {
  const count = agents.length * tasks.length * tools.length * request.repeat;
  const names = agents.map(({ name }) => name).join(", ");
  return `${counted(count, "run")}: ${names}, ${counted(tasks.length, "task")}, ${counted(tools.length, "tool")}, ${request.repeat} of each.`;
}

/** `eval resume JOB`: does what has no result yet. */
export async function resume(args: readonly string[], installation: Installation): Promise<number> {
  const { options, rest } = takeOptions(args, { "--json": "flag", "--budget": "value" }, "anywhere");
  const job = resolve(onlyArgument(rest));
  const stored = storedRequest(job);
  const budget = options["--budget"];
  const request = { ...stored, ...(budget !== undefined && { budgetUsd: dollarsOf(budget) }) };
  const plan = planJob(request);
  const schedule = readSchedule(job, () => plan);
  if (!existsSync(join(job, SCHEDULE_FILE))) writeSchedule(job, schedule, request.seed);
  return perform(job, plan, schedule, { installation, json: options["--json"] ?? false });
}

function perform(
  job: string,
  plan: JobPlan,
  schedule: readonly ScheduledRun[],
  { installation, json }: { installation: Installation; json: boolean },
): Promise<number> {
  return withRunner({ job, installation, goOn: `cotty eval resume ${job}` }, async (context) => {
    const results = await performJob(plan, schedule, context);
    if (context.signal.aborted) return;
    const agentsOnly = results.filter((one) => !plan.checks.some(({ name }) => name === one.agent));
    for (const problem of [...problemsOf(results), ...miscounted(results)]) printError(`${problem}\n`);
    const page = writeReport({ path: job, job: loadJob(job), assets: assetsOf(installation) });
    if (json) printJson({ job, results });
    else print(`${agentsOnly.length > 0 ? statisticsText(jobFigures(agentsOnly)) : ""}${page}\n`);
  });
}

/** Runs whose agent tells of other tokens than the gateway has counted. */
function miscounted(results: readonly RunResult[]): string[] {
  const sum = (tokens: RunResult["tokens"]): string => JSON.stringify(totalTokens(tokens));
  const names = results.flatMap((run) =>
    run.gateway === undefined || sum(run.tokens) === sum(run.gateway.tokens) ? [] : [runFolderName(run)],
  );
  return names.length === 0
    ? []
    : [`The agent tells of other tokens than the gateway has counted in ${counted(names.length, "run")}: ${names.join(", ")}.`];
}

/** What the checks found: a task whose verifier cannot be trusted. */
function problemsOf(results: readonly RunResult[]): string[] {
  return results.flatMap(({ agent, task, outcome, reason }) => {
    if (agent === "oracle" && outcome !== "pass" && outcome !== "skipped")
      return [`${task} cannot be trusted: its own solution did not pass (${reason}).`];
    if (agent === "nop" && outcome === "pass") return [`${task} cannot be trusted: its verifier passes when nothing was done.`];
    return [];
  });
}

/** `eval status JOB`: how many runs are over, and how they ended. */
export function status(args: readonly string[]): number {
  const { options, rest } = takeOptions(args, { "--json": "flag" }, "anywhere");
  const job = resolve(onlyArgument(rest));
  const runs = readSchedule(job);
  const results = readResults(job);
  const outcomes: Record<string, number> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const costUsd = readSpent(job, results);
  if (options["--json"]) printJson({ scheduled: runs.length, done: results.length, outcomes, costUsd });
  else {
    const words = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
    print(
      `${results.length} of ${counted(runs.length, "run")} are over${words.length > 0 ? `: ${words.join(", ")}` : ""}. $${costUsd.toFixed(2)} so far.\n`,
    );
  }
  return 0;
}

function smallestText(runs: number, { rateDifference, costRatio }: { rateDifference: number; costRatio: number }): string {
  const rates =
    rateDifference >= 1
      ? "no difference of success rates"
      : `a difference of success rates of ${percent(rateDifference)} or more`;
  return `${counted(runs, "run")} of each tool can show ${rates}, and a ratio of costs of ${costRatio.toFixed(2)} or more.`;
}

function dryRun(plan: JobPlan, schedule: readonly ScheduledRun[], json: boolean): number {
  const lacking = [...missingForPlan(plan), ...plan.agents.flatMap((agent) => missingKey(agent) ?? [])];
  const runs = plan.agents.length * plan.tasks.length * plan.request.repeat;
  const smallest = { rateDifference: detectableRateDifference(runs), costRatio: detectableCostRatio(runs) };
  if (json) printJson({ schedule, missing: lacking, smallest });
  else {
    for (const { agent, task, tool, number } of schedule) print(`${agent} · ${task} · ${tool} · ${number}\n`);
    print(
      `\n${counted(schedule.length, "run")}. Missing on this machine: ${lacking.length > 0 ? lacking.join(", ") : "nothing"}.\n`,
    );
    if (runs > 0) print(`${smallestText(runs, smallest)}\n`);
  }
  return 0;
}
