/** `cotty eval judge`: an agent reads the runs of a job. It sees no names and decides nothing. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PairJudgement } from "../../../electron/eval/judge/pair-judgement.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";

const fakeAgent = join(import.meta.dirname, "../../fixtures/eval/fake-agent.mjs");

function define(home: Home): void {
  const agent = (BEHAVIOR: string): object => ({
    adapter: "program",
    command: [process.execPath, fakeAgent],
    model: "frontier-9",
    env: { BEHAVIOR },
    scripted: true,
  });
  for (const [kind, name, matter, text] of [
    ["agents", "honest", agent("works"), ""],
    ["agents", "liar", agent("lies"), ""],
    ["agents", "reader", { ...agent("judges"), model: "reader-1" }, ""],
    ["agents", "talker", agent("judges in prose"), ""],
    ["tasks", "file", { verify: "test -e done.txt", solution: "touch done.txt" }, "With zellij, make a file done.txt."],
    ["tools", "zellij", { title: "Zellij's panes" }, "Use it."],
  ] as const) {
    mkdirSync(join(home.root, kind), { recursive: true });
    writeFileSync(join(home.root, kind, `${name}.md`), `---\n${JSON.stringify(matter)}\n---\n${text}\n`);
  }
}

const read = (home: Home, path: string): string => readFileSync(join(home.root, "job/runs", path), "utf8");

test("a judge reads each run without names, and its agreement with the verifier is told", async () => {
  await using home = createHome();
  define(home);
  await cottyOk(home, ["eval", "run", "--agents", "honest,liar", "-o", "job", "--parallel", "2"]);
  const before = await cottyOk(home, ["eval", "stats", "job"]);
  const judged = await cotty(home, ["eval", "judge", "--agent", "reader", "--parallel", "2", "job"]);
  expect(judged.stderr).toContain("2 of 2 judged");
  expect(judged.stdout).toContain("reader (reader-1) read 2 runs, without the names of tools and agents. That cost $0.12.");
  // The judge believes the liar; the verifier does not.
  expect(judged.stdout).toContain("The judge agrees with the verifier in 50 % [9 %, 91 %] of 2 runs (Cohen's κ 0.00).");
  expect(judged.stdout).toMatch(/zellij +2\/2 +4\.0 +– +–/);

  const prompt = read(home, "honest--file--zellij--01/judge/vote-2/prompt.md");
  expect(prompt).toContain("With TOOL, make a file done.txt.");
  expect(prompt).toContain("AGENT CALLS: terminal");
  expect(prompt).not.toMatch(/zellij|honest|liar|frontier-9/i);
  expect(prompt).toContain('"verdict": "not-done" or "done"');
  const judgement = JSON.parse(read(home, "liar--file--zellij--01/judgement.json")) as object;
  expect(judgement).toMatchObject({
    judge: { agent: "reader", model: "reader-1" },
    verdict: "done",
    votes: [
      { verdict: "done", scores: [{ criterion: "goal", score: 4 }], costUsd: 0.02 },
      { verdict: "done" },
      { verdict: "done" },
    ],
  });

  expect(JSON.parse(read(home, "liar--file--zellij--01/result.json"))).toMatchObject({ outcome: "false-claim" });
  expect(await cottyOk(home, ["eval", "stats", "--no-judge", "job"])).toBe(before);
  expect(await cottyOk(home, ["eval", "stats", "job"])).toBe(`${before}\n${judged.stdout}`);
  expect(readFileSync(join(home.root, "job/evaluation-summary.html"), "utf8")).toContain("Cohen&#39;s κ 0.00");
  // What is judged is not judged again.
  expect((await cotty(home, ["eval", "judge", "--agent", "reader", "job"])).stderr).toContain("0 runs judged");
});

test("a judge without an answer in the form leaves the run undecided, and one that judges itself is named", async () => {
  await using home = createHome();
  define(home);
  await cottyOk(home, ["eval", "run", "--agents", "honest,talker", "--repeat", "1", "-o", "job", "--parallel", "2"]);
  const judged = await cotty(home, ["eval", "judge", "--agent", "talker", "--votes", "1", "--json", "job"]);
  expect(judged.stderr).toContain("talker judges its own runs.");
  expect(JSON.parse(judged.stdout)).toMatchObject({ runs: 2, undecided: 2, unreadable: 2, costUsd: 0 });
});

test("a judge that does not start has judged nothing, and the next one judges; one without its key is not started", async () => {
  await using home = createHome();
  define(home);
  const broken = { adapter: "program", command: ["sh", "-c", "exit 1"], scripted: true };
  writeFileSync(join(home.root, "agents/broken.md"), `---\n${JSON.stringify(broken)}\n---\n`);
  writeFileSync(join(home.root, "agents/keyless.md"), `---\n${JSON.stringify({ ...broken, keys: ["NO_SUCH_KEY"] })}\n---\n`);
  await cottyOk(home, ["eval", "run", "--agents", "honest", "-o", "job"]);
  const failed = await cotty(home, ["eval", "judge", "--agent", "broken", "--votes", "1", "job"]);
  expect(failed.stderr).toContain("A vote could not be cast: broken said nothing: the agent ended with exit code 1");
  expect(failed.stderr).toContain("0 runs judged");
  const keyless = await cotty(home, ["eval", "judge", "--agent", "keyless", "job"]);
  expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining("keyless cannot judge without its key") as string });
  expect((await cotty(home, ["eval", "judge", "--agent", "reader", "job"])).stderr).toContain("1 run judged");
});

test("what cannot be judged is refused", async () => {
  await using home = createHome();
  define(home);
  const runs = [{ agent: "a", task: "file", tool: "zellij", success: true }];
  writeFileSync(join(home.root, "summary.json"), JSON.stringify({ a: { file: { zellij: { runs } } } }));
  await cottyOk(home, ["eval", "import", "summary.json", "-o", "imported"]);
  expect(await cotty(home, ["eval", "judge", "--agent", "reader", "imported"])).toMatchObject({
    code: 1,
    stderr: "imported was imported: there are no transcripts to judge, and no runs to do.\n",
  });
});

describe("run against run", () => {
  /** One agent that does the task with the first tool only. */
  function definePair(home: Home, judge: object): void {
    define(home);
    rmSync(join(home.root, "tools/zellij.md"));
    const agent = { adapter: "program", command: [process.execPath, fakeAgent], scripted: true };
    for (const [kind, name, matter] of [
      ["agents", "picky", { ...agent, env: { BEHAVIOR: "works with the first tool" } }],
      ["agents", "referee", { ...agent, model: "referee-1", env: { BEHAVIOR: "compares", ...judge } }],
      ["tools", "zellij", { title: "the first tool" }],
      ["tools", "dtach", { title: "another one" }],
    ] as const)
      writeFileSync(join(home.root, kind, `${name}.md`), `---\n${JSON.stringify(matter)}\n---\nUse it.\n`);
  }

  test("a judge compares the tools in both orders, three times, without their names", async () => {
    await using home = createHome();
    definePair(home, {});
    await cottyOk(home, ["eval", "run", "--agents", "picky", "-o", "job", "--parallel", "2"]);
    const before = await cottyOk(home, ["eval", "stats", "job"]);
    const judged = await cotty(home, ["eval", "judge", "--pairs", "--agent", "referee", "job"]);
    expect(judged.stderr).toContain("better: zellij  picky, file, dtach and zellij, 1  1 of 1 judged");
    expect(judged.stdout).toContain(
      "referee (referee-1) compared 1 pair of runs, each in both orders and without names. That cost $0.0600.",
    );
    expect(judged.stdout).toMatch(/dtach \/ zellij +1 +0 +1 +0 +0 % \[0 %, 79 %\]/);

    const folder = join(home.root, "job/pairs/picky--file--dtach--01--zellij");
    const judgement = JSON.parse(readFileSync(join(folder, "judgement.json"), "utf8")) as PairJudgement;
    expect(judgement).toMatchObject({ a: "dtach", b: "zellij", winner: "b", judge: { agent: "referee", model: "referee-1" } });
    expect(
      judgement.votes.map(({ winner, readings }) => [winner, ...readings.map(({ first, better }) => [first, better])]),
    ).toEqual([1, 2, 3].map(() => ["b", ["a", "b"], ["b", "b"]]));
    // Each score has a quote from its own run.
    expect(judgement.votes[0]?.readings[1]?.scores).toMatchObject([
      { criterion: "goal", run: "b", score: 4, quote: expect.stringContaining("AGENT CALLS: terminal") },
      { criterion: "goal", run: "a", score: 2, quote: "AGENT SAYS: It is done." },
    ]);
    for (const order of ["a", "b"]) {
      const prompt = readFileSync(join(folder, `vote-1-${order}-first/prompt.md`), "utf8");
      expect(prompt).not.toMatch(/zellij|dtach|picky|the first tool|another one/i);
    }
    // It decides nothing, and its cost is in no run's cost.
    expect(await cottyOk(home, ["eval", "stats", "--no-judge", "job"])).toBe(before);
    expect(await cottyOk(home, ["eval", "stats", "job"])).toBe(`${before}\n${judged.stdout}`);
    expect(readFileSync(join(home.root, "job/evaluation-summary.html"), "utf8")).toContain("Judge, run against run");
    expect((await cotty(home, ["eval", "judge", "--pairs", "--agent", "referee", "job"])).stderr).toContain("0 pairs judged");
  });

  test("a judge who takes what stands first has seen no difference", async () => {
    await using home = createHome();
    definePair(home, { PREFERS: "first" });
    await cottyOk(home, ["eval", "run", "--agents", "picky", "-o", "job", "--parallel", "2"]);
    const judged = await cotty(home, ["eval", "judge", "--pairs", "--agent", "referee", "--votes", "1", "--json", "job"]);
    expect(JSON.parse(judged.stdout)).toMatchObject({
      pairs: 1,
      orderChanged: 1,
      tools: [{ a: "dtach", b: "zellij", betterA: 0, betterB: 0, ties: 1 }],
    });
  });
});
