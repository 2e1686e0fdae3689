import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { TokenCounts } from "../results/run-result.ts";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace } from "./agent-adapter.ts";
import { jsonLines } from "./output-lines.ts";

/** Lines of `claude -p --output-format stream-json`. Source: Claude Code's documentation of headless mode, version 2.1. */
const initLine = z.object({ type: z.literal("system"), subtype: z.literal("init"), tools: z.array(z.string()) });
const assistantLine = z.object({
  type: z.literal("assistant"),
  message: z.looseObject({
    content: z.array(
      z.looseObject({
        type: z.string(),
        text: z.string().optional(),
        id: z.string().optional(),
        name: z.string().optional(),
        input: z.unknown(),
      }),
    ),
  }),
});
const toolResultLine = z.object({
  type: z.literal("user"),
  message: z.looseObject({
    content: z.array(
      z.looseObject({
        type: z.string(),
        tool_use_id: z.string().optional(),
        content: z.unknown(),
        is_error: z.boolean().optional(),
      }),
    ),
  }),
});
const resultLine = z.object({
  type: z.literal("result"),
  result: z.string().optional(),
  total_cost_usd: z.number().optional(),
  modelUsage: z
    .record(
      z.string(),
      z.looseObject({
        inputTokens: z.number().default(0),
        outputTokens: z.number().default(0),
        cacheReadInputTokens: z.number().default(0),
        cacheCreationInputTokens: z.number().default(0),
      }),
    )
    .optional(),
});

const mcpFile = ({ space }: AgentRun): string => join(space.home, "mcp.json");

export const claudeCode: AgentAdapter = {
  modes: ["headless"],
  isCheck: false,
  requires: ["claude"],
  prepare: (run) => {
    const { space } = run;
    writeFileSync(mcpFile(run), JSON.stringify({ mcpServers: run.mcpServers }));
    const projects = { [space.work]: { hasTrustDialogAccepted: true } };
    writeFileSync(join(space.home, ".claude.json"), JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", projects }));
  },
  environment: ({ agent, space }) => ({
    CLAUDE_CONFIG_DIR: join(space.home, ".claude"),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    // Else it begins before its MCP servers are connected, and has no tool in its first turn.
    MCP_CONNECTION_NONBLOCKING: "false",
    MCP_TIMEOUT: "60000",
    // It refuses to skip permissions as root unless it is told that this is a sandbox.
    IS_SANDBOX: "1",
    ...(agent.baseUrl !== undefined && { ANTHROPIC_BASE_URL: agent.baseUrl }),
  }),
  argv: (run) => [
    "claude",
    "-p",
    "--output-format",
    "stream-json",
    "--verbose",
    "--permission-mode",
    "bypassPermissions",
    "--strict-mcp-config",
    "--mcp-config",
    mcpFile(run),
    ...(run.agent.model === undefined ? [] : ["--model", run.agent.model]),
    run.prompt,
  ],
  versionCommand: () => ["claude", "--version"],
  read: (_, output) => jsonLines(output).reduce(withLine, emptyTrace),
};

function withLine(trace: AgentTrace, line: Record<string, unknown>): AgentTrace {
  const init = initLine.safeParse(line);
  if (init.success) return { ...trace, tools: init.data.tools };
  const assistant = assistantLine.safeParse(line);
  if (assistant.success) return withAssistant(trace, assistant.data);
  const results = toolResultLine.safeParse(line);
  if (results.success) return withResults(trace, results.data);
  const result = resultLine.safeParse(line);
  if (!result.success) return trace;
  const tokens = Object.fromEntries(
    Object.entries(result.data.modelUsage ?? {}).map(([model, usage]): [string, TokenCounts] => [
      model,
      {
        input: usage.inputTokens,
        output: usage.outputTokens,
        cacheRead: usage.cacheReadInputTokens,
        cacheWrite: usage.cacheCreationInputTokens,
      },
    ]),
  );
  const { result: lastMessage = trace.lastMessage, total_cost_usd: costUsd } = result.data;
  return { ...trace, lastMessage, tokens, costUsd };
}

function withAssistant(trace: AgentTrace, { message }: z.infer<typeof assistantLine>): AgentTrace {
  const text = message.content.flatMap((block) => (block.type === "text" ? (block.text ?? "") : [])).join("\n");
  const toolCalls = message.content.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id ?? "", name: block.name ?? "", arguments: block.input }] : [],
  );
  return {
    ...trace,
    ...(text !== "" && { lastMessage: text }),
    toolCalls: (trace.toolCalls ?? 0) + toolCalls.length,
    steps: [...trace.steps, { source: "agent", message: text, toolCalls }],
  };
}

/** Puts each result beside its call, and counts the errors. */
function withResults(trace: AgentTrace, { message }: z.infer<typeof toolResultLine>): AgentTrace {
  const results = new Map(message.content.map((block) => [block.tool_use_id ?? "", block]));
  const errors = message.content.filter((block) => block.is_error === true).length;
  return {
    ...trace,
    toolErrors: (trace.toolErrors ?? 0) + errors,
    steps: trace.steps.map((step) => ({
      ...step,
      toolCalls: step.toolCalls.map((call) => {
        const found = results.get(call.id);
        return found === undefined ? call : { ...call, result: textOf(found["content"]) };
      }),
    })),
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = z.array(z.looseObject({ text: z.string().default("") })).safeParse(content);
  return blocks.success ? blocks.data.map(({ text }) => text).join("\n") : "";
}
