import type { AgentTrace, TraceStep } from "../agents/agent-adapter.ts";
import { totalTokens } from "../results/run-result.ts";

/**
 * The conversation in the Agent Trajectory Interchange Format 1.7. Its prompt tokens
 * include those that came from a cache. Steps count from 1.
 */
export function trajectoryOf(trace: AgentTrace, run: { nonce: string; agent: string; version: string; prompt: string }): object {
  const { input, output, cacheRead, cacheWrite } = totalTokens(trace.tokens);
  const [model] = Object.keys(trace.tokens);
  const steps: TraceStep[] = [{ source: "user", message: run.prompt, atMs: undefined, toolCalls: [] }, ...trace.steps];
  return {
    schema_version: "ATIF-v1.7",
    session_id: run.nonce,
    agent: { name: run.agent, version: run.version, ...(model !== undefined && { model_name: model }) },
    steps: steps.map(({ source, message, atMs, toolCalls }, at) => ({
      step_id: at + 1,
      ...(atMs !== undefined && { timestamp: new Date(atMs).toISOString() }),
      source,
      message,
      ...(toolCalls.length > 0 && {
        tool_calls: toolCalls.map(({ id, name, arguments: input_ }) => ({
          tool_call_id: id,
          function_name: name,
          arguments: input_ ?? {},
        })),
        observation: {
          results: toolCalls.map(({ id, result = "" }) => ({ source_call_id: id, content: result })),
        },
      }),
    })),
    final_metrics: {
      total_prompt_tokens: input + cacheRead + cacheWrite,
      total_completion_tokens: output,
      total_cached_tokens: cacheRead,
      ...(trace.costUsd !== undefined && { total_cost_usd: trace.costUsd }),
      total_steps: steps.length,
    },
  };
}
