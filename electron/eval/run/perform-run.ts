import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import type { Client } from "../../../shared/client.ts";
import { HostError, messageOf } from "../../../shared/errors.ts";
import type { AgentAdapter, AgentRun, AgentTrace } from "../agents/agent-adapter.ts";
import type { Agent, Mode } from "../definitions/agent.ts";
import type { Task } from "../definitions/task.ts";
import type { Tool } from "../definitions/tool.ts";
import type { RunResult } from "../results/run-result.ts";
import { decideOutcome, type RunEvidence, type Verdict } from "./decide-outcome.ts";
import { driveAgent, type DrivenAgent, outputOf } from "./drive-agent.ts";
import { probeServer } from "./probe-server.ts";
import { claimIn, markersOf, promptOf } from "./prompt.ts";
import { RunFiles } from "./run-files.ts";
import { endProcesses } from "./run-processes.ts";
import { makeRunSpace, type RunSpace } from "./run-space.ts";
import { runShell, type ShellResult } from "./shell-step.ts";
import { trajectoryOf } from "./trajectory.ts";

/** One run of the schedule, with everything that it needs. */
export interface PlannedRun {
  readonly agent: Agent;
  readonly adapter: AgentAdapter;
  readonly task: Task;
  readonly tool: Tool;
  readonly number: number;
  readonly mode: Mode;
  /** Whether the job has one agent, besides those that check the tasks. */
  readonly isOnlyAgent: boolean;
  /** The run's folder in the job. */
  readonly folder: string;
  readonly timeoutSeconds: number;
  readonly maxNudges: number;
  /** Folders of installed commands for the agent and the tool. */
  readonly bins: readonly string[];
  /** Commands that are made for the run, such as `cotty` from this installation. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<Record<string, string>>;
}

export interface RunContext {
  /** The host in which the agents run. */
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether this cost, with that of the other runs, is more than the job may use. */
  readonly isOverBudget: (costUsd: number) => boolean;
}

/** How long a task's or a tool's own command may take. */
const STEP_MS = 300_000;
const MAX_SESSION_ID = 64;

/** Does one run from beginning to end, and resolves with its result. The caller writes it. */
export async function performRun(planned: PlannedRun, context: RunContext): Promise<RunResult> {
  const nonce = randomBytes(6).toString("hex");
  const { agent, tool } = planned;
  const keys = Object.fromEntries(agent.keys.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key]]])));
  using space = makeRunSpace({
    nonce,
    bins: planned.bins,
    commands: planned.commands,
    files: planned.task.files,
    env: { ...tool.env, ...agent.env, ...keys },
  });
  const files = new RunFiles(planned.folder, Object.values(keys));
  try {
    return await inSpace({ planned, context, space, files, nonce });
  } finally {
    await endProcesses(nonce);
  }
}

interface Inside {
  readonly planned: PlannedRun;
  readonly context: RunContext;
  readonly space: RunSpace;
  readonly files: RunFiles;
  readonly nonce: string;
}

/** What is known once the agent has ended. */
interface Performed {
  readonly evidence: Omit<RunEvidence, "claim" | "verified">;
  readonly driven: DrivenAgent | undefined;
  readonly trace: AgentTrace | undefined;
  readonly seconds: number;
}

async function inSpace(inside: Inside): Promise<RunResult> {
  const { planned, space, files, nonce } = inside;
  const { agent, adapter, task, tool, mode } = planned;
  const startedMs = Date.now();
  const prompt = promptOf(task, tool, markersOf(nonce));
  const promptFile = join(space.home, "prompt.md");
  writeFileSync(promptFile, prompt);
  files.write("prompt.md", prompt);
  files.writeJson("config.json", { agent: agent.name, task: task.name, tool: tool.name, number: planned.number, mode, nonce });
  const mcpServers = agent.mcp && !adapter.isCheck ? (tool.mcpServers ?? {}) : {};
  const run: AgentRun = { agent, task, tool, space, mode, prompt, promptFile, mcpServers };
  const performed = await performAgent(inside, run);
  const verifier = performed.driven === undefined ? undefined : await verify(inside, performed.trace?.lastMessage ?? "");
  await endTool(inside);
  writeTrace(inside, performed.trace, prompt);
  const verdict = decideOutcome({
    ...performed.evidence,
    claim: claimIn(performed.trace?.lastMessage ?? "", markersOf(nonce)),
    verified: verifier === undefined ? undefined : verifier.exitCode === 0,
  });
  return resultOf(inside, { ...performed, ...verdict, startedMs, verifier });
}

/** Prepares the run and drives the agent to its end. What it has left is read, and its session is stopped. */
async function performAgent(inside: Inside, run: AgentRun): Promise<Performed> {
  const { planned, context, files } = inside;
  const startedMs = Date.now();
  const nothing = {
    infrastructure: undefined,
    typedBy: undefined,
    toolless: undefined,
    ended: "exit",
    exitCode: undefined,
  } as const;
  const none = { driven: undefined, trace: undefined, seconds: 0 };
  const unready = await prepareRun(run, planned.adapter);
  if (unready !== undefined) return { ...none, evidence: { ...nothing, infrastructure: unready } };
  const probed = await probeTools(run);
  if (probed.problem !== undefined) return { ...none, evidence: { ...nothing, toolless: probed.problem } };
  const session = sessionId(planned, inside.nonce);
  try {
    const driven = await drive(inside, run, session);
    const seconds = (Date.now() - startedMs) / 1000;
    const typedBy = await whoTyped(context.client, session);
    const trace = planned.adapter.read(run, await outputOf(context.client, session));
    await files.writeSession(context.client, session);
    await context.client.request("session/stop", { id: session });
    const toolless = unseenTool(trace, probed.names, run.mcpServers);
    return { evidence: { ...nothing, ...driven, typedBy, toolless }, driven, trace, seconds };
  } catch (error) {
    await context.client.request("session/stop", { id: session }).catch(() => {});
    if (!(error instanceof HostError)) throw error;
    return { ...none, evidence: { ...nothing, infrastructure: `the host failed: ${messageOf(error)}` } };
  }
}

function drive({ planned, context, nonce }: Inside, run: AgentRun, session: string): Promise<DrivenAgent> {
  return driveAgent({
    client: context.client,
    signal: context.signal,
    session,
    run,
    adapter: planned.adapter,
    markers: markersOf(nonce),
    maxNudges: planned.maxNudges,
    untilMs: Date.now() + planned.timeoutSeconds * 1000,
    isOverBudget: ({ costUsd = 0 }) => context.isOverBudget(costUsd),
  });
}

/** Ends what the tool has left running, and keeps what it has recorded. */
async function endTool({ planned, space, files, nonce }: Inside): Promise<void> {
  const { cleanup } = planned.tool;
  if (cleanup !== undefined) await runShell(cleanup, { cwd: space.work, env: space.env, timeoutMs: STEP_MS });
  await endProcesses(nonce);
  files.copyRecordings(space.cottyHome);
}

function writeTrace({ planned, files, nonce }: Inside, trace: AgentTrace | undefined, prompt: string): void {
  if (trace === undefined) return;
  files.copyNative(trace);
  const { agent, versions } = planned;
  const about = { nonce, agent: agent.name, version: versions[agent.name] ?? "unknown", prompt };
  files.writeJson("agent/trajectory.json", trajectoryOf(trace, about));
}

function resultOf(
  { planned, files }: Inside,
  {
    outcome,
    reason,
    driven,
    trace,
    seconds,
    startedMs,
    verifier,
    evidence,
  }: Performed & Verdict & { readonly startedMs: number; readonly verifier: ShellResult | undefined },
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
    ...(trace?.costUsd !== undefined && { costUsd: trace.costUsd }),
    tokens: trace?.tokens ?? {},
    ...(trace?.toolCalls !== undefined && { toolCalls: trace.toolCalls }),
    ...(trace?.toolErrors !== undefined && { toolErrors: trace.toolErrors }),
    nudges: driven?.nudges ?? 0,
    takeovers: evidence.typedBy === undefined ? 0 : 1,
    retries: 0,
    ...(verifier !== undefined && { verifier: { exitCode: verifier.exitCode, output: files.scrub(verifier.output) } }),
    versions: planned.versions,
  };
}

/** The tool's check, the task's setup and the agent's configuration. Resolves with what failed. */
async function prepareRun(run: AgentRun, adapter: AgentAdapter): Promise<string | undefined> {
  const { tool, task, space } = run;
  const steps: [string, string | undefined][] = [
    [`the tool ${tool.name} is not ready`, adapter.isCheck ? undefined : tool.ready],
    [`the setup of ${task.name} failed`, task.setup],
  ];
  for (const [words, command] of steps) {
    if (command === undefined) continue;
    const { exitCode, output } = await runShell(command, {
      cwd: space.work,
      env: { ...space.env, ...taskVariables(run.task) },
      timeoutMs: STEP_MS,
    });
    if (exitCode !== 0) return `${words}: ${output.trim().split("\n").at(-1) ?? ""}`;
  }
  adapter.prepare(run);
  return undefined;
}

const taskVariables = (task: Task): Record<string, string> => (task.folder === undefined ? {} : { TASK: task.folder });

async function probeTools(run: AgentRun): Promise<{ names: readonly string[]; problem?: string }> {
  const names: string[] = [];
  for (const [name, server] of Object.entries(run.mcpServers)) {
    const probed = await probeServer(server, { cwd: run.space.work, env: run.space.env });
    if ("problem" in probed) return { names, problem: `the agent could not have the tool ${name}: ${probed.problem}` };
    names.push(...probed.tools);
  }
  return { names };
}

/** An agent that lists its tools must list one of the server's, whatever prefix it gives them. */
function unseenTool(
  trace: AgentTrace | undefined,
  names: readonly string[],
  servers: AgentRun["mcpServers"],
): string | undefined {
  const tools = trace?.tools;
  if (Object.keys(servers).length === 0 || tools === undefined) return undefined;
  return tools.some((tool) => names.some((name) => tool.endsWith(name)))
    ? undefined
    : "the agent did not list the tool among its own";
}

/** Runs the verifier, with the agent's last message in a file. */
async function verify({ planned, space, files, nonce }: Inside, lastMessage: string): Promise<ShellResult | undefined> {
  const { task } = planned;
  const answer = join(space.root, "answer.md");
  const { complete, failed } = markersOf(nonce);
  writeFileSync(answer, lastMessage.replaceAll(complete, "").replaceAll(failed, ""));
  files.write("verifier/answer.md", lastMessage);
  if (task.verify === undefined) return undefined;
  const result = await runShell(task.verify, {
    cwd: space.work,
    env: { ...space.env, ...taskVariables(task), ANSWER: answer, LOGS: join(space.root, "logs") },
    timeoutMs: STEP_MS,
  });
  files.write("verifier/output.txt", result.output);
  return result;
}

/** `eval/<task>/<tool>/<n>`, with the agent's name where there are several; the run's number alone if that is too long. */
function sessionId({ task, tool, agent, adapter, number, isOnlyAgent }: PlannedRun, nonce: string): string {
  const who = adapter.isCheck ? agent.name : isOnlyAgent ? tool.name : `${tool.name}/${agent.name}`;
  const id = `eval/${task.name}/${who}/${number}`;
  return id.length <= MAX_SESSION_ID ? id : `eval/${nonce}/${number}`;
}

/** The first person who typed into the session. */
async function whoTyped(client: Client, id: string): Promise<string | undefined> {
  const inputs = await client.request("session/inputs", { id });
  return inputs.find(({ client: typist }) => typist.kind === "window" || typist.kind === "attach")?.client.name;
}
