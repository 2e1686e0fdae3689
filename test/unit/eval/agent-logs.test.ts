/** What adapters read from the logs of their agents, where a run with the agent itself does not show it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { AgentRun } from "../../../electron/eval/agents/agent-adapter.ts";
import { claudeCode } from "../../../electron/eval/agents/claude-code.ts";
import { codex } from "../../../electron/eval/agents/codex.ts";
import { gemini } from "../../../electron/eval/agents/gemini.ts";
import { pi } from "../../../electron/eval/agents/pi.ts";
import { whyToolless } from "../../../electron/eval/run/why-toolless.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

/** A run in a window whose agent has left these logs, one JSON object on a line. */
function runWith(logs: Readonly<Record<string, readonly (object | string)[]>>): AgentRun {
  const home = mkdtempSync(join(tmpdir(), "cotty-logs-"));
  homes.push(home);
  for (const [name, lines] of Object.entries(logs)) {
    mkdirSync(join(home, dirname(name)), { recursive: true });
    writeFileSync(join(home, name), lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  }
  return { space: { home }, mode: "tui" } as AgentRun;
}

const rollout = (model: string, input: number): object[] => [
  { type: "turn_context", payload: { model } },
  {
    type: "event_msg",
    payload: {
      type: "token_count",
      info: { total_token_usage: { input_tokens: input, cached_input_tokens: 40, output_tokens: 5 } },
    },
  },
];

test("Codex: the tokens of agents that it has started count, and their words do not", () => {
  const said = { type: "response_item", payload: { role: "assistant", content: [{ text: "from the second" }] } };
  const trace = codex.read(
    runWith({
      ".codex/sessions/2026/11/22/rollout-1.jsonl": rollout("large", 100),
      ".codex/sessions/2026/11/22/rollout-2.jsonl": [...rollout("small", 50), said],
    }),
    "",
  );
  expect(trace.tokens).toEqual({
    large: { input: 60, output: 5, cacheRead: 40, cacheWrite: 0 },
    small: { input: 10, output: 5, cacheRead: 40, cacheWrite: 0 },
  });
  expect(trace.lastMessage).toBe("");
  expect(trace.turnsOver).toBe(0);
});

test("a line that is half written is left for the next look", () => {
  const run = runWith({ "sessions/s.jsonl": ['{"message": {"role": "assis'] });
  expect(pi.read(run, "")).toMatchObject({ turnsOver: 0, lastMessage: "" });
});

test("no log yet is no turn that is over, so that the window alone does not decide", () => {
  for (const adapter of [claudeCode, codex, gemini, pi]) expect(adapter.read(runWith({}), "").turnsOver).toBe(0);
});

test("pi: an error of the model is forgotten when the next answer comes", () => {
  const usage = { input: 1, output: 1 };
  const line = (stopReason: string): object => ({
    message: { role: "assistant", model: "m", stopReason, errorMessage: "overloaded", content: [], usage },
  });
  expect(pi.read(runWith({ "sessions/s.jsonl": [line("error")] }), "").modelError).toBe("overloaded");
  expect(pi.read(runWith({ "sessions/s.jsonl": [line("error"), line("stop")] }), "").modelError).toBeUndefined();
});

test("Claude Code: what it says in place of an answer is no message of the agent", () => {
  const block = { type: "text", text: "TASK_COMPLETE_1" };
  const line = { type: "assistant", isApiErrorMessage: true, message: { content: [block] } };
  const trace = claudeCode.read(runWith({ ".claude/projects/p/s.jsonl": [line] }), "");
  expect(trace).toMatchObject({ lastMessage: "", modelError: "TASK_COMPLETE_1" });
});

test("Gemini CLI: a message that is logged again with its calls counts once", () => {
  const message = { id: "1", type: "gemini", content: "I look." };
  const call = { id: "c", name: "terminal", args: {}, status: "error", resultDisplay: "nothing" };
  const log = ".gemini/tmp/p/chats/session-1.jsonl";
  expect(gemini.read(runWith({ [log]: [message] }), "")).toMatchObject({ turnsOver: 1 });
  expect(gemini.read(runWith({ [log]: [message, { ...message, toolCalls: [call] }] }), "")).toMatchObject({
    turnsOver: 0,
    toolCalls: 1,
    toolErrors: 1,
  });
});

test("an agent lacks the tool if it says so, or if it lists others only", () => {
  const [tools, missingServer] = [undefined, undefined];
  expect(whyToolless({ tools, missingServer }, ["terminal"])).toBeUndefined();
  expect(whyToolless({ tools: ["mcp__cotty__terminal"], missingServer }, ["terminal"])).toBeUndefined();
  expect(whyToolless({ tools: ["bash"], missingServer }, [])).toBeUndefined();
  expect(whyToolless({ tools: ["bash"], missingServer }, ["terminal"])).toBe("the agent did not list the tool among its own");
  expect(whyToolless({ tools, missingServer: "it failed" }, ["terminal"])).toBe("the agent did not have the tool: it failed");
});
