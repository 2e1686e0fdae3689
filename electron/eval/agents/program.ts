import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace } from "./agent-adapter.ts";
import { withCall, withMessage, withResult, withTokens, withToolError } from "./conversation.ts";
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
 *
 * A message and a call may say when they were made, and a call when it ended: `"at"` and
 * `"endedAt"`, in milliseconds since 1970.
 */
const entry = z.union([
  z.object({ message: z.string(), at: z.number().optional() }),
  z.object({ tools: z.array(z.string()) }),
  z.object({
    at: z.number().optional(),
    endedAt: z.number().optional(),
    call: z.object({
      id: z.string(),
      name: z.string(),
      arguments: z.unknown().optional(),
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
  takesMcp: true,
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
  if ("message" in one) return withMessage(trace, one.message, one.at);
  if ("call" in one) {
    const { id, name, result, isError } = one.call;
    const called = withCall(trace, { id, name, arguments: one.call.arguments }, one.at);
    const answered = result === undefined ? called : withResult(called, id, { text: result, endedMs: one.endedAt });
    return isError ? withToolError(answered) : answered;
  }
  const { model, costUsd, ...tokens } = one.usage;
  return {
    ...withTokens(trace, model, tokens),
    ...(costUsd !== undefined && { costUsd: (trace.costUsd ?? 0) + costUsd }),
  };
}
