import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { McpServer } from "../definitions/tool.ts";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace, type ModelError } from "./agent-adapter.ts";
import {
  modelErrorOf,
  timeOf,
  withCall,
  withMessage,
  withResult,
  withTokens,
  withToolError,
  withTurnOver,
} from "./conversation.ts";
import { filesIn, jsonLinesIn } from "./log-files.ts";
import { stripEscapes } from "./output-lines.ts";

/** Lines of the log that Codex keeps of a session, `sessions/YYYY/MM/DD/rollout-*.jsonl`. Source: its files, version 0.169. */
const line = z.object({
  type: z.string(),
  timestamp: z.string().optional(),
  payload: z.looseObject({ type: z.string().optional() }),
});

const message = z.object({ role: z.literal("assistant"), content: z.array(z.looseObject({ text: z.string().default("") })) });
const call = z.object({
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  arguments: z.string().optional(),
  input: z.string().optional(),
});
const output = z.object({
  call_id: z.string(),
  output: z.union([z.string(), z.array(z.looseObject({ text: z.string().default("") }))]),
});
const tokenCount = z.object({
  info: z.object({
    total_token_usage: z.object({
      input_tokens: z.number(),
      cached_input_tokens: z.number().default(0),
      cache_write_input_tokens: z.number().default(0),
      output_tokens: z.number(),
    }),
  }),
});
const completed = z.object({ item: z.object({ status: z.string() }) });
const taskComplete = z.object({ error: z.object({ message: z.string() }).nullish() });
const context = z.object({ model: z.string() });

const nothingYet: AgentTrace = { ...emptyTrace, turnsOver: 0 };

const PROVIDER = "evaluated";

const homeOf = ({ space }: AgentRun): string => join(space.home, ".codex");

/** A string or a list of strings in TOML, which writes them as JSON does. */
const toml = (value: string | readonly string[]): string => JSON.stringify(value);

const table = (values: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${toml(name)} = ${toml(value)}`)
    .join(", ")} }`;

/** Codex refuses to begin without a server that is required. */
const serverLines = (name: string, { command, args, env = {} }: McpServer): string[] => [
  `[mcp_servers.${toml(name)}]`,
  `command = ${toml(command)}`,
  `args = ${toml(args)}`,
  `env = ${table(env)}`,
  "required = true",
  "startup_timeout_sec = 60",
  'default_tools_approval_mode = "approve"',
];

/** A provider of its own needs no login, and takes the key from the environment. */
function configuration({ agent, space, mcpServers }: AgentRun): string {
  const key = agent.keys.find((name) => space.env[name] !== undefined);
  return [
    ...(agent.model === undefined ? [] : [`model = ${toml(agent.model)}`]),
    `model_provider = ${toml(PROVIDER)}`,
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    "check_for_update_on_startup = false",
    "[analytics]",
    "enabled = false",
    `[model_providers.${PROVIDER}]`,
    `name = ${toml(PROVIDER)}`,
    `base_url = ${toml(agent.baseUrl ?? "https://api.openai.com/v1")}`,
    'wire_api = "responses"',
    ...(key === undefined ? [] : [`env_key = ${toml(key)}`]),
    `[projects.${toml(space.work)}]`,
    'trust_level = "trusted"',
    ...Object.entries(mcpServers).flatMap(([name, server]) => serverLines(name, server)),
    "",
  ].join("\n");
}

export const codex: AgentAdapter = {
  modes: ["headless", "tui"],
  isCheck: false,
  takesMcp: true,
  requires: ["codex"],
  ready: /›/,
  prepare: (run) => {
    mkdirSync(homeOf(run), { recursive: true });
    writeFileSync(join(homeOf(run), "config.toml"), configuration(run));
  },
  environment: (run) => ({ CODEX_HOME: homeOf(run) }),
  argv: ({ mode, prompt }) =>
    mode === "tui"
      ? ["codex", "--dangerously-bypass-approvals-and-sandbox"]
      : ["codex", "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt],
  versionCommand: () => ["codex", "--version"],
  read: (run, printed) => {
    const files = filesIn(join(homeOf(run), "sessions"), /rollout-.*\.jsonl$/);
    const [main, ...others] = files.map(readLog);
    const missing = /required MCP servers failed to initialize: [^\n]{0,200}/.exec(stripEscapes(printed))?.[0];
    // Agents that Codex has started itself keep logs of their own. Only their tokens are this run's.
    const trace = others
      .flatMap(({ tokens }) => Object.entries(tokens))
      .reduce((sum, [model, counts]) => withTokens(sum, model, counts), main ?? nothingYet);
    return { ...trace, missingServer: missing, nativeFiles: files };
  },
};

function readLog(path: string): AgentTrace {
  const lines = jsonLinesIn(path).flatMap((object) => line.safeParse(object).data ?? []);
  const model = lines.flatMap(({ type, payload }) => (type === "turn_context" ? (context.safeParse(payload).data ?? []) : []));
  return lines.reduce((trace, one) => withLine(trace, one, model.at(-1)?.model ?? "unknown"), nothingYet);
}

function withLine(trace: AgentTrace, { type, timestamp, payload }: z.infer<typeof line>, model: string): AgentTrace {
  if (type === "response_item") return withItem(trace, payload, timeOf(timestamp));
  if (type !== "event_msg") return trace;
  switch (payload.type ?? "") {
    case "token_count":
      return withUsage(trace, payload, model);
    case "item_completed":
      return completed.safeParse(payload).data?.item.status === "failed" ? withToolError(trace) : trace;
    case "task_started":
      return { ...trace, promptTakenMs: trace.promptTakenMs ?? timeOf(timestamp) };
    case "task_complete":
      return withTurnOver({ ...trace, modelError: failureIn(payload) });
    case "turn_aborted":
      return withTurnOver(trace);
    default:
      return trace;
  }
}

/** The endpoint's own reason is at the end of the message: "Incomplete response returned, reason: content_filter". */
function failureIn(payload: unknown): ModelError | undefined {
  const message = taskComplete.safeParse(payload).data?.error?.message;
  return message === undefined
    ? undefined
    : modelErrorOf(message, /Incomplete response returned, reason: (\w+)/.exec(message)?.[1]);
}

function withItem(trace: AgentTrace, payload: unknown, atMs: number | undefined): AgentTrace {
  const said = message.safeParse(payload).data;
  if (said !== undefined) {
    const text = said.content.map((block) => block.text).join("\n");
    return withMessage(trace, text, atMs);
  }
  const called = call.safeParse(payload).data;
  if (called !== undefined) {
    const { call_id: id, name, namespace, arguments: args, input } = called;
    const fullName = namespace === undefined ? name : `${namespace}__${name}`;
    return withCall(trace, { id, name: fullName, arguments: args === undefined ? { input } : parsed(args) }, atMs);
  }
  const answered = output.safeParse(payload).data;
  if (answered === undefined) return trace;
  const text = typeof answered.output === "string" ? answered.output : answered.output.map((block) => block.text).join("\n");
  return withResult(trace, answered.call_id, { text, endedMs: atMs });
}

/** The log counts from the session's beginning, and counts tokens from the cache among the input. */
function withUsage(trace: AgentTrace, payload: unknown, model: string): AgentTrace {
  const usage = tokenCount.safeParse(payload).data?.info.total_token_usage;
  if (usage === undefined) return trace;
  const { input_tokens, cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite, output_tokens } = usage;
  const input = Math.max(0, input_tokens - cacheRead - cacheWrite);
  return { ...trace, tokens: { [model]: { input, output: output_tokens, cacheRead, cacheWrite } } };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A call that was cut off is kept as it is.
    return json;
  }
}
