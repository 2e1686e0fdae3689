import type { RunResult } from "../../electron/eval/results/run-result.ts";

/** The result of a run that has passed, but for what the test changes. */
export const runResultWith = (change: Partial<RunResult>): RunResult => ({
  agent: "agent",
  task: "task",
  tool: "tool",
  number: 1,
  outcome: "pass",
  reason: "the verifier passed",
  startedAt: "2026-01-01T00:00:00Z",
  seconds: 10,
  tokens: {},
  nudges: 0,
  takeovers: 0,
  retries: 0,
  ...change,
});
