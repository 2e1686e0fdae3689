import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { adapterOf } from "../agents/adapters.ts";
import type { Agent } from "../definitions/agent.ts";
import { noTool } from "../definitions/tool.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { GATEWAY_FILE, readExchanges } from "../gateway/exchange.ts";
import { attemptIn } from "../run/attempt.ts";
import type { PlannedGateway, PlannedRun } from "../run/planned-run.ts";
import type { Installations } from "./installations.ts";
import { runFolderName } from "./job-folder.ts";
import type { JobPlan, JobRequest } from "./job-plan.ts";
import type { ScheduledRun } from "./schedule.ts";

export interface RunPlace {
  readonly job: string;
  readonly commands: PlannedRun["commands"];
  readonly installed: Installations;
}

/**
 * Puts together all that a run of the schedule needs. Throws `EvaluationError` if a
 * definition has gone since the schedule was made.
 */
export function planRun(run: ScheduledRun, plan: JobPlan, { job, commands, installed }: RunPlace): PlannedRun {
  const agent = [...plan.agents, ...plan.checks].find(({ name }) => name === run.agent);
  const task = plan.tasks.find(({ name }) => name === run.task);
  const tool = run.tool === noTool.name ? noTool : plan.tools.find(({ name }) => name === run.tool);
  if (agent === undefined || task === undefined || tool === undefined)
    throw new EvaluationError(`The schedule of ${job} has a run whose definitions are gone: ${runFolderName(run)}`);
  const adapter = adapterOf(agent);
  const mode = plan.request.mode ?? agent.mode ?? adapter.modes[0] ?? "headless";
  const own = [installed.tools.get(tool.name), installed.agents.get(agent.name)];
  const versions = { [agent.name]: installed.agents.get(agent.name)?.version, [tool.name]: own[0]?.version };
  return {
    agent,
    adapter,
    task,
    tool,
    number: run.number,
    mode: adapter.modes.includes(mode) ? mode : "headless",
    label: adapter.isCheck ? agent.name : plan.agents.length === 1 ? tool.name : `${tool.name}/${agent.name}`,
    folder: join(job, "runs", runFolderName(run)),
    timeoutSeconds: plan.request.timeoutSeconds ?? task.timeoutSeconds,
    maxNudges: plan.request.maxNudges,
    bins: own.flatMap((installation) => installation?.bins ?? []),
    commands,
    gateway: plannedGateway(run, agent, plan.request),
    versions: Object.fromEntries(
      Object.entries(versions).flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])),
    ),
  };
}

/** Throws `EvaluationError` if the run is to be replayed and was not recorded. */
function plannedGateway(run: ScheduledRun, { baseUrl }: Agent, { gateway }: JobRequest): PlannedGateway | undefined {
  if (gateway === undefined || baseUrl === undefined) return undefined;
  if (gateway.replayOf === undefined) return { upstream: baseUrl, replay: undefined };
  const folder = join(gateway.replayOf, "runs", runFolderName(run));
  const file = join(folder, GATEWAY_FILE);
  const recorded = attemptIn(folder);
  if (recorded === undefined || !existsSync(file))
    throw new EvaluationError(`${folder} has no ${GATEWAY_FILE}. Only a job that ran with --record can be replayed.`);
  try {
    return { upstream: baseUrl, replay: { nonce: recorded.nonce, exchanges: readExchanges(readFileSync(file, "utf8")) } };
  } catch {
    throw new EvaluationError(`${file} cannot be read: it is damaged.`);
  }
}
