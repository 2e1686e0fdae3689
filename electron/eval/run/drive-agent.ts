import type { Client } from "../../../shared/client.ts";
import { HostError } from "../../../shared/errors.ts";
import { quoteWords } from "../../client/shell-quoting.ts";
import type { AgentAdapter, AgentRun } from "../agents/agent-adapter.ts";
import type { RunContext } from "./planned-run.ts";
import { claimIn, type Markers } from "./prompt.ts";
import type { RunEvidence } from "./decide-outcome.ts";
import { SessionOutput } from "./session-output.ts";

export interface DriveOptions {
  readonly client: Client;
  readonly session: string;
  readonly run: AgentRun;
  readonly adapter: AgentAdapter;
  readonly markers: Markers;
  readonly maxNudges: number;
  readonly startedMs: number;
  readonly untilMs: number;
  readonly isOverBudget: RunContext["isOverBudget"];
  readonly signal: AbortSignal;
}

export interface DrivenAgent {
  readonly ended: RunEvidence["ended"];
  readonly exitCode: number | undefined;
  readonly nudges: number;
  /** From the start until the agent had its prompt, in seconds. */
  readonly startSeconds: number;
}

/** How often the run looks at the clock, the money and the agent's trace. */
const LOOK_MS = 1000;
/** The same in a window: a program that listens to events counts as asking after up to two seconds of quiet. */
const LOOK_AT_WINDOW_MS = 5000;
/** How long an agent's window may be quiet before its turn counts as over. */
const SETTLED_MS = 3000;
const NUDGE = "Please go on, and follow the instructions to the end.";
const SIZE = { cols: 120, rows: 40 };

/** Starts the agent in its session. Throws `HostError` if the host refuses. */
export async function startAgent({ client, session, run, adapter }: DriveOptions): Promise<void> {
  await client.request("session/create", {
    id: session,
    command: quoteWords(adapter.argv(run)),
    cwd: run.space.work,
    env: { ...run.space.env, ...adapter.environment(run) },
    size: SIZE,
  });
}

/** Stays with the agent until it has ended, or the time or the money is over. */
export function driveAgent(options: DriveOptions): Promise<DrivenAgent> {
  const driving: Driving = { ...options, output: new SessionOutput(options.client, options.session) };
  return options.run.mode === "tui" ? driveWindow(driving) : untilExit(driving);
}

interface Driving extends DriveOptions {
  readonly output: SessionOutput;
}

/** Why the run must stop now, if it must. */
async function stopReason(options: Driving): Promise<"timeout" | "budget" | undefined> {
  const { signal, untilMs, isOverBudget, adapter, run, output } = options;
  signal.throwIfAborted();
  if (Date.now() >= untilMs) return "timeout";
  if (isOverBudget === undefined) return undefined;
  return isOverBudget(adapter.read(run, await output.all()).costUsd ?? 0) ? "budget" : undefined;
}

async function untilExit(options: Driving): Promise<DrivenAgent> {
  const { client, session, untilMs, startedMs } = options;
  const startSeconds = (Date.now() - startedMs) / 1000;
  for (;;) {
    const timeoutMs = Math.max(1, Math.min(LOOK_MS, untilMs - Date.now()));
    const { ended, exit } = await client.request("session/wait", { id: session, until: { exit: true, timeoutMs } });
    if (ended === "exit") return { ended: "exit", exitCode: exit?.code, nudges: 0, startSeconds };
    const reason = await stopReason(options);
    if (reason !== undefined) return { ended: reason, exitCode: undefined, nudges: 0, startSeconds };
  }
}

/** Types the instruction into the agent's window, and goes on when its turn is over. */
async function driveWindow(options: Driving): Promise<DrivenAgent> {
  const { client, session, run, adapter, markers, maxNudges, output, startedMs } = options;
  let startSeconds = 0;
  for (let nudges = -1; ;) {
    const turn = await untilTurnEnds(options);
    if (startSeconds === 0) startSeconds = (Date.now() - startedMs) / 1000;
    const trace = adapter.read(run, await output.all());
    if (turn.ended !== "turn" || (nudges >= 0 && claimIn(trace.lastMessage, markers) !== undefined))
      return { ...turn, nudges: Math.max(0, nudges), startSeconds };
    if (nudges >= maxNudges) return { ...turn, nudges, startSeconds };
    nudges += 1;
    const text = nudges === 0 ? `Read the file ${run.promptFile} and follow the instructions in it.` : NUDGE;
    await type(client, session, text);
  }
}

/** A person who holds the keyboard keeps it: the run is contaminated then, and waits. */
async function type(client: Client, session: string, text: string): Promise<void> {
  try {
    await client.request("session/write", { id: session, input: [{ submit: text }] });
  } catch (error) {
    if (!(error instanceof HostError) || (error.code !== "lease-held" && error.code !== "session-ended")) throw error;
  }
}

async function untilTurnEnds(options: Driving): Promise<{ ended: RunEvidence["ended"]; exitCode: number | undefined }> {
  const { client, session, untilMs } = options;
  for (;;) {
    const timeoutMs = Math.max(1, Math.min(LOOK_AT_WINDOW_MS, untilMs - Date.now()));
    const asks = await client.request("session/wait", { id: session, until: { input: true, timeoutMs } });
    if (asks.ended === "exit") return { ended: "exit", exitCode: asks.exit?.code };
    if (asks.ended === "input" || asks.ended === "prompt") {
      // An agent's input field shows while it works, too. Its turn is over when nothing moves any more.
      const quiet = await client.request("session/wait", {
        id: session,
        until: { quietMs: SETTLED_MS, timeoutMs: SETTLED_MS + 500 },
      });
      if (quiet.ended === "exit") return { ended: "exit", exitCode: quiet.exit?.code };
      if (quiet.ended === "quiet") return { ended: "turn", exitCode: undefined };
    }
    const reason = await stopReason(options);
    if (reason !== undefined) return { ended: reason, exitCode: undefined };
  }
}
