/** What adapters read from the logs of their agents, where a run with the agent itself does not show it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { AgentRun } from "../../../electron/eval/agents/agent-adapter.ts";
import { claudeCode } from "../../../electron/eval/agents/claude-code.ts";
import { codex } from "../../../electron/eval/agents/codex.ts";
import { gemini } from "../../../electron/eval/agents/gemini.ts";
import { opencode } from "../../../electron/eval/agents/opencode.ts";
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
  expect(pi.read(runWith({ "sessions/s.jsonl": [line("error")] }), "").modelError).toEqual({
    message: "overloaded",
    isRefusal: false,
  });
  expect(pi.read(runWith({ "sessions/s.jsonl": [line("error"), line("stop")] }), "").modelError).toBeUndefined();
});

test("Claude Code: what it says in place of an answer is no message of the agent", () => {
  const block = { type: "text", text: "TASK_COMPLETE_1" };
  const line = { type: "assistant", isApiErrorMessage: true, message: { content: [block] } };
  const trace = claudeCode.read(runWith({ ".claude/projects/p/s.jsonl": [line] }), "");
  expect(trace).toMatchObject({ lastMessage: "", modelError: { message: "TASK_COMPLETE_1", isRefusal: false } });
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

test("Claude Code gets the tool's permissions as rules of its own", () => {
  const argv = (allowed: readonly string[]): readonly string[] =>
    claudeCode.argv({ ...runWith({}), mode: "headless", agent: {}, tool: { allowed } } as unknown as AgentRun);
  const rules = argv(["tmux:*", "mcp__cotty__terminal"]);
  expect(rules[rules.indexOf("--allowedTools") + 1]).toBe("Bash(tmux:*),mcp__cotty__terminal");
  expect(argv([])).not.toContain("--allowedTools");
  // The last option takes more than one value.
  expect(rules.at(-2)).toBe("--");
});

/** The lines with which each agent tells of an answer that its endpoint has refused, and when it took the prompt. */
const at = "2026-11-22T12:00:00.000Z";
const usage = { input: 1, output: 1 };
const refusals = [
  [
    "Claude Code",
    claudeCode,
    {
      ".claude/projects/p/s.jsonl": [
        { type: "user", timestamp: at, message: { role: "user", content: "Do it." } },
        { type: "assistant", message: { stop_reason: "refusal", content: [{ type: "text", text: "No." }] } },
      ],
    },
  ],
  [
    "Codex",
    codex,
    {
      ".codex/sessions/2026/11/22/rollout-1.jsonl": [
        { type: "event_msg", timestamp: at, payload: { type: "task_started" } },
        {
          type: "event_msg",
          payload: {
            type: "task_complete",
            error: { message: "stream disconnected before completion: Incomplete response returned, reason: content_filter" },
          },
        },
      ],
    },
  ],
  [
    "Gemini CLI",
    gemini,
    {
      ".gemini/tmp/p/chats/session-1.jsonl": [{ id: "1", type: "user", timestamp: at, content: [] }],
      ".gemini/telemetry.log": [
        '"event.name": "gemini_cli.api_response",',
        '    "model": "m", "input_token_count": 1, "output_token_count": 1, "finish_reasons": ["content_filter"]\n  }',
      ],
    },
  ],
  [
    "pi",
    pi,
    {
      "sessions/s.jsonl": [
        { timestamp: at, message: { role: "user", content: [] } },
        {
          message: {
            role: "assistant",
            model: "m",
            stopReason: "error",
            errorMessage: "Provider finish_reason: content_filter",
            content: [],
            usage,
          },
        },
      ],
    },
  ],
] as const;

test.each(refusals)("%s: a refusal is known by the endpoint's own stop reason, and the prompt was taken", (_, adapter, logs) => {
  const trace = adapter.read(runWith(logs), "");
  expect(trace.modelError).toMatchObject({ isRefusal: true });
  expect(trace.promptTakenMs).toBe(Date.parse(at));
});

test("OpenCode: a refusal has an error of its own, and the log says when the prompt was taken", () => {
  const log = [
    "timestamp=2026-11-22T11:59:00.000Z level=INFO message=created id=ses_1 slug=s",
    `timestamp=${at} level=INFO message=loop session.id=ses_1 step=0`,
    "timestamp=2026-11-22T12:00:09.000Z level=INFO message=loop session.id=ses_1 step=1",
  ];
  const run = { ...runWith({ "opencode.log": log }), mode: "headless", agent: {} } as unknown as AgentRun;
  const error = { name: "ContentFilterError", data: { message: "The response was blocked" } };
  const trace = opencode.read(run, JSON.stringify({ type: "error", error }));
  expect(trace).toMatchObject({ modelError: { message: "The response was blocked", isRefusal: true } });
  expect(trace.promptTakenMs).toBe(Date.parse(at));
});

test("an error that speaks of safety is no refusal", () => {
  const line = {
    type: "assistant",
    isApiErrorMessage: true,
    message: { content: [{ type: "text", text: "thread-safety fault" }] },
  };
  const trace = claudeCode.read(runWith({ ".claude/projects/p/s.jsonl": [line] }), "");
  expect(trace.modelError).toEqual({ message: "thread-safety fault", isRefusal: false });
});

test("an agent lacks the tool if it says so, or if it lists others only", () => {
  const [tools, missingServer] = [undefined, undefined];
  expect(whyToolless({ tools, missingServer }, ["terminal"])).toBeUndefined();
  expect(whyToolless({ tools: ["mcp__cotty__terminal"], missingServer }, ["terminal"])).toBeUndefined();
  expect(whyToolless({ tools: ["bash"], missingServer }, [])).toBeUndefined();
  expect(whyToolless({ tools: ["bash"], missingServer }, ["terminal"])).toBe("the agent did not list the tool among its own");
  expect(whyToolless({ tools, missingServer: "it failed" }, ["terminal"])).toBe("the agent did not have the tool: it failed");
});
