import { z } from "zod";
import { formatSeconds, parseDuration } from "./duration.ts";
import { type RunResult, runResult } from "./run-result.ts";

/** One run as terminalcp's statistics write it. Costs, times and models may be missing in a run that broke off. */
const foreignRun = z.object({
  agent: z.string(),
  task: z.string(),
  tool: z.string(),
  timestamp: z.string().optional(),
  success: z.boolean().optional(),
  totalCost: z.number().nullish(),
  totalDurationWall: z.string().nullish(),
  models: z
    .record(
      z.string(),
      z.object({
        input: z.number().default(0),
        output: z.number().default(0),
        cacheRead: z.number().default(0),
        cacheWrite: z.number().default(0),
      }),
    )
    .nullish(),
});

const toolEntry = z.object({ judgeNotes: z.string().optional(), runs: z.array(z.unknown()) });

/** Thrown for a summary that cannot be read. The message says where the fault is. */
export class SummaryError extends Error {}

function startOf(timestamp: string | undefined): string {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(timestamp ?? "");
  return digits === null ? "" : `${digits[1]}-${digits[2]}-${digits[3]}T${digits[4]}:${digits[5]}:${digits[6]}Z`;
}

function readRun(value: unknown, where: string, number: number): RunResult {
  const own = runResult.safeParse(value);
  if (own.success) return own.data;
  const parsed = foreignRun.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SummaryError(`${where}, run ${number}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}`);
  }
  const { agent, task, tool, timestamp, success, totalCost, totalDurationWall, models } = parsed.data;
  return {
    agent,
    task,
    tool,
    number,
    outcome: success === true ? "pass" : "fail",
    reason: success === true ? "a success in the imported summary" : "a failure in the imported summary",
    startedAt: startOf(timestamp),
    seconds: parseDuration(totalDurationWall ?? "") ?? 0,
    ...(typeof totalCost === "number" && { costUsd: totalCost }),
    tokens: models ?? {},
    nudges: 0,
    takeovers: 0,
    retries: 0,
  };
}

/** The runs of one task: each key is a tool but for the judge's notes. */
function readTask(tools: unknown, where: string): RunResult[] {
  const entries = z.record(z.string(), z.unknown()).safeParse(tools);
  if (!entries.success) throw new SummaryError(`${where} is no object of tools.`);
  return Object.entries(entries.data).flatMap(([tool, entry]) => {
    if (tool === "judgeNotes") return [];
    const parsed = toolEntry.safeParse(entry);
    if (!parsed.success) throw new SummaryError(`${where}/${tool} has no list "runs".`);
    return parsed.data.runs.map((run, at) => readRun(run, `${where}/${tool}`, at + 1));
  });
}

/**
 * Reads an `evaluation-summary.json`, ours or terminalcp's:
 * agent → task → tool → runs. Throws `SummaryError` for anything else.
 */
export function readSummary(value: unknown): RunResult[] {
  const agents = z.record(z.string(), z.record(z.string(), z.unknown())).safeParse(value);
  if (!agents.success) throw new SummaryError("It is not a summary: agents, then tasks, then tools are expected.");
  return Object.entries(agents.data).flatMap(([agent, tasks]) =>
    Object.entries(tasks).flatMap(([task, tools]) => readTask(tools, `${agent}/${task}`)),
  );
}

/** The runs in terminalcp's shape, so that tools made for it can read them, with all of ours beside. */
export function summaryOf(runs: readonly RunResult[]): Record<string, unknown> {
  const agents: Record<string, Record<string, Record<string, { runs: unknown[] }>>> = Object.create(null);
  for (const run of runs) {
    const tasks = (agents[run.agent] ??= Object.create(null));
    const tools = (tasks[run.task] ??= Object.create(null));
    const entry = (tools[run.tool] ??= { runs: [] });
    entry.runs.push({
      ...run,
      timestamp: run.startedAt.replaceAll(/\D/g, ""),
      success: run.outcome === "pass",
      totalCost: run.costUsd ?? null,
      totalDurationWall: formatSeconds(run.seconds),
      models: run.tokens,
    });
  }
  return agents;
}
