import type { Client } from "../../../shared/client.ts";
import type { AgentAdapter, AgentRun } from "../agents/agent-adapter.ts";
import type { RunEvidence } from "./decide-outcome.ts";
import type { RunContext } from "./planned-run.ts";
import type { Markers } from "./prompt.ts";
import type { SessionOutput } from "./session-output.ts";

export interface DriveOptions {
  readonly client: Client;
  readonly session: string;
  readonly run: AgentRun;
  readonly adapter: AgentAdapter;
  readonly markers: Markers;
  readonly maxNudges: number;
  readonly untilMs: number;
  readonly isOverBudget: RunContext["isOverBudget"];
  readonly signal: AbortSignal;
}

export interface DrivenAgent {
  readonly ended: RunEvidence["ended"];
  readonly exitCode: number | undefined;
  /** When the agent was told something: its prompt, then each nudge. In milliseconds since 1970. */
  readonly promptedMs: readonly number[];
}

export interface Driving extends DriveOptions {
  readonly output: SessionOutput;
}

/** Why the run must stop now, if it must. */
export async function stopReason(options: Driving): Promise<"timeout" | "budget" | undefined> {
  const { signal, untilMs, isOverBudget, adapter, run, output } = options;
  signal.throwIfAborted();
  if (Date.now() >= untilMs) return "timeout";
  if (isOverBudget === undefined) return undefined;
  return isOverBudget(adapter.read(run, await output.all()).costUsd ?? 0) ? "budget" : undefined;
}
