import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../../../shared/client.ts";
import { VERSION } from "../../../shared/version.ts";
import { adapterOf } from "../agents/adapters.ts";
import type { Agent } from "../definitions/agent.ts";
import type { Tool } from "../definitions/tool.ts";
import type { RunResult } from "../results/run-result.ts";
import { performRun, type PlannedRun } from "../run/perform-run.ts";
import { makeRunSpace } from "../run/run-space.ts";
import { runShell } from "../run/shell-step.ts";
import { installPackages } from "./installed-packages.ts";
import { readResults, runFolderName, writeResult, writeWhole } from "./job-folder.ts";
import { digestOf, type JobPlan, missingPrograms } from "./job-plan.ts";
import { JobProgress } from "./job-progress.ts";
import { NO_TOOL, type ScheduledRun } from "./schedule.ts";

export interface JobContext {
  readonly job: string;
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Where packages of npm are kept between jobs. */
  readonly cache: string;
  /** Commands from this installation, for the tools that name them. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly say: (text: string) => void;
}

/** How long a program may take to say its version. */
const VERSION_MS = 60_000;
/** How often a run is tried again that failed for reasons outside of it. */
const MAX_RETRIES = 2;

const noTool: Tool = {
  name: NO_TOOL,
  file: "",
  title: "nothing",
  instructions: "",
  type: "cli",
  env: {},
  npm: [],
  requires: [],
  allowed: [],
};

interface Installed {
  readonly bins: ReadonlyMap<string, readonly string[]>;
  readonly versions: ReadonlyMap<string, string>;
}

/**
 * Does every run of the schedule that has no result yet, at most `parallel` at a time.
 * Resolves with the results of all runs that are over. When `signal` aborts, runs in
 * progress are ended and leave no result, so that they are done again.
 */
export async function performJob(plan: JobPlan, schedule: readonly ScheduledRun[], context: JobContext): Promise<RunResult[]> {
  const { job, say, signal } = context;
  const installed = await installAll(plan, context);
  writeLock(plan, installed, job);
  const done = readResults(job);
  const isDone = new Set(done.map(runFolderName));
  const left = schedule.filter((run) => !isDone.has(runFolderName(run)));
  const progress = new JobProgress(schedule.length, done, { parallel: plan.request.parallel, nowMs: Date.now() });
  let running = 0;
  const worker = async (): Promise<void> => {
    for (let run = left.shift(); run !== undefined && !signal.aborted; run = left.shift()) {
      if (progress.costUsd >= (plan.request.budgetUsd ?? Number.POSITIVE_INFINITY)) {
        left.length = 0;
        say(`The budget is used up. 'resume' goes on with a larger one.\n`);
        return;
      }
      running += 1;
      const result = await performScheduled(run, { plan, installed, context, spentUsd: () => progress.costUsd });
      running -= 1;
      if (result === undefined) return;
      writeResult(job, result);
      say(progress.finished(result, running, Date.now()));
    }
  };
  await Promise.all(Array.from({ length: plan.request.parallel }, worker));
  return readResults(job);
}

interface Performing {
  readonly plan: JobPlan;
  readonly installed: Installed;
  readonly context: JobContext;
  readonly spentUsd: () => number;
}

/** `undefined` if the job was broken off. */
async function performScheduled(
  run: ScheduledRun,
  { plan, installed, context, spentUsd }: Performing,
): Promise<RunResult | undefined> {
  const planned = planRun(run, plan, installed, context);
  const missing = missingPrograms(planned, planned.bins);
  if (missing.length > 0) return skipped(run, `not on this machine: ${missing.join(", ")}`);
  if (planned.adapter.isCheck && planned.task.verify === undefined) return skipped(run, "the task has no verifier to check");
  for (let retries = 0; ; retries++) {
    rmSync(planned.folder, { recursive: true, force: true });
    try {
      const limit = plan.request.budgetUsd ?? Number.POSITIVE_INFINITY;
      const result = await performRun(planned, { ...context, isOverBudget: (costUsd) => spentUsd() + costUsd > limit });
      if (context.signal.aborted) return undefined;
      if (result.outcome !== "infrastructure" || retries >= MAX_RETRIES) return { ...result, retries };
    } catch (error) {
      if (context.signal.aborted) return undefined;
      throw error;
    }
  }
}

function skipped(run: ScheduledRun, reason: string): RunResult {
  return {
    ...run,
    outcome: "skipped",
    reason,
    startedAt: new Date().toISOString(),
    seconds: 0,
    tokens: {},
    nudges: 0,
    takeovers: 0,
    retries: 0,
  };
}

function planRun(run: ScheduledRun, plan: JobPlan, installed: Installed, context: JobContext): PlannedRun {
  const agent = [...plan.agents, ...plan.checks].find(({ name }) => name === run.agent);
  const task = plan.tasks.find(({ name }) => name === run.task);
  const tool = run.tool === NO_TOOL ? noTool : plan.tools.find(({ name }) => name === run.tool);
  if (agent === undefined || task === undefined || tool === undefined)
    throw new Error(`The schedule has a run that the definitions do not have: ${runFolderName(run)}`);
  const adapter = adapterOf(agent);
  const mode = plan.request.mode ?? agent.mode ?? adapter.modes[0] ?? "headless";
  return {
    agent,
    adapter,
    task,
    tool,
    number: run.number,
    mode: adapter.modes.includes(mode) ? mode : "headless",
    isOnlyAgent: plan.agents.length === 1,
    folder: join(context.job, "runs", runFolderName(run)),
    timeoutSeconds: plan.request.timeoutSeconds ?? task.timeoutSeconds,
    maxNudges: plan.request.maxNudges,
    bins: [...(installed.bins.get(`tool ${tool.name}`) ?? []), ...(installed.bins.get(`agent ${agent.name}`) ?? [])],
    commands: context.commands,
    versions: Object.fromEntries(
      [`agent ${agent.name}`, `tool ${tool.name}`].flatMap((key) => {
        const version = installed.versions.get(key);
        return version === undefined ? [] : [[key.slice(key.indexOf(" ") + 1), version]];
      }),
    ),
  };
}

async function installAll(plan: JobPlan, { cache, say, commands }: JobContext): Promise<Installed> {
  const bins = new Map<string, readonly string[]>();
  const versions = new Map<string, string>();
  const wanted: [string, Agent | Tool][] = [
    ...plan.agents.map((agent): [string, Agent] => [`agent ${agent.name}`, agent]),
    ...plan.tools.map((tool): [string, Tool] => [`tool ${tool.name}`, tool]),
  ];
  for (const [key, definition] of wanted) {
    if (definition.npm.length > 0) say(`Installing ${definition.npm.join(", ")} …\n`);
    const folders = await installPackages(definition.npm, cache);
    bins.set(key, folders);
    const version = await versionOf(key, definition, { bins: folders, commands });
    if (version !== undefined) versions.set(key, version);
  }
  return { bins, versions };
}

/** Where a version is asked for: with the commands that a run has. */
type Commands = { readonly bins: readonly string[]; readonly commands: JobContext["commands"] };

async function versionOf(key: string, definition: Agent | Tool, { bins, commands }: Commands): Promise<string | undefined> {
  const command =
    "adapter" in definition || key.startsWith("agent ")
      ? adapterOf(definition as Agent)
          .versionCommand(definition as Agent)
          ?.join(" ")
      : (definition as Tool).version;
  if (command === undefined) return undefined;
  using space = makeRunSpace({ nonce: "version", bins, commands, files: undefined, env: {} });
  const { exitCode, output } = await runShell(command, { cwd: space.work, env: space.env, timeoutMs: VERSION_MS });
  return exitCode === 0 ? output.trim().split("\n").at(-1) : undefined;
}

/** `lock.json`: everything besides the schedule that decides a result. */
function writeLock({ agents, tasks, tools, request }: JobPlan, { versions }: Installed, job: string): void {
  mkdirSync(job, { recursive: true });
  const digests = Object.fromEntries([
    ...agents.map(({ name, file }) => [`agent ${name}`, digestOf(file)]),
    ...tasks.map(({ name, file, folder }) => [`task ${name}`, digestOf(file, folder)]),
    ...tools.map(({ name, file }) => [`tool ${name}`, digestOf(file)]),
  ]);
  writeWhole(join(job, "lock.json"), {
    cotty: VERSION,
    node: process.version,
    system: systemName(),
    versions: Object.fromEntries(versions),
    digests,
    seed: request.seed,
  });
}

function systemName(): string {
  try {
    return execFileSync("uname", ["-srm"], { encoding: "utf8" }).trim();
  } catch {
    return process.platform;
  }
}
