import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../definitions/agent.ts";
import type { Tool } from "../definitions/tool.ts";
import { type AgentAdapter, type AgentRun, emptyTrace } from "./agent-adapter.ts";
import { withClaudeLine } from "./claude-lines.ts";
import { timeOf } from "./conversation.ts";
import { filesIn, jsonLinesIn } from "./log-files.ts";
import { jsonLines } from "./output-lines.ts";

type LogLine = Readonly<Record<string, unknown>>;

const configOf = ({ space }: AgentRun): string => join(space.home, ".claude");
const mcpFile = ({ space }: AgentRun): string => join(space.home, "mcp.json");

/** How much of a key Claude Code keeps when a person allows it. */
const KEY_END = 20;

/** What a person has answered before: the first steps, the folder, the mode without questions, and the key. */
function answered({ space }: AgentRun): object {
  const key = space.env["ANTHROPIC_API_KEY"];
  return {
    hasCompletedOnboarding: true,
    theme: "dark",
    bypassPermissionsModeAccepted: true,
    projects: { [space.work]: { hasTrustDialogAccepted: true } },
    ...(key !== undefined && { customApiKeyResponses: { approved: [key.slice(-KEY_END)], rejected: [] } }),
  };
}

/** An endpoint of one's own may need no key, and Claude Code asks for a login without one. */
const endpoint = ({ baseUrl, keys }: Agent): Record<string, string> => ({
  ...(baseUrl !== undefined && { ANTHROPIC_BASE_URL: baseUrl }),
  ...(baseUrl !== undefined && keys.length === 0 && { ANTHROPIC_AUTH_TOKEN: "none" }),
});

/**
 * Rules for what it may do without a question: shell commands, and tools of MCP servers by
 * their full names. They count where an organization has forbidden the mode without questions.
 */
function allowedTools({ allowed }: Tool): string[] {
  const rules = allowed.map((rule) => (rule.startsWith("mcp__") ? rule : `Bash(${rule})`));
  return rules.length === 0 ? [] : ["--allowedTools", rules.join(",")];
}

/** What it prints has no times. The same messages have them in its transcript. */
function withTimes(printed: readonly LogLine[], transcript: readonly LogLine[]): LogLine[] {
  const times = new Map(transcript.map((line) => [line["uuid"], line["timestamp"]]));
  return printed.map((line) => ({ ...line, timestamp: line["timestamp"] ?? times.get(line["uuid"]) }));
}

export const claudeCode: AgentAdapter = {
  modes: ["headless", "tui"],
  isCheck: false,
  takesMcp: true,
  requires: ["claude"],
  ready: /❯/,
  prepare: (run) => {
    mkdirSync(configOf(run), { recursive: true });
    writeFileSync(mcpFile(run), JSON.stringify({ mcpServers: run.mcpServers }));
    writeFileSync(join(configOf(run), ".claude.json"), JSON.stringify(answered(run)));
  },
  environment: (run) => ({
    CLAUDE_CONFIG_DIR: configOf(run),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    // Else it begins before its MCP servers are connected, and has no tool in its first turn.
    MCP_CONNECTION_NONBLOCKING: "false",
    MCP_TIMEOUT: "60000",
    // It refuses to skip permissions as root unless it is told that this is a sandbox.
    IS_SANDBOX: "1",
    ...endpoint(run.agent),
  }),
  argv: (run) => [
    "claude",
    ...(run.mode === "tui" ? [] : ["-p", "--output-format", "stream-json", "--verbose"]),
    "--permission-mode",
    "bypassPermissions",
    "--strict-mcp-config",
    "--mcp-config",
    mcpFile(run),
    ...allowedTools(run.tool),
    ...(run.agent.model === undefined ? [] : ["--model", run.agent.model]),
    // Options that take several values would take it for one more of theirs.
    ...(run.mode === "tui" ? [] : ["--", run.prompt]),
  ],
  versionCommand: () => ["claude", "--version"],
  read: (run, printed) => {
    // Agents that Claude Code has started itself keep their transcripts in folders below.
    const nativeFiles = filesIn(join(configOf(run), "projects"), /^[^/]+\/[^/]+\.jsonl$/);
    const isWindow = run.mode === "tui";
    const transcript = nativeFiles.flatMap(jsonLinesIn);
    const lines = isWindow ? transcript : withTimes(jsonLines(printed), transcript);
    const promptTakenMs = timeOf(transcript.find(({ type }) => type === "user")?.["timestamp"]);
    return lines.reduce(withClaudeLine, { ...emptyTrace, ...(isWindow && { turnsOver: 0 }), nativeFiles, promptTakenMs });
  },
};
