/** What every coding agent must show with a scripted model, without a person and in its window. */
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../electron/eval/results/run-result.ts";
import { ANSWER, fetchAgent, type ScriptedAgent, scriptedAgents, startAgentJob, usage } from "./scripted-agents.ts";

const takesMcp = (name: ScriptedAgent): boolean => "terminal" in scriptedAgents[name];
const toolOf = (name: ScriptedAgent): string => (takesMcp(name) ? "cotty" : "cotty-cli");

/** Each run starts a program of some hundred megabytes. */
const PATIENCE = { timeout: 600_000 };

const tokensOf = (turns: number): object => ({
  input: usage.input * turns,
  output: usage.output * turns,
  cacheRead: usage.cacheRead * turns,
  cacheWrite: 0,
});

/** The tests of these agents. An agent whose program is not there skips them, and says why. */
export function testAgents(...names: readonly ScriptedAgent[]): void {
  describe.each(names)("%s", (name) => {
    test("does a task, and its log is read to the last token", PATIENCE, async ({ skip }) => {
      const fetched = await fetchAgent(name);
      if ("missing" in fetched) return skip(fetched.missing);
      await doesTask(name, fetched.bin);
    });

    test("does it in its window, is told to go on once, and passes by its last message", PATIENCE, async ({ skip }) => {
      const fetched = await fetchAgent(name);
      if ("missing" in fetched) return skip(fetched.missing);
      await doesTaskInWindow(name, fetched.bin);
    });

    test("makes a run void if it does not get the tool", PATIENCE, async ({ skip }) => {
      if (!takesMcp(name)) return skip(`${name} takes no MCP servers`);
      const fetched = await fetchAgent(name);
      if ("missing" in fetched) return skip(fetched.missing);
      await using job = await startAgentJob(name, fetched.bin, () => ({ say: "There is no tool." }));
      const [result] = await job.run("--tools", "once");
      expect(result?.outcome, result?.reason).toBe("toolless");
    });

    test("has failed if its model refuses, and is not tried again", PATIENCE, async ({ skip }) => {
      const fetched = await fetchAgent(name);
      if ("missing" in fetched) return skip(fetched.missing);
      await using job = await startAgentJob(name, fetched.bin, () => ({ say: "I cannot help.", refuses: true, usage }));
      const [result] = await job.run("--tools", "cotty-cli");
      expect(result).toMatchObject({ outcome: "fail", retries: 0 });
      expect(result?.reason).toMatch(/^the model refused: /);
    });

    test("is tried again if it cannot ask its model", PATIENCE, async ({ skip }) => {
      const fetched = await fetchAgent(name);
      if ("missing" in fetched) return skip(fetched.missing);
      await using job = await startAgentJob(name, fetched.bin, () => ({ status: 400 }));
      const [result] = await job.run("--tools", "cotty-cli");
      expect(result).toMatchObject({ outcome: "infrastructure", retries: 2 });
      expect(result?.reason).toMatch(/could not ask its model: .*400/);
    });
  });
}

/** How a run went: little enough for one line of an error. */
const summaryOf = (result: RunResult | undefined): object => ({
  outcome: result?.outcome,
  reason: result?.reason,
  toolCalls: result?.toolCalls,
  nudges: result?.nudges,
});

async function doesTask(name: ScriptedAgent, bin: string): Promise<void> {
  await using job = await startAgentJob(name, bin);
  const [result] = await job.run("--tools", toolOf(name));
  expect(summaryOf(result)).toEqual({ outcome: "pass", reason: "the verifier passed", toolCalls: 3, nudges: 0 });
  // The tool's host was the run's own, also where the agent hands on few variables. Such a host is ended with the run, and its recordings are kept.
  expect(job.recordings()).toHaveLength(1);
  expect(job.model.turns).toHaveLength(4);
  expect(result?.tokens).toEqual({ script: tokensOf(4) });
  expect(result?.versions?.[name]).toMatch(/\d+\.\d+\.\d+/);
  const { schema_version, steps } = job.trajectory();
  expect(schema_version).toBe("ATIF-v1.7");
  expect(steps.map(({ step_id }) => step_id)).toEqual(steps.map((_, at) => at + 1));
  const shown = steps.flatMap(({ observation }) => observation?.results.map(({ content }) => content) ?? []);
  expect(shown.join("\n")).toContain(ANSWER);
  expect(steps.at(-1)?.message).toContain(`It shows ${ANSWER}.`);
  expectTimes(result, steps.length - 1);
  // A program of some hundred megabytes starts before its model is asked.
  expect(result?.timeSplit?.start).toBeGreaterThan(0.2);
}

/** Each step has its time, and the parts of the time are the whole. */
function expectTimes(result: RunResult | undefined, steps: number): void {
  const times = result?.steps ?? [];
  expect(times).toHaveLength(steps);
  expect(times.map(({ at }) => at)).toEqual(times.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(times.flatMap(({ calls }) => calls)).toHaveLength(result?.toolCalls ?? 0);
  const { start, model, tool, idle } = result?.timeSplit ?? { start: 0, model: 0, tool: 0, idle: 0 };
  expect(start + model + tool + idle).toBeCloseTo(result?.seconds ?? 0, 3);
  expect(model).toBeGreaterThan(0);
  expect(tool).toBeGreaterThan(0);
}

async function doesTaskInWindow(name: ScriptedAgent, bin: string): Promise<void> {
  await using job = await startAgentJob(name, bin);
  const [result] = await job.run("--tools", toolOf(name), "--mode", "tui");
  const turns = job.model.turns.length;
  // Four calls, what it says before it is told to go on, and its last message. The first call may have to be made again.
  expect(turns).toBeGreaterThanOrEqual(6);
  expect(summaryOf(result)).toEqual({ outcome: "pass", reason: "the verifier passed", toolCalls: turns - 2, nudges: 1 });
  expect(result?.tokens).toEqual({ script: tokensOf(turns) });
  const { steps } = job.trajectory();
  expect(steps.at(-1)?.message).toContain(`It shows ${ANSWER}.`);
  expectTimes(result, steps.length - 1);
}
