import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace, type TraceStep } from "./agent-adapter.ts";
import { jsonLines } from "./output-lines.ts";

/**
 * OpenCode's `run --format json` prints an object on a line for each part of the
 * conversation. Source: its command line, version 1.18.
 */
const part = z.looseObject({
  text: z.string().optional(),
  tool: z.string().optional(),
  callID: z.string().optional(),
  state: z
    .looseObject({
      status: z.string().optional(),
      input: z.unknown(),
      output: z.string().optional(),
      error: z.string().optional(),
    })
    .optional(),
  cost: z.number().optional(),
  tokens: z
    .looseObject({
      input: z.number(),
      output: z.number(),
      reasoning: z.number().default(0),
      cache: z.looseObject({ read: z.number().default(0), write: z.number().default(0) }).default({ read: 0, write: 0 }),
    })
    .optional(),
});

const PROVIDER = "evaluated";

const modelOf = ({ agent }: AgentRun): string => agent.model ?? "default";

function configuration(run: AgentRun): object {
  const { agent, mcpServers } = run;
  const model = modelOf(run);
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    options: { baseURL: agent.baseUrl, apiKey: `{env:${agent.keys[0] ?? "NO_KEY"}}` },
    models: { [model]: { name: model, tool_call: true } },
  };
  const own =
    agent.baseUrl === undefined
      ? {}
      : { provider: { [PROVIDER]: provider }, model: `${PROVIDER}/${model}`, small_model: `${PROVIDER}/${model}` };
  return {
    $schema: "https://opencode.ai/config.json",
    ...own,
    share: "disabled",
    autoupdate: false,
    permission: { edit: "allow", bash: "allow", webfetch: "deny" },
    mcp: Object.fromEntries(
      Object.entries(mcpServers).map(([name, { command, args, env }]) => [
        name,
        { type: "local", command: [command, ...args], enabled: true, ...(env && { environment: env }) },
      ]),
    ),
  };
}

export const opencode: AgentAdapter = {
  modes: ["headless"],
  isCheck: false,
  requires: ["opencode"],
  prepare: (run) => {
    const folder = join(run.space.home, ".config/opencode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "opencode.json"), JSON.stringify(configuration(run), undefined, 2));
  },
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  }),
  argv: (run) => {
    const model = run.agent.baseUrl === undefined ? run.agent.model : `${PROVIDER}/${modelOf(run)}`;
    const chosen = model === undefined ? [] : ["--model", model];
    return [
      "opencode",
      "run",
      "--format",
      "json",
      ...chosen,
      `Read the file ${run.promptFile} and follow the instructions in it.\n\n${run.prompt}`,
    ];
  },
  versionCommand: () => ["opencode", "--version"],
  read: (run, output) => jsonLines(output).reduce((trace, line) => withLine(run, trace, line), emptyTrace),
};

function withLine(run: AgentRun, trace: AgentTrace, line: Record<string, unknown>): AgentTrace {
  const parsed = part.safeParse(line["part"]);
  if (!parsed.success) return trace;
  const { text, tool, callID = "", state, cost, tokens } = parsed.data;
  if (line["type"] === "text" && text !== undefined) {
    return { ...trace, lastMessage: text, steps: [...trace.steps, { source: "agent", message: text, toolCalls: [] }] };
  }
  if (line["type"] === "tool_use" && tool !== undefined) {
    const result = state?.output ?? state?.error;
    const call = { id: callID, name: tool, arguments: state?.input, ...(result !== undefined && { result }) };
    const step: TraceStep = { source: "agent", message: "", toolCalls: [call] };
    const isError = state?.status === "error";
    return {
      ...trace,
      toolCalls: (trace.toolCalls ?? 0) + 1,
      toolErrors: (trace.toolErrors ?? 0) + (isError ? 1 : 0),
      steps: [...trace.steps, step],
    };
  }
  if (tokens === undefined) return trace;
  const model = modelOf(run);
  const before = trace.tokens[model] ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const sum = {
    input: before.input + tokens.input,
    output: before.output + tokens.output + tokens.reasoning,
    cacheRead: before.cacheRead + tokens.cache.read,
    cacheWrite: before.cacheWrite + tokens.cache.write,
  };
  const costUsd = (trace.costUsd ?? 0) + (cost ?? 0);
  return { ...trace, tokens: { ...trace.tokens, [model]: sum }, costUsd };
}
