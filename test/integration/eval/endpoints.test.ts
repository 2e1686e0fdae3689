/** What the endpoint of a model may do, and what a job makes of it: OpenCode's real program, through a gateway. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../../../electron/eval/results/run-result.ts";
import { loadJob } from "../../../electron/eval/job/job-folder.ts";
import { cotty } from "../../support/cotty.ts";
import type { Move, Turn } from "../../support/model-endpoint.ts";
import { ANSWER, fetchAgent, scriptedAgents, startAgentJob, usage } from "../../support/scripted-agents.ts";

/** Each run starts a program of some hundred megabytes. */
const PATIENCE = { timeout: 400_000 };

const tokensOf = (turns: number): object => ({
  script: { input: usage.input * turns, output: usage.output * turns, cacheRead: usage.cacheRead * turns, cacheWrite: 0 },
});

const bc = scriptedAgents.opencode.shell("echo '123456789 * 987654321' | bc -q");

/** Two turns: a call, and a report of what it has shown. */
function twoTurns({ prompt, results }: Turn): Move {
  if (results.length === 0) return { ...bc, usage };
  return { say: `It shows ${/\d{15,}/.exec(results.join("\n"))?.[0]}.\n${/TASK_COMPLETE_\w+/.exec(prompt)?.[0]}`, usage };
}

/** Runs OpenCode once with this endpoint. `undefined` if its program is not there. */
async function runOnce(move: (turn: Turn) => Move, ...more: string[]): Promise<{ run: RunResult; turns: number } | string> {
  const fetched = await fetchAgent("opencode");
  if ("missing" in fetched) return fetched.missing;
  await using job = await startAgentJob("opencode", fetched.bin, move);
  const [run] = await job.run("--tools", "cotty-cli", "--record", ...more);
  return run === undefined ? "there is no run" : { run, turns: job.model.turns.length };
}

test(
  "what was recorded is replayed without the endpoint, and the gateway counts what the script says",
  PATIENCE,
  async ({ skip }) => {
    const fetched = await fetchAgent("opencode");
    if ("missing" in fetched) return skip(fetched.missing);
    await using job = await startAgentJob("opencode", fetched.bin);
    const [recorded] = await job.run("--tools", "cotty", "--record");
    const turns = job.model.turns.length;
    expect(recorded).toMatchObject({ outcome: "pass", tokens: tokensOf(turns), gateway: { tokens: tokensOf(turns) } });
    expect(recorded?.gateway?.requests).toBeGreaterThanOrEqual(turns);
    await job.model[Symbol.asyncDispose]();

    const PATH = `${fetched.bin}:${process.env["PATH"]}`;
    const again = ["eval", "run", "--agents", "opencode", "--tools", "cotty", "--replay", "job", "-o", "again"];
    const ran = await cotty(job.home, again, { env: { PATH } });
    expect(ran.code, ran.stderr).toBe(0);
    const [replayed] = loadJob(join(job.home.root, "again")).runs;
    expect(replayed).toMatchObject({
      outcome: "pass",
      toolCalls: recorded?.toolCalls,
      tokens: tokensOf(turns),
      gateway: recorded?.gateway,
    });
    expect(replayed?.verifier?.passed, ANSWER).toBe(true);
  },
);

test("an endpoint that is slow is time of the model, and no other", PATIENCE, async ({ skip }) => {
  // Longer than the tool takes on a busy machine.
  const delayMs = 5000;
  const done = await runOnce((turn) => ({ ...twoTurns(turn), delayMs }));
  if (typeof done === "string") return skip(done);
  expect(done.run).toMatchObject({ outcome: "pass", tokens: tokensOf(2), gateway: { tokens: tokensOf(2) } });
  expect(done.turns).toBe(2);
  expect(done.run.timeSplit?.model).toBeGreaterThan((2 * delayMs) / 1000);
  expect(done.run.timeSplit?.tool).toBeLessThan(delayMs / 1000);
});

test("an endpoint that is busy once is asked again by the agent, and costs nothing more", PATIENCE, async ({ skip }) => {
  let isBusy = true;
  const done = await runOnce((turn) => {
    if (!isBusy) return twoTurns(turn);
    isBusy = false;
    return { status: 429 };
  });
  if (typeof done === "string") return skip(done);
  expect(done.turns).toBe(3);
  expect(done.run).toMatchObject({ outcome: "pass", retries: 0, tokens: tokensOf(2), gateway: { tokens: tokensOf(2) } });
});

test(
  "an endpoint that is always busy is no fault of the agent: the run is tried again, and does not count",
  PATIENCE,
  async ({ skip }) => {
    const done = await runOnce(() => ({ status: 429 }), "--timeout", "40");
    if (typeof done === "string") return skip(done);
    expect(done.turns).toBeGreaterThan(3);
    expect(done.run).toMatchObject({ outcome: "infrastructure", retries: 2, gateway: { tokens: {} } });
    expect(done.run.reason).toMatch(/could not ask its model: .*429/);
  },
);

test("an endpoint that never answers lets the time run out, once", PATIENCE, async ({ skip }) => {
  const done = await runOnce(() => ({ stalls: true }), "--timeout", "15");
  if (typeof done === "string") return skip(done);
  expect(done.run).toMatchObject({ outcome: "timeout", retries: 0, tokens: {} });
  expect(done.run.toolCalls).toBeUndefined();
  expect(done.run.seconds).toBeGreaterThanOrEqual(15);
  expect(done.run.seconds).toBeLessThan(30);
});

test("a model that refuses has not done the task, and its words cost what they cost", PATIENCE, async ({ skip }) => {
  const done = await runOnce(() => ({ say: "I cannot help with that.", refuses: true, usage }));
  if (typeof done === "string") return skip(done);
  expect(done.run.reason).toMatch(/^the model refused: /);
  expect(done.run).toMatchObject({ outcome: "fail", retries: 0, tokens: tokensOf(1), gateway: { tokens: tokensOf(1) } });
});
