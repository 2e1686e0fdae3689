import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type AgentAdapter, type AgentRun, type AgentTrace, emptyTrace } from "./agent-adapter.ts";
import { modelErrorOf, timeOf, withCall, withMessage, withResult, withToolError, withTurnOver } from "./conversation.ts";
import { withTelemetry } from "./gemini-telemetry.ts";
import { filesIn, jsonLinesIn } from "./log-files.ts";
import { jsonLines } from "./output-lines.ts";

/**
 * Entries of the log that Gemini CLI keeps of a session, `tmp/<project>/chats/session-*.jsonl`.
 * A later line with the same id takes the place of an earlier one. Source: its files, version 0.61.
 */
const userEntry = z.object({
  id: z.string(),
  type: z.literal("user"),
  timestamp: z.string().optional(),
  content: z.array(z.looseObject({ functionResponse: z.unknown().optional() })),
});
const agentEntry = z.object({
  id: z.string(),
  type: z.literal("gemini"),
  timestamp: z.string().optional(),
  content: z.string(),
  toolCalls: z
    .array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        args: z.unknown().optional(),
        status: z.string(),
        /** When it was over. */
        timestamp: z.string().optional(),
        resultDisplay: z.unknown().optional(),
        result: z.unknown().optional(),
      }),
    )
    .default([]),
});
const entry = z.union([userEntry, agentEntry]);

/** The last line that it prints without a person. Its telemetry is lost when it ends with an error. */
const failedResult = z.object({
  type: z.literal("result"),
  status: z.literal("error"),
  error: z.object({ message: z.string().startsWith("[API Error") }),
});

const folderOf = ({ space }: AgentRun): string => join(space.home, ".gemini");
const telemetryOf = (run: AgentRun): string => join(folderOf(run), "telemetry.log");

/** It trusts the run's own servers, asks for no login, and keeps its telemetry in a file. */
const settings = (run: AgentRun): object => ({
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: true, target: "local", outfile: telemetryOf(run), logPrompts: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  mcpServers: Object.fromEntries(
    Object.entries(run.mcpServers).map(([name, { command, args, env }]) => [
      name,
      { command, args, ...(env && { env }), trust: true },
    ]),
  ),
});

export const gemini: AgentAdapter = {
  modes: ["headless", "tui"],
  isCheck: false,
  takesMcp: true,
  requires: ["gemini"],
  ready: /Type your message/,
  prepare: (run) => {
    mkdirSync(folderOf(run), { recursive: true });
    writeFileSync(join(folderOf(run), "settings.json"), JSON.stringify(settings(run), undefined, 2));
  },
  environment: ({ agent, space }) => ({
    GEMINI_CLI_HOME: space.home,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // How long its telemetry may wait before it is written, in milliseconds.
    OTEL_BLRP_SCHEDULE_DELAY: "500",
    OTEL_BSP_SCHEDULE_DELAY: "500",
    ...(agent.baseUrl !== undefined && { GOOGLE_GEMINI_BASE_URL: agent.baseUrl }),
    // It does not begin without a key. An endpoint of one's own may need none.
    ...(agent.keys.length === 0 && { GEMINI_API_KEY: "none" }),
  }),
  argv: ({ agent, mode, prompt }) => [
    "gemini",
    "--yolo",
    ...(agent.model === undefined ? [] : ["--model", agent.model]),
    ...(mode === "tui" ? [] : ["--output-format", "stream-json", "--prompt", prompt]),
  ],
  versionCommand: () => ["gemini", "--version"],
  read: (run, printed) => {
    const chats = filesIn(join(folderOf(run), "tmp"), /chats\/session-.*\.jsonl$/);
    const telemetry = telemetryOf(run);
    const hasTelemetry = existsSync(telemetry);
    const trace = readChat(chats[0]);
    const nativeFiles = hasTelemetry ? [...chats, telemetry] : chats;
    const counted = hasTelemetry ? withTelemetry(trace, readFileSync(telemetry, "utf8")) : trace;
    const failed = jsonLines(printed).flatMap((line) => failedResult.safeParse(line).data ?? []);
    const [last] = failed.slice(-1);
    return { ...counted, modelError: last === undefined ? counted.modelError : modelErrorOf(last.error.message), nativeFiles };
  },
};

function readChat(path: string | undefined): AgentTrace {
  const entries = new Map<string, z.infer<typeof entry>>();
  for (const line of path === undefined ? [] : jsonLinesIn(path)) {
    const one = entry.safeParse(line).data;
    if (one !== undefined) entries.set(one.id, one);
  }
  return [...entries.values()].reduce(withEntry, { ...emptyTrace, turnsOver: 0 });
}

function withEntry(trace: AgentTrace, one: z.infer<typeof entry>): AgentTrace {
  if (one.type === "user") return { ...trace, promptTakenMs: trace.promptTakenMs ?? timeOf(one.timestamp) };
  const atMs = timeOf(one.timestamp);
  let next = one.content === "" ? trace : withMessage(trace, one.content, atMs);
  for (const { id, name, args, status, timestamp, result, resultDisplay } of one.toolCalls) {
    const text = typeof resultDisplay === "string" ? resultDisplay : JSON.stringify(result ?? "");
    next = withResult(withCall(next, { id, name, arguments: args }, atMs), id, { text, endedMs: timeOf(timestamp) });
    if (status === "error") next = withToolError(next);
  }
  // A turn ends with a message and no call. The calls of a message are logged after they are done:
  // until then it looks like an end, and only the window shows that it is none.
  return one.toolCalls.length === 0 && one.content !== "" ? withTurnOver(next) : next;
}
