/** The traffic of agents with their model goes through a gateway: recorded, counted, and replayed without the model. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../../../electron/eval/results/run-result.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { startModelEndpoint } from "../../support/model-endpoint.ts";

const fakeAgent = join(import.meta.dirname, "../../fixtures/eval/fake-agent.mjs");

function define(home: Home, baseUrl: string | undefined): void {
  const agent = {
    adapter: "program",
    command: [process.execPath, fakeAgent],
    env: { BEHAVIOR: "asks a model" },
    scripted: true,
    ...(baseUrl !== undefined && { baseUrl }),
  };
  for (const [kind, name, matter] of [
    ["agents", "asker", agent],
    ["tasks", "file", { verify: "test -e done.txt", solution: "touch done.txt" }],
    ["tools", "any", {}],
  ] as const) {
    mkdirSync(join(home.root, kind), { recursive: true });
    writeFileSync(join(home.root, kind, `${name}.md`), `---\n${JSON.stringify(matter)}\n---\nText.\n`);
  }
}

const run = (home: Home, job: string, ...more: string[]) => cotty(home, ["eval", "run", "--agents", "asker", "-o", job, ...more]);

const resultOf = (home: Home, job: string): RunResult =>
  JSON.parse(readFileSync(join(home.root, job, "runs/asker--file--any--01/result.json"), "utf8")) as RunResult;

const tokens = { input: 70, output: 7, cacheRead: 30, cacheWrite: 0 };

test("a recorded job is replayed without its model, and the gateway counts for itself", async () => {
  await using home = createHome();
  {
    await using model = await startModelEndpoint(({ prompt }) => ({
      say: `Write the file.\n${/TASK_COMPLETE_\w+/.exec(prompt)?.[0]}`,
      usage: { input: 70, output: 7, cacheRead: 30 },
    }));
    define(home, `${model.url}/v1`);
    const recorded = await run(home, "first", "--record");
    expect(recorded.stderr).toContain("other tokens than the gateway has counted in 1 run: asker--file--any--01.");
    expect(model.turns).toHaveLength(1);
  }
  expect(resultOf(home, "first")).toMatchObject({
    outcome: "pass",
    reason: "the verifier passed",
    gateway: { requests: 1, tokens: { script: tokens } },
  });
  const exchange = readFileSync(join(home.root, "first/runs/asker--file--any--01/gateway.jsonl"), "utf8");
  expect(JSON.parse(exchange)).toMatchObject({ method: "POST", path: "/v1/chat/completions", status: 200 });

  // The model is gone.
  await run(home, "second", "--replay", "first");
  expect(resultOf(home, "second")).toMatchObject({
    outcome: "pass",
    reason: "the verifier passed",
    gateway: { requests: 1, tokens: { script: tokens } },
  });
  await run(home, "third");
  expect(resultOf(home, "third")).toMatchObject({ outcome: "fail" });
  expect(existsSync(join(home.root, "third/runs/asker--file--any--01/gateway.jsonl"))).toBe(false);
});

test("an endpoint that fails is passed on as it is, and one that is not there is said to the agent", async () => {
  await using home = createHome();
  await using model = await startModelEndpoint(() => ({ status: 429 }));
  define(home, `${model.url}/v1`);
  await run(home, "refused", "--record");
  const answer = (job: string): string =>
    readFileSync(join(home.root, job, "runs/asker--file--any--01/verifier/answer.md"), "utf8");
  expect(answer("refused")).toContain("scripted status 429");
  expect(resultOf(home, "refused")).toMatchObject({
    outcome: "infrastructure",
    reason: "the agent could not ask its model: its endpoint answered with status 429",
    retries: 2,
    gateway: { requests: 1, tokens: {} },
  });
  define(home, "http://127.0.0.1:1/v1");
  await run(home, "gone", "--record");
  expect(answer("gone")).toContain('"type":"gateway"');
});

test("what cannot be recorded or replayed is refused", async () => {
  await using home = createHome();
  define(home, undefined);
  expect(await run(home, "job", "--record")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('asker has no "baseUrl". Its traffic can be recorded only if'),
  });
  expect((await run(home, "job", "--record", "--replay", "x")).stderr).toContain("--record and --replay exclude each other");
  define(home, "http://127.0.0.1:1/v1");
  expect((await run(home, "job", "--replay", "nowhere")).stderr).toContain(
    "has no gateway.jsonl. Only a job that ran with --record",
  );
  await cottyOk(home, ["kill-server"]);
});
