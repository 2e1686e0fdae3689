/** Puts what an agent's log says together, entry by entry. Times are in milliseconds since 1970. */
import type { TokenCounts } from "../results/run-result.ts";
import type { AgentTrace, ModelError, TraceCall } from "./agent-adapter.ts";

const nothing: TokenCounts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Adds tokens to those that this model has used so far. */
export function withTokens(trace: AgentTrace, model: string, counts: TokenCounts): AgentTrace {
  const before = trace.tokens[model] ?? nothing;
  const sum = {
    input: before.input + counts.input,
    output: before.output + counts.output,
    cacheRead: before.cacheRead + counts.cacheRead,
    cacheWrite: before.cacheWrite + counts.cacheWrite,
  };
  return { ...trace, tokens: { ...trace.tokens, [model]: sum } };
}

/** Adds something that the agent has said, at this time. */
export const withMessage = (trace: AgentTrace, message: string, atMs: number | undefined): AgentTrace => ({
  ...trace,
  lastMessage: message,
  steps: [...trace.steps, { source: "agent", message, atMs, toolCalls: [] }],
});

/** Adds a call of a tool, made at this time, which has no result yet. */
export const withCall = (
  trace: AgentTrace,
  call: Pick<TraceCall, "id" | "name" | "arguments">,
  atMs: number | undefined,
): AgentTrace => ({
  ...trace,
  toolCalls: (trace.toolCalls ?? 0) + 1,
  steps: [...trace.steps, { source: "agent", message: "", atMs, toolCalls: [call] }],
});

/** Puts a result beside the call with this id. */
export const withResult = (
  trace: AgentTrace,
  id: string,
  { text, endedMs }: { text: string; endedMs: number | undefined },
): AgentTrace => ({
  ...trace,
  steps: trace.steps.map((step) =>
    step.toolCalls.some((call) => call.id === id)
      ? { ...step, toolCalls: step.toolCalls.map((call) => (call.id === id ? { ...call, result: text, endedMs } : call)) }
      : step,
  ),
});

/** Counts a call that failed. */
export const withToolError = (trace: AgentTrace): AgentTrace => ({ ...trace, toolErrors: (trace.toolErrors ?? 0) + 1 });

/** Counts a turn of the agent that is over. */
export const withTurnOver = (trace: AgentTrace): AgentTrace => ({ ...trace, turnsOver: (trace.turnsOver ?? 0) + 1 });

/**
 * The reasons with which endpoints end an answer that they or their model refuse. Sources:
 * the API references of Anthropic (`refusal`), OpenAI (`content_filter`) and Google (the others).
 */
const REFUSALS: ReadonlySet<string> = new Set(["refusal", "content_filter", "safety", "prohibited_content", "blocklist", "spii"]);

/** Words of agents that leave the reason out. */
const REFUSING_WORDS = /content.?filter|usage policy|\bSAFETY\b/;

/** Whether an answer that ended for this reason is a refusal. */
export const isRefusal = (stopReason: string): boolean => REFUSALS.has(stopReason.toLowerCase());

/** A turn that failed. It is a refusal by the endpoint's own stop reason, or by the words of an agent that keeps the reason to itself. */
export function modelErrorOf(message: string, stopReason?: string | null): ModelError {
  return { message, isRefusal: isRefusal(stopReason ?? "") || REFUSING_WORDS.test(message) };
}

/** A time of a log in ISO 8601. `undefined` if it is none. */
export function timeOf(timestamp: unknown): number | undefined {
  const ms = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
