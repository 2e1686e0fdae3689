import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace } from "./agent-adapter.ts";
import { jsonLines } from "./output-lines.ts";

/**
 * An agent that a definition describes: any program. It gets `PROMPT_FILE`, `MCP_CONFIG`
 * (a file with `mcpServers`, as most agents read it) and `AGENT_LOG`, and writes to
 * `AGENT_LOG` one JSON object on a line for each thing that happens:
 *
 *     {"message": "text of the agent"}
 *     {"tools": ["names", "of its tools"]}
 *     {"call": {"id": "1", "name": "terminal", "arguments": {}, "result": "…", "isError": false}}
 *     {"usage": {"model": "m", "input": 1, "output": 1, "cacheRead": 0, "cacheWrite": 0, "costUsd": 0.01}}
 */
const entry = z.union([
  z.object({ message: z.string() }),
  z.object({ tools: z.array(z.string()) }),
  z.object({
    call: z.object({
      id: z.string(),
      name: z.string(),
      arguments: z.unknown(),
      result: z.string().optional(),
      isError: z.boolean().default(false),
    }),
  }),
  z.object({
    usage: z.object({
      model: z.string(),
      input: z.number().default(0),
      output: z.number().default(0),
      cacheRead: z.number().default(0),
      cacheWrite: z.number().default(0),
      costUsd: z.number().optional(),
    }),
  }),
]);
type Entry = z.infer<typeof entry>;

const logFile = ({ space }: AgentRun): string => join(space.home, "agent-log.jsonl");
const mcpFile = ({ space }: AgentRun): string => join(space.home, "mcp.json");

export const program: AgentAdapter = {
  modes: ["headless", "tui"],
  isCheck: false,
  requires: [],
  prepare: (run) => writeFileSync(mcpFile(run), JSON.stringify({ mcpServers: run.mcpServers }, undefined, 2)),
  environment: (run) => ({
    AGENT: dirname(run.agent.file),
    PROMPT_FILE: run.promptFile,
    MCP_CONFIG: mcpFile(run),
    ...(run.agent.baseUrl !== undefined && { MODEL_URL: run.agent.baseUrl }),
    AGENT_LOG: logFile(run),
  }),
  argv: ({ agent }) => agent.command.map((word) => word.replaceAll("$AGENT", dirname(agent.file))),
  versionCommand: () => undefined,
  read: (run) => {
    const path = logFile(run);
    if (!existsSync(path)) return emptyTrace;
    return jsonLines(readFileSync(path, "utf8"))
      .flatMap((line) => {
        const parsed = entry.safeParse(line);
        return parsed.success ? [parsed.data] : [];
      })
      .reduce(withEntry, { ...emptyTrace, nativeFiles: [path] });
  },
};

function withEntry(trace: AgentTrace, one: Entry): AgentTrace {
  if ("tools" in one) return { ...trace, tools: one.tools };
  if ("message" in one) {
    const step = { source: "agent", message: one.message, toolCalls: [] } as const;
    return { ...trace, lastMessage: one.message, steps: [...trace.steps, step] };
  }
  if ("call" in one) {
    const { id, name, result, isError } = one.call;
    const call = { id, name, arguments: one.call.arguments, ...(result !== undefined && { result }) };
    return {
      ...trace,
      toolCalls: (trace.toolCalls ?? 0) + 1,
      toolErrors: (trace.toolErrors ?? 0) + (isError ? 1 : 0),
      steps: [...trace.steps, { source: "agent", message: "", toolCalls: [call] }],
    };
  }
  const { model, costUsd, ...tokens } = one.usage;
  const before = trace.tokens[model] ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const sum = {
    input: before.input + tokens.input,
    output: before.output + tokens.output,
    cacheRead: before.cacheRead + tokens.cacheRead,
    cacheWrite: before.cacheWrite + tokens.cacheWrite,
  };
  return {
    ...trace,
    tokens: { ...trace.tokens, [model]: sum },
    ...(costUsd !== undefined && { costUsd: (trace.costUsd ?? 0) + costUsd }),
  };
}
