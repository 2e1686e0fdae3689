import type { TraceStep } from "../agents/agent-adapter.ts";
import type { RunResult } from "../results/run-result.ts";

/** The times of a run, in milliseconds since 1970. */
export interface RunTimes {
  /** When the run began. */
  readonly startedMs: number;
  /** When the agent's recording began. */
  readonly recordedMs: number;
  /** When the agent was told something: its prompt, then each nudge. */
  readonly promptedMs: readonly number[];
  /** When the agent took its first prompt, if its log says so: an agent without a window is given it before its program has started. */
  readonly takenMs: number | undefined;
  /** When the agent had ended. */
  readonly endedMs: number;
}

/**
 * Where the time of a run went, from the times in the agent's own log. The model works from
 * a prompt, or from the last result of a tool, until its answer. A tool works from its call
 * until its result. The rest is the start, and waiting. No second counts twice, also where
 * calls overlap. Empty if the log leaves a time out.
 */
export function stepTimes(steps: readonly TraceStep[], times: RunTimes): Pick<RunResult, "steps" | "timeSplit"> {
  const { startedMs, recordedMs, promptedMs, takenMs = 0, endedMs } = times;
  const [givenMs] = promptedMs;
  if (givenMs === undefined || steps.length === 0) return {};
  const firstPromptMs = Math.min(Math.max(givenMs, takenMs), endedMs);
  const clamped = (ms: number): number => Math.min(Math.max(ms, firstPromptMs), endedMs);
  const timed: NonNullable<RunResult["steps"]> = [];
  let busyUntilMs = firstPromptMs;
  let modelMs = 0;
  let toolMs = 0;
  for (const { atMs, toolCalls } of steps) {
    // A call without a result was cut off by the end of the run.
    const ends = toolCalls.map((call) => (call.result === undefined ? endedMs : call.endedMs));
    if (atMs === undefined || !ends.every((ms) => ms !== undefined)) return {};
    const answeredMs = clamped(atMs);
    const askedMs = Math.max(busyUntilMs, ...promptedMs.filter((ms) => ms <= answeredMs));
    const doneMs = clamped(Math.max(answeredMs, ...ends));
    const model = Math.max(0, answeredMs - askedMs);
    const tool = Math.max(0, doneMs - Math.max(answeredMs, busyUntilMs));
    const calls = toolCalls.map(({ name }) => name);
    timed.push({ at: Math.max(0, atMs - recordedMs) / 1000, model: model / 1000, tool: tool / 1000, calls });
    busyUntilMs = Math.max(busyUntilMs, doneMs);
    modelMs += model;
    toolMs += tool;
  }
  const startMs = Math.max(0, firstPromptMs - startedMs);
  const idleMs = Math.max(0, endedMs - startedMs - startMs - modelMs - toolMs);
  return {
    steps: timed,
    timeSplit: { start: startMs / 1000, model: modelMs / 1000, tool: toolMs / 1000, idle: idleMs / 1000 },
  };
}
