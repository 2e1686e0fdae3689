import { join } from "node:path";
import { writeFileSync } from "node:fs";
import type { AgentRun, AgentTrace } from "../agents/agent-adapter.ts";
import { isUnchanged } from "../definitions/task.ts";
import type { Tool } from "../definitions/tool.ts";
import { startRecordedGateway } from "../gateway/recorded-gateway.ts";
import type { RunResult } from "../results/run-result.ts";
import { TRAJECTORY_FILE } from "../results/trajectory-file.ts";
import { type Attempt, ATTEMPT_FILE, newAttempt } from "./attempt.ts";
import { decideOutcome, type Verdict } from "./decide-outcome.ts";
import { performAgent, type PerformedAgent } from "./perform-agent.ts";
import { type PlannedRun, type RunContext, type RunInProgress, STEP_MS } from "./planned-run.ts";
import { claimIn, markersOf, promptOf } from "./prompt.ts";
import { RunFiles } from "./run-files.ts";
import { endProcesses } from "./run-processes.ts";
import { makeRunSpace, type RunSpace } from "./run-space.ts";
import { sessionId } from "./session-id.ts";
import { runShell } from "./shell-step.ts";
import { trajectoryOf } from "./trajectory.ts";
import { verify, type Verification } from "./verify-run.ts";

/** What came of a run, and the last thing that its agent said. */
export interface PerformedRun {
  readonly result: RunResult;
  readonly lastMessage: string;
}

/**
 * Does one run from beginning to end, and resolves with its result. The caller writes it.
 * The run's folder says what this attempt starts before anything is started.
 */
export async function performRun(planned: PlannedRun, context: RunContext): Promise<PerformedRun> {
  const { agent, task, tool, number, mode } = planned;
  const keys = Object.fromEntries(agent.keys.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]])));
  // The definition itself may hold the value of a key.
  const secrets = agent.keys.flatMap((key) => [keys[key], agent.env[key]].filter((value) => value !== undefined));
  const files = new RunFiles(planned.folder, secrets);
  const attempt = await beginAttempt(planned, context);
  const names = { agent: agent.name, task: task.name, tool: tool.name, number };
  files.writeJson(ATTEMPT_FILE, { ...names, mode, ...attempt });
  await using gateway = planned.gateway && (await startRecordedGateway(planned.gateway, files));
  using space = makeRunSpace({
    ...attempt,
    bins: planned.bins,
    commands: planned.commands,
    files: task.files,
    env: { ...tool.env, ...agent.env, ...keys },
  });
  try {
    if (gateway === undefined) return await inSpace({ planned, context, space, files, attempt, gateway });
    const throughGateway = { ...planned, agent: { ...agent, baseUrl: gateway.url } };
    const { result, lastMessage } = await inSpace({ planned: throughGateway, context, space, files, attempt, gateway });
    return { result: { ...result, gateway: gateway.seen() }, lastMessage };
  } finally {
    await endProcesses(attempt.nonce);
  }
}

async function beginAttempt(planned: PlannedRun, { client }: RunContext): Promise<Attempt> {
  const begun = newAttempt(planned.gateway?.replay?.nonce);
  const taken = new Set((await client.request("session/list", {})).map(({ id }) => id));
  return { ...begun, session: sessionId(planned, begun.nonce, taken) };
}

async function inSpace(inside: RunInProgress): Promise<PerformedRun> {
  const { planned, space, files, attempt, gateway } = inside;
  const markers = markersOf(attempt.nonce);
  const { agent, adapter, task, tool, mode } = planned;
  const startedMs = Date.now();
  const prompt = promptOf(task, tool, markers);
  const promptFile = join(space.home, "prompt.md");
  writeFileSync(promptFile, prompt);
  files.write("prompt.md", prompt);
  const mcpServers = agent.mcp && !adapter.isCheck ? isolated(tool.mcpServers, space) : {};
  const run: AgentRun = { agent, task, tool, space, mode, prompt, promptFile, mcpServers };
  const performed = await performAgent(inside, run);
  const lastMessage = performed.trace?.lastMessage ?? "";
  const changed = task.verify === undefined || isUnchanged(task) ? undefined : "the files of the task changed while it was done";
  const verifier = performed.driven === undefined || changed !== undefined ? undefined : await verify(inside, lastMessage);
  await endTool(inside);
  writeTrace(inside, performed.trace, prompt);
  const verdict = decideOutcome({
    ...performed.evidence,
    contaminated: performed.evidence.contaminated ?? changed,
    modelError: performed.trace?.modelError ?? gateway?.failure(),
    claim: claimIn(lastMessage, markers),
    verified: verifier?.passed,
  });
  return { result: resultOf(inside, { ...performed, ...verdict, startedMs, verifier }), lastMessage };
}

/** Some agents, Codex among them, give an MCP server only the variables that its configuration names. */
function isolated(servers: Tool["mcpServers"] = {}, { isolation }: RunSpace): AgentRun["mcpServers"] {
  const entries = Object.entries(servers);
  return Object.fromEntries(entries.map(([name, server]) => [name, { ...server, env: { ...isolation, ...server.env } }]));
}

/** Ends what the tool has left running, and keeps what it has recorded. */
async function endTool({ planned, space, files, attempt }: RunInProgress): Promise<void> {
  const { cleanup } = planned.tool;
  if (cleanup !== undefined) await runShell(cleanup, { cwd: space.work, env: space.env, timeoutMs: STEP_MS });
  await endProcesses(attempt.nonce);
  files.copyRecordings(space.cottyHome);
}

function writeTrace({ planned, files, attempt: { nonce } }: RunInProgress, trace: AgentTrace | undefined, prompt: string): void {
  if (trace === undefined) return;
  files.copyNative(trace);
  const { agent, versions } = planned;
  const about = { nonce, agent: agent.name, version: versions[agent.name] ?? "unknown", prompt };
  files.writeJson(TRAJECTORY_FILE, trajectoryOf(trace, about));
}

function resultOf(
  { planned, files }: RunInProgress,
  {
    outcome,
    reason,
    driven,
    trace,
    seconds,
    times,
    startedMs,
    verifier,
    takenOver,
  }: PerformedAgent & Verdict & { readonly startedMs: number; readonly verifier: Verification | undefined },
): RunResult {
  return {
    agent: planned.agent.name,
    task: planned.task.name,
    tool: planned.tool.name,
    number: planned.number,
    outcome,
    reason: files.scrub(reason),
    startedAt: new Date(startedMs).toISOString(),
    seconds,
    ...times,
    ...(trace?.costUsd !== undefined && { costUsd: trace.costUsd }),
    tokens: trace?.tokens ?? {},
    ...(trace?.toolCalls !== undefined && { toolCalls: trace.toolCalls }),
    ...(trace?.toolErrors !== undefined && { toolErrors: trace.toolErrors }),
    nudges: Math.max(0, (driven?.promptedMs.length ?? 0) - 1),
    takeovers: takenOver ? 1 : 0,
    retries: 0,
    ...(verifier !== undefined && {
      verifier: { exitCode: verifier.exitCode, passed: verifier.passed, output: files.scrub(verifier.output) },
    }),
    versions: planned.versions,
  };
}
