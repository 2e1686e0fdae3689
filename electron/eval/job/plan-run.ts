import { join } from "node:path";
import { adapterOf } from "../agents/adapters.ts";
import { noTool } from "../definitions/tool.ts";
import { EvaluationError } from "../evaluation-error.ts";
import type { PlannedRun } from "../run/planned-run.ts";
import type { Installations } from "./installations.ts";
import { runFolderName } from "./job-folder.ts";
import type { JobPlan } from "./job-plan.ts";
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
    versions: Object.fromEntries(
      Object.entries(versions).flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])),
    ),
  };
}
