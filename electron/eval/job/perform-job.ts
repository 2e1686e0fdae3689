import { basename } from "node:path";
import { counted } from "../../../shared/counted.ts";
import { messageOf } from "../../../shared/errors.ts";
import type { Client } from "../../../shared/client.ts";
import { isUnchanged } from "../definitions/task.ts";
import type { Outcome } from "../results/outcome.ts";
import type { RunResult } from "../results/run-result.ts";
import { performRun } from "../run/perform-run.ts";
import type { PlannedRun, SessionWatch } from "../run/planned-run.ts";
import { Budget } from "./budget.ts";
import { readSpent, writeSpent } from "./cost-file.ts";
import { installAll, type InstallOptions } from "./installations.ts";
import { readResults, runFolderName, writeResult } from "./job-folder.ts";
import { type JobPlan, missingKey, missingPrograms } from "./job-plan.ts";
import { JobProgress } from "./job-progress.ts";
import { lockDefinitions } from "./lock-file.ts";
import { ShownProgress } from "./shown-progress.ts";
import { planRun } from "./plan-run.ts";
import type { ScheduledRun } from "./schedule.ts";
import { clearRun, clearUnfinishedRuns } from "./unfinished-runs.ts";

export interface JobContext extends InstallOptions {
  readonly job: string;
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** How often a run is tried again that failed for reasons outside of it. */
const MAX_RETRIES = 2;

/**
 * Does every run of the schedule that has no result yet or was skipped, at most `parallel` at a time.
 * First ends what an earlier runner has left behind. Resolves with the results of all
 * runs that are over. When `signal` aborts, runs in progress are ended and leave no
 * result, so that they are done again.
 */
export async function performJob(plan: JobPlan, schedule: readonly ScheduledRun[], context: JobContext): Promise<RunResult[]> {
  const { job, client, say, signal } = context;
  await clearUnfinishedRuns(job, client);
  const installed = await installAll(plan, context);
  for (const sentence of lockDefinitions(job, plan, installed)) say(`${sentence}\n`);
  // A run that was skipped never began. What it lacked may be there now.
  const done = readResults(job).filter(({ outcome }) => outcome !== "skipped");
  const isDone = new Set(done.map(runFolderName));
  const left = schedule
    .filter((run) => !isDone.has(runFolderName(run)))
    .map((run) => planRun(run, plan, { ...context, installed }));
  const budget = new Budget({
    limitUsd: plan.request.budgetUsd,
    spentUsd: readSpent(job, done),
    onSpent: (usd) => writeSpent(job, usd),
  });
  const shown = new ShownProgress(client, { name: basename(job), done: done.length, total: schedule.length });
  const progress = new JobProgress(schedule.length, done.length, Date.now());
  say(`${counted(left.length, "run")} of ${schedule.length} to do\n`);
  let running = 0;
  const worker = async (): Promise<void> => {
    for (let run = left.shift(); run !== undefined && !signal.aborted; run = left.shift()) {
      if (budget.isUsedUp) {
        left.length = 0;
        say("The budget is used up. 'resume' goes on with a larger one.\n");
        return;
      }
      running += 1;
      const result = await performPlanned(run, budget, { ...context, sessions: shown });
      running -= 1;
      if (result === undefined) return;
      writeResult(job, result);
      shown.done();
      say(progress.finished(result, { running, spentUsd: budget.spentUsd, nowMs: Date.now() }));
    }
  };
  await Promise.all(Array.from({ length: plan.request.parallel }, worker));
  await clearUnfinishedRuns(job, client);
  return readResults(job);
}

type RunningJob = JobContext & { readonly sessions: SessionWatch };

/** `undefined` if the job was broken off. */
async function performPlanned(run: PlannedRun, budget: Budget, context: RunningJob): Promise<RunResult | undefined> {
  const missing = missingPrograms(run, run.bins);
  if (missing.length > 0) return withoutAgent(run, "skipped", `not on this machine: ${missing.join(", ")}`);
  const key = missingKey(run.agent);
  if (key !== undefined) return withoutAgent(run, "skipped", `not in the environment: ${key}`);
  if (run.tool.mcpServers !== undefined && !(run.adapter.takesMcp && run.agent.mcp))
    return withoutAgent(run, "skipped", `${run.agent.name} takes no MCP servers`);
  if (run.adapter.isCheck && run.task.verify === undefined)
    return withoutAgent(run, "skipped", "the task has no verifier to check");
  if (!isUnchanged(run.task)) return withoutAgent(run, "skipped", "the files of the task have changed since the job began");
  for (let retries = 0; ; retries++) {
    await clearRun(run.folder, context.client);
    const result = await attemptRun(run, budget, context);
    if (context.signal.aborted) return undefined;
    if (result.outcome !== "infrastructure" || retries >= MAX_RETRIES) return { ...result, retries };
  }
}

/** Does the run once. Whatever fails outside of it is its result: other runs go on. */
async function attemptRun(run: PlannedRun, budget: Budget, { client, signal, sessions }: RunningJob): Promise<RunResult> {
  const attempt = {};
  const isOverBudget = budget.isLimited ? (costUsd: number) => budget.note(attempt, costUsd) : undefined;
  let costUsd = 0;
  try {
    const { result } = await performRun(run, { client, signal, sessions, isOverBudget });
    costUsd = result.costUsd ?? 0;
    return result;
  } catch (error) {
    return withoutAgent(run, "infrastructure", messageOf(error));
  } finally {
    budget.end(attempt, costUsd);
  }
}

function withoutAgent({ agent, task, tool, number }: PlannedRun, outcome: Outcome, reason: string): RunResult {
  return {
    agent: agent.name,
    task: task.name,
    tool: tool.name,
    number,
    outcome,
    reason,
    startedAt: new Date().toISOString(),
    seconds: 0,
    tokens: {},
    nudges: 0,
    takeovers: 0,
    retries: 0,
  };
}
