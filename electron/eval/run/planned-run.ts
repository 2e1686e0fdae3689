import type { Client } from "../../../shared/client.ts";
import type { AgentAdapter } from "../agents/agent-adapter.ts";
import type { Agent, Mode } from "../definitions/agent.ts";
import type { Task } from "../definitions/task.ts";
import type { Tool } from "../definitions/tool.ts";
import type { Exchange } from "../gateway/exchange.ts";
import type { RecordedGateway } from "../gateway/recorded-gateway.ts";
import type { Attempt } from "./attempt.ts";
import type { RunFiles } from "./run-files.ts";
import type { RunSpace } from "./run-space.ts";

/** One run of the schedule, with everything that it needs. */
export interface PlannedRun {
  readonly agent: Agent;
  readonly adapter: AgentAdapter;
  readonly task: Task;
  readonly tool: Tool;
  readonly number: number;
  readonly mode: Mode;
  /** What the session is called between the task and the number: the tool, and the agent where there are several. */
  readonly label: string;
  /** The run's folder in the job. */
  readonly folder: string;
  readonly timeoutSeconds: number;
  readonly maxNudges: number;
  /** Folders of installed commands for the agent and the tool. */
  readonly bins: readonly string[];
  /** Commands that are made for the run, such as `cotty` from this installation. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<Record<string, string>>;
  /** Present if the agent's traffic with its model is recorded or replayed. */
  readonly gateway?: PlannedGateway | undefined;
}

export interface PlannedGateway {
  /** Where the model answers. */
  readonly upstream: string;
  /** What was recorded, with the number that the run had: the answers have it in them. */
  readonly replay: { readonly nonce: string; readonly exchanges: readonly Exchange[] } | undefined;
}

export interface RunContext {
  /** The host in which the agents run. */
  readonly client: Client;
  readonly signal: AbortSignal;
  /**
   * Whether the job has used up its money, now that this run has cost so much. `undefined`
   * if the job has no limit.
   */
  readonly isOverBudget: ((costUsd: number) => boolean) | undefined;
  /** Is told of the agent's session. */
  readonly sessions?: SessionWatch;
}

/** Whoever wants to know which sessions a job has. */
export interface SessionWatch {
  started(session: string): void;
  ended(session: string): void;
}

/** A run in progress. */
export interface RunInProgress {
  readonly planned: PlannedRun;
  readonly context: RunContext;
  readonly space: RunSpace;
  readonly files: RunFiles;
  readonly attempt: Attempt;
  readonly gateway: RecordedGateway | undefined;
}

/** How long a task's or a tool's own command may take. */
export const STEP_MS = 300_000;

/** What the task's own commands get besides the run's variables. */
export const taskVariables = ({ folder }: Task): Record<string, string> => (folder === undefined ? {} : { TASK: folder });
