/** `cotty eval run` with agents that behave as agents do, in a host of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../../electron/eval/results/run-result.ts";
import { connectClient } from "../../../electron/client/host-connection.ts";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home, processesIn } from "../../support/home.ts";
import { processesOfRuns } from "../../support/run-spaces.ts";
import { until } from "../../support/until.ts";

const fakeAgent = join(import.meta.dirname, "../../fixtures/eval/fake-agent.mjs");

/** A task that is done when there is a file. */
const TASK = `---
{ "verify": "test -e done.txt", "solution": "touch done.txt", "timeout": 60 }
---
Make a file done.txt.
`;
const TOOL = '---\n{ "title": "any tool" }\n---\nUse it.\n';

type AgentOptions = { readonly env?: Record<string, string>; readonly [key: string]: unknown };

function define(home: Home, agents: Record<string, AgentOptions>): void {
  for (const folder of ["agents", "tasks", "tools"]) mkdirSync(join(home.root, folder), { recursive: true });
  writeFileSync(join(home.root, "tasks/file.md"), TASK);
  writeFileSync(join(home.root, "tools/any.md"), TOOL);
  for (const [name, options] of Object.entries(agents)) {
    const matter = { adapter: "program", command: [process.execPath, fakeAgent], scripted: true, ...options };
    writeFileSync(join(home.root, `agents/${name}.md`), `---\n${JSON.stringify(matter)}\n---\n`);
  }
}

function result(home: Home, folder: string): RunResult {
  return JSON.parse(readFileSync(join(home.root, "job/runs", folder, "result.json"), "utf8")) as RunResult;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const runFake = (home: Home, ...more: string[]) => cotty(home, ["eval", "run", "--agents", "fake", "-o", "job", ...more]);

describe("the outcome of a run", () => {
  const behaviors = [
    ["works", "pass", "the verifier passed"],
    ["works in silence", "pass", "the verifier passed, though the agent did not claim it"],
    ["lies", "false-claim", "the agent claimed success, and the verifier failed"],
    ["gives up", "gave-up", "the agent said that it failed"],
    ["speaks of the markers", "fail", "the agent ended and claimed nothing"],
    ["claims both", "gave-up", "the agent said that it failed"],
    ["uses another run's marker", "fail", "the agent ended and claimed nothing"],
    ["dies", "fail", "the agent ended with exit code 3 and claimed nothing"],
  ] as const;

  test("is what the verifier and the agent's last message say, and the task itself is checked in the same job", async () => {
    await using home = createHome();
    define(home, Object.fromEntries(behaviors.map(([BEHAVIOR], at) => [`fake${at}`, { env: { BEHAVIOR } }])));
    const agents = behaviors.map((_, at) => `fake${at}`).join(",");
    await cottyOk(home, ["eval", "run", "--agents", agents, "--parallel", "2", "-o", "job"]);
    for (const [at, [behavior, outcome, reason]] of behaviors.entries()) {
      expect({ behavior, ...result(home, `fake${at}--file--any--01`) }).toMatchObject({ behavior, outcome, reason });
    }
    expect(result(home, "oracle--file--none--01")).toMatchObject({ outcome: "pass" });
    expect(result(home, "nop--file--none--01")).toMatchObject({ outcome: "fail" });
  });

  test("of one that never ends is a timeout", async () => {
    await using home = createHome();
    define(home, { fake: { env: { BEHAVIOR: "stalls" } } });
    await runFake(home, "--timeout", "2");
    expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "timeout" });
  });

  test("of one that spends more than the job has is that, and the rest waits for a larger budget", async () => {
    await using home = createHome();
    define(home, { fake: { env: { BEHAVIOR: "is overspent" } } });
    const first = await runFake(home, "--budget", "1", "--repeat", "2");
    expect(first.stderr).toContain("The budget is used up.");
    expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "over-budget", costUsd: 5 });
    expect(await cottyOk(home, ["eval", "status", "job"])).toBe(
      "3 of 4 runs are over: 1 over-budget, 1 fail, 1 pass. $5.00 so far.\n",
    );
  });

  test("of one that lacks the tool says so: by its own list, and by a server that does not answer", async () => {
    await using home = createHome();
    define(home, { fake: { env: { BEHAVIOR: "works", SEES_NO_TOOL: "1" } } });
    const server = (command: string): string =>
      JSON.stringify({ type: "mcp", mcpServers: { cotty: { command, args: ["mcp"] } } });
    writeFileSync(join(home.root, "tools/any.md"), `---\n${server("cotty")}\n---\nUse it.\n`);
    writeFileSync(join(home.root, "tools/broken.md"), `---\n${server("false")}\n---\nUse it.\n`);
    await runFake(home);
    expect(result(home, "fake--file--any--01")).toMatchObject({
      outcome: "toolless",
      reason: "the agent did not list the tool among its own",
    });
    expect(result(home, "fake--file--broken--01").reason).toContain("its MCP server ended with exit code 1");
  });

  test("of a program that is not there is skipped, and named before anything runs", async () => {
    await using home = createHome();
    define(home, { fake: { env: { BEHAVIOR: "works" }, requires: ["no-such-program"] } });
    expect((await runFake(home, "--dry-run")).stdout).toContain("Missing on this machine: no-such-program.");
    expect(existsSync(join(home.root, "job"))).toBe(false);
    await runFake(home);
    expect(result(home, "fake--file--any--01")).toMatchObject({
      outcome: "skipped",
      reason: "not on this machine: no-such-program",
    });
  });

  test("is known before anything runs, also where npm installs some of the programs", async () => {
    await using home = createHome();
    const npm = ["some-agent@1.0.0"];
    define(home, { fake: { npm, requires: ["some-agent"] }, other: {} });
    writeFileSync(join(home.root, "tasks/file.md"), '---\n{ "requires": ["no-such-debugger"] }\n---\nText.\n');
    writeFileSync(join(home.root, "tools/any.md"), '---\n{ "requires": ["no-such-terminal"] }\n---\nText.\n');
    const dry = await cottyOk(home, ["eval", "run", "--agents", "fake,other", "--dry-run"]);
    expect(dry).toContain("Missing on this machine: no-such-debugger, no-such-terminal.");
    expect(dry).toContain("2 runs of each tool can show");
    // Without another agent the verifier's programs are what the checks need.
    writeFileSync(join(home.root, "tasks/file.md"), '---\n{ "requires": ["no-such-debugger"], "verify": "true" }\n---\nText.\n');
    const checks = await cottyOk(home, ["eval", "run", "--agents", "oracle", "--dry-run"]);
    expect(checks).toContain("Missing on this machine: no-such-debugger.");
  });

  test("of an agent without a key is skipped, the key is named before anything runs, and resume runs it with the key", async () => {
    await using home = createHome();
    define(home, { fake: { env: { BEHAVIOR: "works" }, keys: ["NO_SUCH_KEY", "NOR_THIS_ONE"] } });
    expect((await runFake(home, "--dry-run")).stdout).toContain("Missing on this machine: NO_SUCH_KEY or NOR_THIS_ONE.");
    await runFake(home);
    expect(result(home, "fake--file--any--01")).toMatchObject({
      outcome: "skipped",
      reason: "not in the environment: NO_SUCH_KEY or NOR_THIS_ONE",
    });
    const resumed = await cotty(home, ["eval", "resume", "job"], { env: { NOR_THIS_ONE: "sk-0123456789" } });
    expect(resumed.stderr).toContain("1 run of 3 to do");
    expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass" });
  });
});

describe("an agent in its window", () => {
  test("gets the instruction, is nudged, and ends", async () => {
    await using home = createHome();
    define(home, { fake: { mode: "tui", env: { BEHAVIOR: "is lazy", IN_WINDOW: "1" } } });
    await runFake(home);
    expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass", nudges: 1 });
  });

  test("that echoes what it is told passes nothing by it", async () => {
    await using home = createHome();
    define(home, { fake: { mode: "tui", env: { BEHAVIOR: "echoes the nudge", IN_WINDOW: "1" } } });
    await runFake(home, "--nudges", "2");
    expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "fail", nudges: 2 });
  });
});

test("a run leaves its files, without its secrets, and nothing that runs", async () => {
  await using home = createHome();
  const secret = "sk-very-secret-0123456789";
  define(home, {
    fake: { env: { BEHAVIOR: "tells its key" }, keys: ["FAKE_KEY"] },
    server: { env: { BEHAVIOR: "leaves a server" } },
  });
  await cottyOk(home, ["eval", "run", "--agents", "fake,server", "-o", "job", "--parallel", "2"], {
    env: { FAKE_KEY: secret },
  });
  const folder = join(home.root, "job/runs/fake--file--any--01");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of [
    "config.json",
    "result.json",
    "prompt.md",
    "agent.cast",
    "scrollbuffer.txt",
    "stream.txt",
    "stream-ansi.txt",
    "agent/trajectory.json",
  ]) {
    expect(names).toContain(name);
  }
  expect(readFileSync(join(folder, "stream.txt"), "utf8")).toContain("The key is [removed].");
  const all = readdirSync(join(home.root, "job"), { recursive: true, withFileTypes: true });
  const leaks = all.filter(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), "utf8").includes(secret),
  );
  expect(leaks.map(({ name }) => name)).toEqual([]);
  expect(result(home, "server--file--any--01")).toMatchObject({
    outcome: "pass",
    costUsd: 0.01,
    toolCalls: 1,
    tokens: { fake: { input: 100, output: 10, cacheRead: 1000, cacheWrite: 5 } },
  });
  const trajectory = JSON.parse(
    readFileSync(join(home.root, "job/runs/server--file--any--01/agent/trajectory.json"), "utf8"),
  ) as object;
  expect(trajectory).toMatchObject({
    schema_version: "ATIF-v1.7",
    steps: [
      { step_id: 1, source: "user" },
      { step_id: 2, tool_calls: [{ function_name: "terminal" }] },
      { step_id: 3, source: "agent" },
    ],
    final_metrics: { total_prompt_tokens: 1105, total_cached_tokens: 1000, total_cost_usd: 0.01 },
  });
  expect(readFileSync(join(home.root, "job/evaluation-summary.html"), "utf8")).toContain("They are no findings.");
  await cottyOk(home, ["kill-server"]);
  await until("nothing runs", () => processesIn(home.root).length === 0);
});

test("a key whose value stands in the agent's definition is removed from the run's files, too", async () => {
  await using home = createHome();
  const FAKE_KEY = "sk-as-secret-9876543210";
  define(home, { fake: { env: { BEHAVIOR: "tells its key", FAKE_KEY }, keys: ["FAKE_KEY"] } });
  await runFake(home);
  const folder = join(home.root, "job/runs/fake--file--any--01");
  for (const name of ["stream.txt", "agent.cast", "agent/trajectory.json", "verifier/answer.md"]) {
    const text = readFileSync(join(folder, name), "utf8");
    expect(text, name).toContain("The key is [removed].");
    expect(text, name).not.toContain(FAKE_KEY);
  }
});

test("a tool leaves nothing that runs, neither when it says its version nor when it is asked for its tools", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "works" } } });
  const tool = { type: "mcp", version: "cotty version", mcpServers: { cotty: { command: "cotty", args: ["mcp"] } } };
  writeFileSync(join(home.root, "tools/any.md"), `---\n${JSON.stringify(tool)}\n---\nUse it.\n`);
  const TMPDIR = join(home.root, "t");
  mkdirSync(TMPDIR);
  await cottyOk(home, ["eval", "run", "--agents", "fake", "-o", "job"], { env: { TMPDIR } });
  expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass" });
  expect(readdirSync(TMPDIR)).toEqual([]);
  expect(processesOfRuns(TMPDIR)).toEqual([]);
});

test("a run into which a person types is shown and not counted", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "stalls" } } });
  const running = runFake(home, "--timeout", "20");
  using person = await until("the host", () => connectClient(home.paths, "ada", "attach").catch(() => undefined));
  const session = "eval/file/any/1";
  await until("the run's session", async () => (await person.request("session/list", {})).some(({ id }) => id === session));
  await person.request("session/write", { id: session, input: [{ text: "x" }] });
  // Ctrl+C: the person ends what stalls.
  await person.request("session/write", { id: session, input: [{ key: "C-c" }] });
  await running;
  expect(result(home, "fake--file--any--01")).toMatchObject({
    outcome: "contaminated",
    reason: "ada typed into the run",
    takeovers: 1,
  });
  expect((await running).stdout).toContain("0/0");
});

test("a run that a person ends is not counted, and is not begun again", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "stalls" } } });
  const running = runFake(home, "--timeout", "60");
  using person = await until("the host", () => connectClient(home.paths, "ada", "attach").catch(() => undefined));
  const session = "eval/file/any/1";
  await until("the run's session", async () => (await person.request("session/list", {})).some(({ id }) => id === session));
  await person.request("session/stop", { id: session });
  await running;
  expect(result(home, "fake--file--any--01")).toMatchObject({
    outcome: "contaminated",
    reason: "ada ended the run",
    takeovers: 0,
    retries: 0,
  });
});

test("a job that was killed goes on where it was, and a run that was over stays as it is", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "works" } } });
  await cottyOk(home, ["eval", "run", "--agents", "fake", "-o", "job", "--repeat", "3", "--seed", "5"]);
  const kept = readFileSync(join(home.root, "job/runs/fake--file--any--02/result.json"), "utf8");
  // As if it had been killed: one run without a result, one that never began.
  rmSync(join(home.root, "job/runs/fake--file--any--03"), { recursive: true });
  rmSync(join(home.root, "job/runs/fake--file--any--01/result.json"));
  expect(await cottyOk(home, ["eval", "status", "job"])).toContain("3 of 5 runs are over");
  await cottyOk(home, ["eval", "resume", "job"]);
  expect(await cottyOk(home, ["eval", "status", "job"])).toContain("5 of 5 runs are over");
  expect(readFileSync(join(home.root, "job/runs/fake--file--any--02/result.json"), "utf8")).toBe(kept);
});

test("a job whose definitions have changed does not go on, and says which", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "works" } } });
  writeFileSync(join(home.root, "tools/any.md"), '---\n{ "version": "echo 1" }\n---\nUse it.\n');
  await runFake(home);
  rmSync(join(home.root, "job/runs/fake--file--any--01/result.json"));
  writeFileSync(join(home.root, "tasks/file.md"), TASK.replace("Make", "Please make"));
  const refused = await cotty(home, ["eval", "resume", "job"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("this has changed: task file. Its runs could not be compared.");
  writeFileSync(join(home.root, "tasks/file.md"), TASK);
  const lock = JSON.parse(readFileSync(join(home.root, "job/lock.json"), "utf8")) as { versions: object };
  writeFileSync(join(home.root, "job/lock.json"), JSON.stringify({ ...lock, versions: { "tool any": "0" } }));
  const resumed = await cotty(home, ["eval", "resume", "job"]);
  expect(resumed.stderr).toContain("The version of tool any was 0 and is 1 now.");
  expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass" });
});

test("a runner that was killed leaves an agent behind: resume ends it, and does its run again", async () => {
  await using home = createHome();
  const attempt = join(home.root, "first-attempt");
  define(home, { fake: { env: { BEHAVIOR: "stalls at first", FIRST_ATTEMPT: attempt } } });
  const runner = spawn(process.execPath, [commandScript, "eval", "run", "--agents", "fake", "-o", "job"], {
    env: home.env,
    cwd: home.root,
    stdio: "ignore",
  });
  await until("the agent stalls", () => existsSync(attempt));
  using client = await connectClient(home.paths, "test", "script");
  const agentPid = (await client.request("session/list", {})).find(({ id }) => id === "eval/file/any/1")?.pid ?? 0;
  await until("the window can say how far the job is", async () => {
    const run = (await client.request("session/list", {})).find(({ id }) => id === "eval/file/any/1");
    return isDeepStrictEqual(run?.job, { name: "job", done: 2, running: 1, total: 3 });
  });
  // Nor may a second runner end the runs of the first one.
  const refused = await cotty(home, ["eval", "resume", "job"]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`Process ${runner.pid} does the runs of `) });
  const killed = once(runner, "close");
  runner.kill("SIGKILL");
  await killed;
  expect(isAlive(agentPid)).toBe(true);
  await cottyOk(home, ["eval", "resume", "job"]);
  expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass", retries: 0 });
  expect(isAlive(agentPid)).toBe(false);
  expect(await client.request("session/list", {})).toEqual([]);
});

test("what a broken off attempt has cost is spent: the next runner has so much less", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "is overspent" } } });
  const args = ["eval", "run", "--agents", "fake", "--budget", "100", "-o", "job"];
  const runner = spawn(process.execPath, [commandScript, ...args], { env: home.env, cwd: home.root, stdio: "ignore" });
  const cost = join(home.root, "job/cost.json");
  await until("the cost so far is written down", () => existsSync(cost));
  const killed = once(runner, "close");
  runner.kill("SIGKILL");
  await killed;
  expect(await cottyOk(home, ["eval", "status", "job"])).toMatch(/^2 of 3 runs are over: .* \$5\.00 so far\.\n$/);
  const resumed = await cotty(home, ["eval", "resume", "--budget", "5", "job"]);
  expect(resumed.stderr).toContain("The budget is used up.");
  expect(existsSync(join(home.root, "job/runs/fake--file--any--01"))).toBe(false);
  expect(await cottyOk(home, ["eval", "status", "job"])).toContain("$5.00 so far.");
});

test("a session that has a run's name already is left alone, and the run gets another name", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "works" } } });
  await cottyOk(home, ["start", "eval/file/any/1", "cat"]);
  await runFake(home);
  expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass", retries: 0 });
  expect(await cottyOk(home, ["list"])).toContain("eval/file/any/1");
});

test("a run that cannot even be set up is no reason to end the others", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "works" } } });
  // A socket cannot be copied into a run's folder.
  mkdirSync(join(home.root, "tasks/blocked/files"), { recursive: true });
  cpSync(join(home.root, "tasks/file.md"), join(home.root, "tasks/blocked.md"));
  const server = createServer().listen(join(home.root, "tasks/blocked/files/socket"));
  await once(server, "listening");
  await runFake(home, "--parallel", "2");
  server.close();
  expect(result(home, "fake--blocked--any--01")).toMatchObject({ outcome: "infrastructure", retries: 2 });
  expect(result(home, "fake--file--any--01")).toMatchObject({ outcome: "pass" });
});

test("--json prints one line of JSON, and the job has its summary and its report", async () => {
  await using home = createHome();
  define(home, { fake: { env: { BEHAVIOR: "works" } } });
  const { results } = JSON.parse((await runFake(home, "--json")).stdout) as { results: RunResult[] };
  expect(results).toHaveLength(3);
  const summary = JSON.parse(readFileSync(join(home.root, "job/evaluation-summary.json"), "utf8")) as object;
  expect(summary).toMatchObject({ fake: { file: { any: { runs: [{ success: true }] } } } });
  expect(existsSync(join(home.root, "job/evaluation-summary.html"))).toBe(true);
});

describe("a task in Harbor's form", () => {
  test.each([
    ["as text", "echo 1 > /logs/verifier/reward.txt", "echo 0 > /logs/verifier/reward.txt"],
    ["as text without an end of line", "printf 1 > /logs/verifier/reward.txt", "printf 0 > /logs/verifier/reward.txt"],
    ["as JSON", `echo '{"reward": 1.0}' > /logs/verifier/reward.json`, `echo '{"reward": 0}' > /logs/verifier/reward.json`],
  ])("runs on this machine, and its verifier's reward is read %s", async (_, reward, noReward) => {
    await using home = createHome();
    define(home, { fake: { env: { BEHAVIOR: "works" } } });
    const folder = join(home.root, "tasks/harbor");
    for (const name of ["tests", "solution", "environment"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "instruction.md"), "Make a file done.txt.\n");
    writeFileSync(join(folder, "task.toml"), 'version = "1.0"\n[verifier]\ntimeout_sec = 5.0\n[agent]\ntimeout_sec = 33.0\n');
    writeFileSync(join(folder, "environment/given.txt"), "given\n");
    writeFileSync(join(folder, "solution/solve.sh"), "test -e given.txt && touch done.txt\n");
    writeFileSync(join(folder, "tests/test.sh"), `if test -e done.txt; then ${reward}; else ${noReward}; fi\n`);
    const { stderr } = await runFake(home, "--tasks", "harbor");
    expect(stderr).toContain("Without a container, on this machine: harbor.");
    expect(stderr).toContain("3 runs of 3 to do");
    const outcomes = ["oracle--harbor--none--01", "nop--harbor--none--01", "fake--harbor--any--01"].map(
      (name) => result(home, name).outcome,
    );
    expect(outcomes).toEqual(["pass", "fail", "pass"]);
  });
});

test("the schedule is the same for the same seed, and has every cell once in each block", async () => {
  await using home = createHome();
  define(home, { fake: {}, other: {} });
  writeFileSync(join(home.root, "tools/second.md"), TOOL);
  const dry = async (seed: string) =>
    JSON.parse(
      await cottyOk(home, ["eval", "run", "--agents", "fake", "other", "--repeat", "4", "--seed", seed, "--dry-run", "--json"]),
    ) as {
      schedule: { agent: string; tool: string; number: number }[];
    };
  const { schedule } = await dry("1");
  expect((await dry("1")).schedule).toEqual(schedule);
  expect((await dry("2")).schedule).not.toEqual(schedule);
  for (const number of [1, 2, 3, 4]) {
    const block = schedule
      .filter((run) => run.number === number && run.tool !== "none")
      .map(({ agent, tool }) => `${agent} ${tool}`);
    expect(block.toSorted()).toEqual(["fake any", "fake second", "other any", "other second"]);
  }
});

test("a definition that is asked for twice runs once, and two of the same name are refused", async () => {
  await using home = createHome();
  define(home, { fake: {} });
  const asked = [
    "eval",
    "run",
    "--agents",
    "fake",
    "--agents=fake,agents/fake.md",
    "--tasks",
    "file,tasks/file",
    "--tools",
    "any",
  ];
  const { schedule } = JSON.parse(await cottyOk(home, [...asked, "--dry-run", "--json"])) as { schedule: object[] };
  expect(schedule).toHaveLength(3);
  mkdirSync(join(home.root, "more"));
  cpSync(join(home.root, "agents/fake.md"), join(home.root, "more/fake.md"));
  cpSync(join(home.root, "tools/any.md"), join(home.root, "tools/none.md"));
  const both = await cotty(home, [...asked, "--agents", "more/fake", "--dry-run"]);
  expect(both).toMatchObject({ code: 1, stdout: "" });
  expect(both.stderr).toContain(
    `Two agents have the name "fake": ${join(home.root, "agents/fake.md")} and ${join(home.root, "more/fake.md")}. Give one`,
  );
  expect((await cotty(home, ["eval", "run", "--agents", "fake", "--dry-run"])).stderr).toContain(
    'no tool can have the name "none"',
  );
});

test("an address that is none is refused with the definition's name", async () => {
  await using home = createHome();
  define(home, { fake: { baseUrl: "/v1" } });
  const { code, stderr } = await cotty(home, ["eval", "run", "--agents", "fake", "--dry-run"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${join(home.root, "agents/fake.md")}: baseUrl: Invalid URL\n` });
});

test("what cannot be run is refused with its name", async () => {
  await using home = createHome();
  define(home, { fake: {} });
  const refusal = async (...args: string[]) => (await cotty(home, ["eval", "run", "--dry-run", ...args])).stderr;
  expect(await refusal("--agents", "nobody")).toContain('There is no agent "nobody". Searched: ');
  expect(await refusal("--agents", "fake", "--tasks", "nothing")).toContain('There is no task "nothing". Searched: ');
  expect(await refusal("--agents", "fake", "--repeat", "0")).toContain("--repeat must be a whole number of at least 1");
  expect(await refusal("--agents", "fake", "--mode", "gui")).toContain('--mode must be one of headless, tui, not "gui"');
  expect(await refusal("--agents", "fake", "--tools")).toContain("--tools needs a value");
  expect(await refusal("--agents", "oracle", "--mode", "tui")).toContain("oracle has no mode tui.");
  writeFileSync(join(home.root, "tools/any.md"), '---\n{ "titel": "x" }\n---\n');
  expect(await refusal("--agents", "fake")).toContain('Unrecognized key: "titel"');
});
