import { describe, expect, test } from "vitest";
import type { TraceStep } from "../../../electron/eval/agents/agent-adapter.ts";
import { stepTimes } from "../../../electron/eval/run/step-times.ts";

const call = (name: string, endedMs?: number) => ({
  id: name,
  name,
  arguments: {},
  ...(endedMs !== undefined && { result: "", endedMs }),
});
const step = (atMs: number | undefined, ...toolCalls: TraceStep["toolCalls"]): TraceStep => ({
  source: "agent",
  message: "",
  atMs,
  toolCalls,
});

const times = { startedMs: 0, recordedMs: 1000, promptedMs: [2000], takenMs: undefined, endedMs: 20_000 };

describe("where the time of a run went", () => {
  test("is told step by step, and the parts are the whole", () => {
    const found = stepTimes([step(5000, call("bash", 9000)), step(12_000)], times);
    expect(found.steps).toEqual([
      { at: 4, model: 3, tool: 4, calls: ["bash"] },
      { at: 11, model: 3, tool: 0, calls: [] },
    ]);
    expect(found.timeSplit).toEqual({ start: 2, model: 6, tool: 4, idle: 8 });
  });

  test("a program that still starts is no model at work: its start ends when its log has the prompt", () => {
    const { steps, timeSplit } = stepTimes([step(5000)], { ...times, promptedMs: [100], takenMs: 4000 });
    expect(steps?.map(({ model }) => model)).toEqual([1]);
    expect(timeSplit).toEqual({ start: 4, model: 1, tool: 0, idle: 15 });
    const early = stepTimes([step(5000)], { ...times, takenMs: 1000 });
    expect(early.timeSplit).toEqual({ start: 2, model: 3, tool: 0, idle: 15 });
  });

  test("waiting for a nudge is no time of the model", () => {
    const { timeSplit } = stepTimes([step(4000), step(15_000)], { ...times, promptedMs: [2000, 14_000] });
    expect(timeSplit).toEqual({ start: 2, model: 3, tool: 0, idle: 15 });
  });

  test("calls at the same time do not count twice", () => {
    const { steps, timeSplit } = stepTimes([step(5000, call("a", 9000)), step(5000, call("b", 8000)), step(11_000)], times);
    expect(steps?.map(({ model, tool }) => [model, tool])).toEqual([
      [3, 4],
      [0, 0],
      [2, 0],
    ]);
    expect(timeSplit).toEqual({ start: 2, model: 5, tool: 4, idle: 9 });
  });

  test("a call that was cut off took until the end", () => {
    expect(stepTimes([step(5000, call("bash"))], times).timeSplit).toEqual({ start: 2, model: 3, tool: 15, idle: 0 });
  });

  test("is not guessed: a log without times, no step and no prompt have no split", () => {
    expect(stepTimes([step(5000), step(undefined)], times)).toEqual({});
    expect(stepTimes([step(5000, { ...call("bash"), result: "at some time" })], times)).toEqual({});
    expect(stepTimes([], times)).toEqual({});
    expect(stepTimes([step(5000)], { ...times, promptedMs: [] })).toEqual({});
  });

  test("a clock that is off by some milliseconds makes no time negative", () => {
    const { steps, timeSplit } = stepTimes([step(1500, call("bash", 1400)), step(20_500)], times);
    expect(steps?.map(({ at, model, tool }) => [at, model, tool])).toEqual([
      [0.5, 0, 0],
      [19.5, 18, 0],
    ]);
    expect(timeSplit).toEqual({ start: 2, model: 18, tool: 0, idle: 0 });
  });
});
