import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace } from "./agent-adapter.ts";
import { withCall, withMessage, withResult, withTokens, withToolError } from "./conversation.ts";
import { jsonLines } from "./output-lines.ts";

/**
 * OpenCode's `run --format json` prints an object on a line for each part of the
 * conversation. Source: its command line, version 1.18.
 */
const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  tool: z.string().optional(),
  callID: z.string().optional(),
  state: z
    .looseObject({
      status: z.string().optional(),
      input: z.unknown().optional(),
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

type Part = z.infer<typeof part>;

const failure = z.object({
  type: z.literal("error"),
  error: z.looseObject({ name: z.string(), data: z.looseObject({ message: z.string().optional() }).optional() }),
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
  takesMcp: true,
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
  const failed = failure.safeParse(line).data;
  if (failed !== undefined) return { ...trace, modelError: failed.error.data?.message ?? failed.error.name };
  const parsed = part.safeParse(line["part"]).data;
  return parsed === undefined ? trace : withPart(trace, parsed, modelOf(run));
}

function withPart(trace: AgentTrace, { type, text, tool, callID: id = "", ...rest }: Part, model: string): AgentTrace {
  if (type === "text" && text !== undefined) return withMessage(trace, text);
  if (type === "tool" && tool !== undefined) {
    const called = withCall(trace, { id, name: tool, arguments: rest.state?.input });
    const result = rest.state?.output ?? rest.state?.error;
    const answered = result === undefined ? called : withResult(called, id, result);
    return rest.state?.status === "error" ? withToolError(answered) : answered;
  }
  if (rest.tokens === undefined) return trace;
  const { input, output, reasoning, cache } = rest.tokens;
  const counts = { input, output: output + reasoning, cacheRead: cache.read, cacheWrite: cache.write };
  return {
    ...withTokens(trace, model, counts),
    modelError: undefined,
    // A model of one's own has no price, which OpenCode counts as nothing.
    ...(rest.cost !== undefined && rest.cost > 0 && { costUsd: (trace.costUsd ?? 0) + rest.cost }),
  };
}
