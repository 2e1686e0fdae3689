import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
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

/** Messages in the log that pi keeps of a session. Source: its documentation of sessions, version 0.73. */
const assistant = z.object({
  role: z.literal("assistant"),
  model: z.string(),
  stopReason: z.string(),
  errorMessage: z.string().optional(),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.unknown().optional(),
    }),
  ),
  usage: z.object({
    input: z.number(),
    output: z.number(),
    cacheRead: z.number().default(0),
    cacheWrite: z.number().default(0),
    cost: z.looseObject({ total: z.number() }).optional(),
  }),
});
const user = z.object({ role: z.literal("user") });
const toolResult = z.object({
  role: z.literal("toolResult"),
  toolCallId: z.string(),
  isError: z.boolean().default(false),
  content: z.array(z.looseObject({ text: z.string().default("") })),
});

const PROVIDER = "evaluated";
/** pi wants to know a model's limits. It compacts a conversation that comes near the first one. */
const CONTEXT_WINDOW = 200_000;
const MAX_TOKENS = 16_384;

const settingsOf = ({ space }: AgentRun): string => join(space.home, ".pi/agent");
const sessionsOf = ({ space }: AgentRun): string => join(space.home, "sessions");

function models({ agent, space }: AgentRun): object {
  const key = agent.keys.find((name) => space.env[name] !== undefined);
  const id = agent.model ?? "default";
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const limits = { reasoning: false, input: ["text"], contextWindow: CONTEXT_WINDOW, maxTokens: MAX_TOKENS };
  const provider = {
    baseUrl: agent.baseUrl,
    api: "openai-completions",
    // The name of a variable, or a key as it is.
    apiKey: key ?? "none",
    models: [{ id, name: id, ...limits, cost }],
  };
  return { providers: { [PROVIDER]: provider } };
}

export const pi: AgentAdapter = {
  modes: ["headless", "tui"],
  isCheck: false,
  takesMcp: false,
  requires: ["pi"],
  ready: /pi v\d/,
  prepare: (run) => {
    mkdirSync(settingsOf(run), { recursive: true });
    if (run.agent.baseUrl !== undefined)
      writeFileSync(join(settingsOf(run), "models.json"), JSON.stringify(models(run), undefined, 2));
  },
  environment: (run) => ({
    PI_CODING_AGENT_DIR: settingsOf(run),
    PI_SKIP_VERSION_CHECK: "1",
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
  }),
  argv: (run) => {
    const { agent, mode, prompt } = run;
    const own = agent.baseUrl === undefined ? [] : ["--provider", PROVIDER];
    const model = agent.model ?? (agent.baseUrl === undefined ? undefined : "default");
    const chosen = [...own, ...(model === undefined ? [] : ["--model", model]), "--session-dir", sessionsOf(run)];
    return mode === "tui" ? ["pi", ...chosen] : ["pi", "--print", "--mode", "json", ...chosen, prompt];
  },
  versionCommand: () => ["pi", "--version"],
  read: (run) => {
    const files = filesIn(sessionsOf(run), /\.jsonl$/);
    const begun: AgentTrace = { ...emptyTrace, turnsOver: 0, nativeFiles: files };
    return files.flatMap(jsonLinesIn).reduce(withLine, begun);
  },
};

function withLine(trace: AgentTrace, line: Record<string, unknown>): AgentTrace {
  const atMs = timeOf(line["timestamp"]);
  const said = assistant.safeParse(line["message"]).data;
  if (said !== undefined) return withAssistant(trace, said, atMs);
  if (user.safeParse(line["message"]).success) return { ...trace, promptTakenMs: trace.promptTakenMs ?? atMs };
  const result = toolResult.safeParse(line["message"]).data;
  if (result === undefined) return trace;
  const text = result.content.map((block) => block.text).join("\n");
  const answered = withResult(trace, result.toolCallId, { text, endedMs: atMs });
  return result.isError ? withToolError(answered) : answered;
}

/** The endpoint's own reason is in the message: "Provider finish_reason: content_filter". */
const failureOf = (message: string): ModelError => modelErrorOf(message, /^Provider finish_reason: (\w+)/.exec(message)?.[1]);

function withAssistant(trace: AgentTrace, said: z.infer<typeof assistant>, atMs: number | undefined): AgentTrace {
  const { cost, ...tokens } = said.usage;
  const text = said.content.flatMap((block) => (block.type === "text" ? (block.text ?? "") : [])).join("\n");
  const calls = said.content.filter(({ type }) => type === "toolCall");
  let next = withTokens(trace, said.model, tokens);
  if (text !== "") next = withMessage(next, text, atMs);
  for (const { id = "", name = "", arguments: args } of calls) next = withCall(next, { id, name, arguments: args }, atMs);
  if (said.stopReason !== "toolUse") next = withTurnOver(next);
  return {
    ...next,
    modelError: said.stopReason === "error" ? failureOf(said.errorMessage ?? "its model failed") : undefined,
    // A model of one's own has no price, which pi counts as nothing.
    ...(cost !== undefined && cost.total > 0 && { costUsd: (trace.costUsd ?? 0) + cost.total }),
  };
}
