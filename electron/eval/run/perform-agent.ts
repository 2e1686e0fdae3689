import type { Client } from "../../../shared/client.ts";
import { isPerson } from "../../../shared/client-kind.ts";
import { HostError, messageOf } from "../../../shared/errors.ts";
import type { AgentAdapter, AgentRun, AgentTrace } from "../agents/agent-adapter.ts";
import type { RunResult } from "../results/run-result.ts";
import type { RunEvidence } from "./decide-outcome.ts";
import { driveAgent, startAgent } from "./drive-agent.ts";
import type { DrivenAgent, DriveOptions } from "./driving.ts";
import { type RunInProgress, STEP_MS, taskVariables } from "./planned-run.ts";
import { probeServer } from "./probe-server.ts";
import { markersOf } from "./prompt.ts";
import { SessionOutput } from "./session-output.ts";
import { runShell } from "./shell-step.ts";
import { stepTimes } from "./step-times.ts";
import { whyToolless } from "./why-toolless.ts";

/** What is known once the agent has ended. */
export interface PerformedAgent {
  readonly evidence: Omit<RunEvidence, "modelError" | "claim" | "verified">;
  readonly driven: DrivenAgent | undefined;
  readonly trace: AgentTrace | undefined;
  readonly seconds: number;
  /** Empty where the agent's log has no times. */
  readonly times: Pick<RunResult, "steps" | "timeSplit">;
}

/** Prepares the run and drives the agent to its end. What it has left is read, and its session is stopped. */
export async function performAgent(inside: RunInProgress, run: AgentRun): Promise<PerformedAgent> {
  const { planned, context, files } = inside;
  const startedMs = Date.now();
  const nothing = {
    infrastructure: undefined,
    typedBy: undefined,
    toolless: undefined,
    ended: "exit",
    exitCode: undefined,
  } as const;
  const none = { driven: undefined, trace: undefined, seconds: 0, times: {} };
  const unready = await prepareRun(run, planned.adapter);
  if (unready !== undefined) return { ...none, evidence: { ...nothing, infrastructure: unready } };
  const probed = await probeTools(run);
  if (probed.problem !== undefined) return { ...none, evidence: { ...nothing, toolless: probed.problem } };
  const driving = driveOptions(inside, run);
  let recordedMs: number;
  try {
    ({ startedAtMs: recordedMs } = await startAgent(driving));
  } catch (error) {
    return { ...none, evidence: { ...nothing, infrastructure: whatFailed(error) } };
  }
  const { session } = driving;
  context.sessions?.started(session);
  try {
    const driven = await driveAgent(driving);
    const endedMs = Date.now();
    const typedBy = await whoTyped(context.client, session);
    const printed = await new SessionOutput(context.client, session).all();
    await files.writeSession(context.client, session);
    await context.client.request("session/stop", { id: session });
    // Some agents write down what they have used when they end, and some only when they are asked.
    if (run.mode === "tui") await planned.adapter.collect?.(run);
    const trace = planned.adapter.read(run, printed);
    const toolless = whyToolless(trace, probed.names);
    const times = stepTimes(trace.steps, { startedMs, recordedMs, promptedMs: driven.promptedMs, endedMs });
    const seconds = (endedMs - startedMs) / 1000;
    return { evidence: { ...nothing, ...driven, typedBy, toolless }, driven, trace, seconds, times };
  } catch (error) {
    await context.client.request("session/stop", { id: session }).catch(() => {});
    return { ...none, evidence: { ...nothing, infrastructure: whatFailed(error) } };
  } finally {
    context.sessions?.ended(session);
  }
}

/** Words for a refusal of the host. Throws any other error again. */
function whatFailed(error: unknown): string {
  if (error instanceof HostError) return `the host failed: ${messageOf(error)}`;
  throw error;
}

function driveOptions({ planned, context, attempt }: RunInProgress, run: AgentRun): DriveOptions {
  const startedMs = Date.now();
  return {
    client: context.client,
    signal: context.signal,
    session: attempt.session,
    run,
    adapter: planned.adapter,
    markers: markersOf(attempt.nonce),
    maxNudges: planned.maxNudges,
    untilMs: startedMs + planned.timeoutSeconds * 1000,
    isOverBudget: context.isOverBudget,
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

async function probeTools(run: AgentRun): Promise<{ names: readonly string[]; problem?: string }> {
  const names: string[] = [];
  for (const [name, server] of Object.entries(run.mcpServers)) {
    const probed = await probeServer(server, { cwd: run.space.work, env: run.space.env });
    if ("problem" in probed) return { names, problem: `the agent could not have the tool ${name}: ${probed.problem}` };
    names.push(...probed.tools);
  }
  return { names };
}

/** The first person who typed into the session. */
async function whoTyped(client: Client, id: string): Promise<string | undefined> {
  const inputs = await client.request("session/inputs", { id });
  return inputs.find(({ client: typist }) => isPerson(typist))?.client.name;
}
