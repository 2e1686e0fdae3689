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
  /** Whether a person took the keyboard. */
  readonly takenOver: boolean;
  /** Empty where the agent's log has no times. */
  readonly times: Pick<RunResult, "steps" | "timeSplit">;
}

/** Prepares the run and drives the agent to its end. What it has left is read, and its session is stopped. */
export async function performAgent(inside: RunInProgress, run: AgentRun): Promise<PerformedAgent> {
  const { planned, context } = inside;
  const startedMs = Date.now();
  const nothing = {
    infrastructure: undefined,
    contaminated: undefined,
    toolless: undefined,
    ended: "exit",
    exitCode: undefined,
  } as const;
  const none = { driven: undefined, trace: undefined, seconds: 0, takenOver: false, times: {} };
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
  using closing = watchClosing(context.client, session);
  try {
    const driven = await driveAgent(driving);
    const endedMs = Date.now();
    const { typedBy, trace } = await collectAgent(inside, run, session);
    const { promptedMs } = driven;
    const times = stepTimes(trace.steps, { startedMs, recordedMs, promptedMs, takenMs: trace.promptTakenMs, endedMs });
    const contaminated = typedBy && `${typedBy} typed into the run`;
    const evidence = { ...nothing, ...driven, contaminated, toolless: whyToolless(trace, probed.names) };
    return { evidence, driven, trace, seconds: (endedMs - startedMs) / 1000, takenOver: typedBy !== undefined, times };
  } catch (error) {
    return { ...none, evidence: { ...nothing, ...(await whyBrokenOff(driving, closing, error)) } };
  } finally {
    context.sessions?.ended(session);
  }
}

/** Takes what the agent and its session have left, and stops the session. */
async function collectAgent(
  { planned: { adapter }, context: { client }, files }: RunInProgress,
  run: AgentRun,
  session: string,
): Promise<{ typedBy: string | undefined; trace: AgentTrace }> {
  const typedBy = await whoTyped(client, session);
  const printed = await new SessionOutput(client, session).all();
  await files.writeSession(client, session);
  await client.request("session/stop", { id: session });
  // Some agents write down what they have used when they end, and some only when they are asked.
  if (run.mode === "tui") await adapter.collect?.(run);
  return { typedBy, trace: adapter.read(run, printed) };
}

interface Closing extends Disposable {
  /** The name of the client that has ended the session. `undefined` while it is there. */
  readonly by: string | undefined;
}

function watchClosing(client: Client, session: string): Closing {
  let closedBy: string | undefined;
  const watch = client.on("session/closed", ({ id, by }) => {
    if (id === session) closedBy = by?.name;
  });
  return {
    get by() {
      return closedBy;
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}

/** Stops the session. If that is gone because somebody else has ended it, the run says nothing. */
async function whyBrokenOff(
  { client, session }: DriveOptions,
  closing: Closing,
  error: unknown,
): Promise<Pick<RunEvidence, "infrastructure" | "contaminated">> {
  const isOwnEnd = await client.request("session/stop", { id: session }).then(
    () => true,
    () => false,
  );
  // If somebody else has ended the session, the event came before the answer to this request.
  if (!isOwnEnd && closing.by !== undefined) return { infrastructure: undefined, contaminated: `${closing.by} ended the run` };
  return { infrastructure: whatFailed(error), contaminated: undefined };
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
