import { z } from "zod";
import { foldersOfPath, hasProgram } from "../../platform/program-path.ts";
import { adapterOf } from "../agents/adapters.ts";
import { adapterNames, type Agent, builtInAgent, modes, readAgent } from "../definitions/agent.ts";
import {
  type DefinitionKind,
  type DefinitionPlaces,
  findDefinition,
  findDefinitions,
  hasDefinition,
} from "../definitions/find-definitions.ts";
import { readTask, type Task } from "../definitions/task.ts";
import { noTool, readTool, type Tool } from "../definitions/tool.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { checkName } from "./job-folder.ts";

/** What `eval run` was asked for. It is kept in the job's `config.json`, so that `resume` does the same. */
export const jobRequest = z.object({
  agents: z.array(z.string()),
  tasks: z.array(z.string()),
  tools: z.array(z.string()),
  /** Where definitions are looked for. */
  folders: z.array(z.string()),
  cwd: z.string(),
  repeat: z.int().min(1),
  parallel: z.int().min(1),
  mode: z.enum(modes).optional(),
  budgetUsd: z.number().min(0).optional(),
  /** Seconds for each run, instead of the tasks' own. */
  timeoutSeconds: z.number().min(1).optional(),
  maxNudges: z.int().min(0),
  /** The agents' traffic with their models is recorded, or replayed from another job. */
  gateway: z.object({ replayOf: z.string().optional() }).optional(),
  seed: z.int(),
});
export type JobRequest = z.infer<typeof jobRequest>;

export interface JobPlan {
  readonly request: JobRequest;
  readonly agents: readonly Agent[];
  /** `oracle` and `nop`, for tasks that have a verifier. */
  readonly checks: readonly Agent[];
  readonly tasks: readonly Task[];
  readonly tools: readonly Tool[];
}

/** Reads all definitions that are asked for. Throws `EvaluationError` for the first that is missing or wrong. */
export function planJob(request: JobRequest): JobPlan {
  const places: DefinitionPlaces = request;
  const tasks = distinct("tasks", findDefinitions("tasks", request.tasks, places).map(readTask));
  const tools = distinct("tools", findDefinitions("tools", request.tools, places).map(readTool));
  const reserved = tools.find(({ name }) => name === noTool.name);
  if (reserved !== undefined)
    throw new EvaluationError(`${reserved.file}: no tool can have the name "${noTool.name}". Runs without a tool have it.`);
  const named = request.agents.length > 0 ? request.agents : ["claude-code"];
  const agents = distinct(
    "agents",
    named.map((name) => findAgent(name, places)),
  );
  for (const { name } of [...tasks, ...tools, ...agents]) checkName(name);
  for (const agent of agents) {
    const { modes: can } = adapterOf(agent);
    if (request.mode !== undefined && !can.includes(request.mode))
      throw new EvaluationError(`${agent.name} has no mode ${request.mode}. It has: ${can.join(", ")}.`);
  }
  const unreachable = request.gateway && agents.find((agent) => agent.baseUrl === undefined && !adapterOf(agent).isCheck);
  if (unreachable)
    throw new EvaluationError(
      `${unreachable.name} has no "baseUrl". Its traffic can be recorded only if the definition says where its model answers.`,
    );
  return {
    request,
    agents: agents.filter((agent) => !adapterOf(agent).isCheck),
    checks: [builtInAgent("oracle"), builtInAgent("nop")],
    tasks,
    tools,
  };
}

/**
 * Each definition once. Throws `EvaluationError` for two with one name: their runs would be
 * the same folders.
 */
function distinct<Definition extends { readonly name: string; readonly file: string }>(
  what: DefinitionKind,
  definitions: readonly Definition[],
): Definition[] {
  const byName = new Map<string, Definition>();
  for (const one of definitions) {
    const other = byName.get(one.name);
    if (other !== undefined && other.file !== one.file)
      throw new EvaluationError(
        `Two ${what} have the name "${one.name}": ${other.file} and ${one.file}. Give one of them another name.`,
      );
    byName.set(one.name, one);
  }
  return [...byName.values()];
}

/**
 * The definition of an agent if there is one, else an adapter of that name with its
 * defaults. Throws `EvaluationError` if there is neither.
 */
export function findAgent(name: string, places: DefinitionPlaces): Agent {
  const isBuiltIn = name !== "program" && adapterNames.some((known) => known === name);
  if (isBuiltIn && !hasDefinition("agents", name, places)) return builtInAgent(name);
  return readAgent(findDefinition("agents", name, places));
}

/** What an agent lacks to reach its model: one of its keys. An endpoint of the user's own may want none. */
export function missingKey({ keys, env, baseUrl }: Agent): string | undefined {
  const isSet = (key: string): boolean => (env[key] ?? process.env[key] ?? "") !== "";
  return baseUrl !== undefined || keys.length === 0 || keys.some(isSet) ? undefined : keys.join(" or ");
}

/** The programs that some run of the plan requires, that are not on the PATH, and that no package of npm will put there. */
export function missingForPlan({ agents, checks, tasks, tools }: JobPlan): string[] {
  const missing = agents.flatMap((agent) =>
    tools.flatMap((tool) => {
      const installed = new Set([
        ...(agent.npm.length > 0 ? [...agent.requires, ...adapterOf(agent).requires] : []),
        ...(tool.npm.length > 0 ? tool.requires : []),
      ]);
      return tasks.flatMap((task) => missingPrograms({ agent, task, tool }, []).filter((program) => !installed.has(program)));
    }),
  );
  // Only a verifier has something to check.
  const verified = tasks.filter(({ verify }) => verify !== undefined);
  const forChecks = checks.flatMap((agent) => verified.flatMap((task) => missingPrograms({ agent, task, tool: noTool }, [])));
  return [...new Set([...missing, ...forChecks])];
}

/** The programs that are missing for this combination, given the folders of installed commands. */
export function missingPrograms(
  { agent, task, tool }: { agent: Agent; task: Task; tool: Tool },
  bins: readonly string[],
): string[] {
  const wanted = [...agent.requires, ...adapterOf(agent).requires, ...task.requires, ...tool.requires];
  const folders = [...bins, ...foldersOfPath(process.env["PATH"])];
  return [...new Set(wanted)].filter((program) => !hasProgram(program, folders));
}
