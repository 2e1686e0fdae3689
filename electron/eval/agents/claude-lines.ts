import { z } from "zod";
import type { TokenCounts } from "../results/run-result.ts";
import type { AgentTrace } from "./agent-adapter.ts";
import {
  isRefusal,
  modelErrorOf,
  timeOf,
  withCall,
  withMessage,
  withResult,
  withToolError,
  withTurnOver,
} from "./conversation.ts";

/*
 * Claude Code prints JSON lines without a person (`claude -p --output-format stream-json`), and
 * keeps a transcript of a window. Both have the messages of Anthropic's API in them, and lines
 * of their own around them. Sources: Claude Code's documentation of headless mode, and its
 * transcripts, version 2.1.
 */

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
  is_error: z.boolean().optional(),
});
const assistantLine = z.object({
  type: z.literal("assistant"),
  /** What failed, in place of an answer of the model. */
  error: z.string().nullish(),
  isApiErrorMessage: z.boolean().optional(),
  message: z.object({ content: z.array(block), stop_reason: z.string().nullish() }),
});
const userLine = z.object({ type: z.literal("user"), message: z.object({ content: z.array(block) }) });

const initLine = z.object({ type: z.literal("system"), subtype: z.literal("init"), tools: z.array(z.string()) });
const turnLine = z.object({ type: z.literal("system"), subtype: z.literal("turn_duration") });
/** Tools whose descriptions the model has to ask for. MCP tools are among them. */
const deferredLine = z.object({
  type: z.literal("attachment"),
  attachment: z.object({
    type: z.literal("deferred_tools_delta"),
    addedNames: z.array(z.string()),
    failedMcpServers: z.array(z.unknown()).default([]),
  }),
});
const shapeLine = z.object({
  type: z.literal("api-request-shape"),
  shape: z.object({ tools: z.array(z.looseObject({ name: z.string() })) }),
});

const modelUsage = z.record(
  z.string(),
  z.looseObject({
    inputTokens: z.number().default(0),
    outputTokens: z.number().default(0),
    cacheReadInputTokens: z.number().default(0),
    cacheCreationInputTokens: z.number().default(0),
  }),
);
const resultLine = z.object({
  type: z.literal("result"),
  result: z.string().optional(),
  terminal_reason: z.string().optional(),
  stop_reason: z.string().nullish(),
  total_cost_usd: z.number().optional(),
  modelUsage: modelUsage.default({}),
});
/** A transcript has it from the moment in which Claude Code ends. */
const costLine = z.object({ type: z.literal("cost-state"), totalCostUSD: z.number(), modelUsage });

/** Adds what one line says. A line of any other kind says nothing. */
export function withClaudeLine(trace: AgentTrace, line: Record<string, unknown>): AgentTrace {
  switch (line["type"]) {
    case "assistant":
      return withAssistant(trace, assistantLine.safeParse(line).data, timeOf(line["timestamp"]));
    case "user":
      return withResults(trace, userLine.safeParse(line).data, timeOf(line["timestamp"]));
    case "result":
      return withEnd(trace, resultLine.safeParse(line).data);
    case "cost-state":
      return withCost(trace, costLine.safeParse(line).data);
    default:
      return turnLine.safeParse(line).success ? withTurnOver(trace) : withTools(trace, line);
  }
}

function withTools(trace: AgentTrace, line: Record<string, unknown>): AgentTrace {
  const init = initLine.safeParse(line).data;
  if (init !== undefined) return { ...trace, tools: init.tools };
  const names =
    deferredLine.safeParse(line).data?.attachment.addedNames ??
    shapeLine.safeParse(line).data?.shape.tools.map(({ name }) => name) ??
    [];
  return names.length === 0 ? trace : { ...trace, tools: [...new Set([...(trace.tools ?? []), ...names])] };
}

function withAssistant(trace: AgentTrace, line: z.infer<typeof assistantLine> | undefined, atMs: number | undefined): AgentTrace {
  if (line === undefined) return trace;
  const { content } = line.message;
  const text = content.flatMap((one) => (one.type === "text" ? (one.text ?? "") : [])).join("\n");
  const stopReason = line.message.stop_reason ?? "";
  const failed = line.isApiErrorMessage === true || (line.error ?? null) !== null;
  const modelError = failed || isRefusal(stopReason) ? modelErrorOf(text, stopReason) : undefined;
  let next: AgentTrace = { ...trace, modelError, toolCalls: trace.toolCalls ?? 0 };
  if (text !== "" && !failed) next = withMessage(next, text, atMs);
  for (const { type, id = "", name = "", input } of content) {
    if (type === "tool_use") next = withCall(next, { id, name, arguments: input }, atMs);
  }
  return next;
}

function withResults(trace: AgentTrace, line: z.infer<typeof userLine> | undefined, endedMs: number | undefined): AgentTrace {
  let next = trace;
  for (const { type, tool_use_id: id = "", content, is_error: isError } of line?.message.content ?? []) {
    if (type !== "tool_result") continue;
    next = withResult(next, id, { text: textOf(content), endedMs });
    if (isError === true) next = withToolError(next);
  }
  return next;
}

function withEnd(trace: AgentTrace, line: z.infer<typeof resultLine> | undefined): AgentTrace {
  if (line === undefined) return trace;
  const { result = trace.lastMessage, total_cost_usd: costUsd, terminal_reason: reason, stop_reason: stopReason } = line;
  const tokens = tokensOf(line.modelUsage);
  if (reason === "api_error") return { ...trace, tokens, costUsd, modelError: modelErrorOf(result, stopReason) };
  return { ...trace, lastMessage: result, tokens, costUsd };
}

const withCost = (trace: AgentTrace, line: z.infer<typeof costLine> | undefined): AgentTrace =>
  line === undefined ? trace : { ...trace, tokens: tokensOf(line.modelUsage), costUsd: line.totalCostUSD };

const tokensOf = (usage: z.infer<typeof modelUsage>): Record<string, TokenCounts> =>
  Object.fromEntries(
    Object.entries(usage).map(([model, used]) => [
      model,
      {
        input: used.inputTokens,
        output: used.outputTokens,
        cacheRead: used.cacheReadInputTokens,
        cacheWrite: used.cacheCreationInputTokens,
      },
    ]),
  );

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = z.array(z.looseObject({ text: z.string().default("") })).safeParse(content);
  return blocks.success ? blocks.data.map(({ text }) => text).join("\n") : "";
}
