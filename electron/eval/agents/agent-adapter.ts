import type { Agent, Mode } from "../definitions/agent.ts";
import type { Task } from "../definitions/task.ts";
import type { McpServer, Tool } from "../definitions/tool.ts";
import type { TokenCounts } from "../results/run-result.ts";
import type { RunSpace } from "../run/run-space.ts";

/** What an adapter knows about the run that it drives. */
export interface AgentRun {
  readonly agent: Agent;
  readonly task: Task;
  readonly tool: Tool;
  readonly space: RunSpace;
  readonly mode: Mode;
  readonly prompt: string;
  /** The prompt as a file that the agent can read. */
  readonly promptFile: string;
  /** Empty if the tool has none, or the agent takes none. */
  readonly mcpServers: Readonly<Record<string, McpServer>>;
}

/** Everything an agent has left behind, as far as it is there. It may be read while the agent runs. */
export interface AgentTrace {
  /** Empty until there is one. */
  readonly lastMessage: string;
  readonly tokens: Readonly<Record<string, TokenCounts>>;
  readonly costUsd: number | undefined;
  readonly toolCalls: number | undefined;
  readonly toolErrors: number | undefined;
  /** The names of the tools that the agent says it has. `undefined` if it does not say. */
  readonly tools: readonly string[] | undefined;
  /** Why the agent has not got an MCP server of the run, if its log says so. */
  readonly missingServer: string | undefined;
  /** What failed when the agent asked its model, if its last turn ended with that. */
  readonly modelError: ModelError | undefined;
  /** When the agent took its first prompt, in milliseconds since 1970. `undefined` if its log does not say. */
  readonly promptTakenMs: number | undefined;
  /** How many of its turns are over. `undefined` if it keeps no log of them. */
  readonly turnsOver: number | undefined;
  /** Files of the agent's own that belong to the results. */
  readonly nativeFiles: readonly string[];
  readonly steps: readonly TraceStep[];
}

/** Why a turn of the agent ended without an answer of its model. */
export interface ModelError {
  readonly message: string;
  /** The model, or its provider's filter, would not answer. It was there. */
  readonly isRefusal: boolean;
}

/** One step of a conversation, for the trajectory. Times are in milliseconds since 1970. */
export interface TraceStep {
  readonly source: "user" | "agent";
  readonly message: string;
  /** When the model's answer was there. `undefined` if the agent's log does not say. */
  readonly atMs: number | undefined;
  readonly toolCalls: readonly TraceCall[];
}

export interface TraceCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
  readonly result?: string;
  /** When the result was there, if the log says so. */
  readonly endedMs?: number | undefined;
}

export const emptyTrace: AgentTrace = {
  lastMessage: "",
  tokens: {},
  costUsd: undefined,
  toolCalls: undefined,
  toolErrors: undefined,
  tools: undefined,
  missingServer: undefined,
  modelError: undefined,
  promptTakenMs: undefined,
  turnsOver: undefined,
  nativeFiles: [],
  steps: [],
};

/** How one coding agent is set up, started and read. */
export interface AgentAdapter {
  readonly modes: readonly Mode[];
  /** It checks the task, not a tool: it runs once for each task. */
  readonly isCheck: boolean;
  /** Whether it can use MCP servers. */
  readonly takesMcp: boolean;
  /** Programs that must be on the PATH besides those that the definition names. */
  readonly requires: readonly string[];
  /** What its window shows when it can be typed into. Default: whenever the window asks and is quiet. */
  readonly ready?: RegExp;
  /** Writes the agent's configuration into the run's home. */
  prepare(run: AgentRun): void;
  /** More variables for the agent. */
  environment(run: AgentRun): Readonly<Record<string, string>>;
  /** The program and its arguments. */
  argv(run: AgentRun): readonly string[];
  /** Makes the agent write down what it keeps elsewhere, at the end of a turn in its window. Throws `EvaluationError` if it does not. */
  collect?(run: AgentRun): Promise<void>;
  /** Prints the version. */
  versionCommand(agent: Agent): readonly string[] | undefined;
  /** Reads what the agent has done. `output` is what it has printed so far, with escape sequences. */
  read(run: AgentRun, output: string): AgentTrace;
}
