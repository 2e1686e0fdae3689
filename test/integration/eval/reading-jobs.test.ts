/** `cotty eval` on results that are there already: imported, counted, reported and compared. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";

const published = join(import.meta.dirname, "../../fixtures/eval/terminalcp-summary.json");

const summary = (home: Home): string => {
  const file = join(home.root, "evaluation-summary.json");
  cpSync(published, file);
  return file;
};

describe("eval stats", () => {
  test("prints each task, all tasks, and the tools against each other", async () => {
    await using home = createHome();
    const text = await cottyOk(home, ["eval", "stats", summary(home)]);
    expect(text).toMatch(/^debug-lldb\ntool +passed +rate/);
    expect(text).toMatch(/\nscreen +20\/30 +67 % \[49 %, 81 %\] +\$1\.26 \[\$1\.06, \$1\.4\d\] +\$1\.89 \[\$1\.3\d, \$2\.7\d\] /);
    expect(text).toMatch(/\nscreen \/ tmux +project-analysis +−100 % \[−100 %, −\d\d %\]\n/);
    expect(text).toMatch(/\nscreen \/ tmux +all +−33 % \[−4\d %, −1\d %\] +< 0\.001\n/);
    expect(text).toMatch(/\nterminalcp \/ tmux +project-analysis +0\.61 \[0\.52, 0\.71\] /);
  });

  test("as JSON has every figure", async () => {
    await using home = createHome();
    const figures = JSON.parse(await cottyOk(home, ["eval", "stats", "--json", summary(home)])) as {
      tools: { tool: string; success: { estimate: number } }[];
      cost: { a: string; b: string; overall: { low: number; high: number } }[];
    };
    expect(figures.tools.find(({ tool }) => tool === "screen")?.success.estimate).toBeCloseTo(2 / 3, 6);
    const pair = figures.cost.find(({ a, b }) => a === "terminalcp" && b === "tmux");
    expect(pair?.overall.low).toBeLessThan(1);
    expect(pair?.overall.high).toBeGreaterThan(1);
  });

  test.each([
    ["what is not there", ["nowhere"], "nowhere does not exist. Give a job's folder"],
    ["no JSON", ["broken.json"], "broken.json cannot be read: "],
    ["another JSON", ["other.json"], "other.json: claude/task/tmux has no list"],
  ])("says of %s what is wrong", async (_, args, message) => {
    await using home = createHome();
    writeFileSync(join(home.root, "broken.json"), "{");
    writeFileSync(join(home.root, "other.json"), '{"claude":{"task":{"tmux":5}}}');
    const result = await cotty(home, ["eval", "stats", ...args]);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain("    at ");
  });
});

test("eval import makes a job, which report and stats read; prompts without a result are failures", async () => {
  await using home = createHome();
  summary(home);
  writeFileSync(join(home.root, "claude-code--debug-lldb--tmux--20250816000000000000-prompt.md"), "## Task\n");
  // This one is in the summary.
  writeFileSync(join(home.root, "claude-code--debug-lldb--screen--20250815220002898000-prompt.md"), "## Task\n");
  const imported = await cotty(home, ["eval", "import", ".", "-o", "job", "--title", "Published runs"]);
  expect(imported).toMatchObject({ code: 0, stdout: `${join(home.root, "job")}\n` });
  expect(imported.stderr).toContain("121 runs read, 1 of them without a result: counted as failures");
  expect(readdirSync(join(home.root, "job/runs"))).toHaveLength(121);
  const result = JSON.parse(
    readFileSync(join(home.root, "job/runs/claude-code--debug-lldb--tmux--11/result.json"), "utf8"),
  ) as object;
  expect(result).toMatchObject({ outcome: "fail", reason: "there is a prompt and no result: the run never ended" });

  expect(await cottyOk(home, ["eval", "report", "job"])).toBe(`${join(home.root, "job/evaluation-summary.html")}\n`);
  const page = readFileSync(join(home.root, "job/evaluation-summary.html"), "utf8");
  expect(page).toContain("<h1>Published runs</h1>");
  expect(page).toContain("Imported from terminalcp&#39;s evaluation: 121 runs. Cotty did not run them.");
  expect(await cottyOk(home, ["eval", "stats", "job/evaluation-summary.json"])).toBe(
    await cottyOk(home, ["eval", "stats", "job"]),
  );
  expect(await cottyOk(home, ["eval", "stats", "job"])).toMatch(/tmux +10\/11/);

  const again = await cotty(home, ["eval", "import", ".", "-o", "job"]);
  expect(again).toMatchObject({ code: 1, stderr: "job is not empty. Give a new folder.\n" });
});

test("eval import without -o makes a folder of its own, as eval run does", async () => {
  await using home = createHome();
  const { job, ...counts } = JSON.parse(await cottyOk(home, ["eval", "import", summary(home), "--json"])) as { job: string };
  expect(counts).toEqual({ runs: 120, withoutResult: 0 });
  expect(dirname(job)).toBe(join(home.root, "evaluation-results"));
  expect(await cottyOk(home, ["eval", "stats", job])).toMatch(/tmux +10\/10/);
});

test("a wrong folder is named, with what to give, by each command", async () => {
  await using home = createHome();
  const nowhere = join(home.root, "nowhere");
  const refusal = async (...args: string[]): Promise<string> => (await cotty(home, ["eval", ...args])).stderr;
  const hint =
    "Give a job's folder, or an evaluation-summary.json. 'cotty eval run' makes a job in evaluation-results/, or where -o says.";
  for (const command of ["status", "resume", "judge", "stats", "report"])
    expect(await refusal(command, nowhere), command).toBe(`${nowhere} does not exist. ${hint}\n`);
  expect(await refusal("compare", summary(home), "no.json")).toBe(`no.json does not exist. ${hint}\n`);
  mkdirSync(nowhere);
  expect(await refusal("status", nowhere)).toBe(`${nowhere} has no config.json. ${hint}\n`);
  expect(await refusal("stats", nowhere)).toBe(`${nowhere} has no evaluation-summary.json. ${hint}\n`);
  expect(await refusal("import", nowhere)).toBe(
    `${nowhere} has no evaluation-summary.json. Give the folder of terminalcp's results, or its summary.\n`,
  );
});

test("eval compare goes by the runs where the agents tell no cost", async () => {
  await using home = createHome();
  for (const [name, success] of [
    ["before", false],
    ["after", true],
  ] as const) {
    const run = { agent: "codex", task: "file", tool: "tmux", success, totalDurationWall: "2s" };
    writeFileSync(join(home.root, `${name}.json`), JSON.stringify({ codex: { file: { tmux: { runs: [run, run] } } } }));
  }
  const text = await cottyOk(home, ["eval", "compare", "before.json", "after.json"]);
  expect(text).toMatch(/before: tmux \/ after: tmux +file +−100 % \[−100 %, −\d\d? %\]/);
});

test("eval compare pairs the runs of one agent with its own, and names the agent where there are several", async () => {
  await using home = createHome();
  const runsOf = (agent: string, count: number, totalCost: number): object => ({
    file: {
      tmux: { runs: Array.from({ length: count }, () => ({ agent, task: "file", tool: "tmux", success: true, totalCost })) },
    },
  });
  // The dear agent has more runs before, and the cheap one more after. Neither has become cheaper.
  const before = { dear: runsOf("dear", 3, 10), cheap: runsOf("cheap", 1, 1), gone: runsOf("gone", 1, 50) };
  const after = { dear: runsOf("dear", 1, 10), cheap: runsOf("cheap", 3, 1) };
  writeFileSync(join(home.root, "before.json"), JSON.stringify(before));
  writeFileSync(join(home.root, "after.json"), JSON.stringify(after));
  const text = await cottyOk(home, ["eval", "compare", "before.json", "after.json"]);
  expect(text).toMatch(/before: tmux \/ after: tmux +file, dear +1\.00 \[1\.00, 1\.00\]/);
  expect(text).toMatch(/before: tmux \/ after: tmux +file, cheap +1\.00 \[1\.00, 1\.00\]/);
  expect(text).toMatch(/before: tmux \/ after: tmux +all +1\.00 \[1\.00, 1\.00\]/);
  expect(text).not.toContain("gone");
  writeFileSync(join(home.root, "other.json"), JSON.stringify({ other: runsOf("other", 1, 1) }));
  expect((await cotty(home, ["eval", "compare", "before.json", "other.json"])).stderr).toBe(
    "before.json and other.json have no agent, task and tool in common.\n",
  );
});

test("eval import refuses names that would lead out of the job", async () => {
  await using home = createHome();
  for (const tool of ["../../../outside", "a--b", ""]) {
    const run = { agent: "claude", task: "task", tool, success: true };
    writeFileSync(join(home.root, "hostile.json"), JSON.stringify({ claude: { task: { [tool]: { runs: [run] } } } }));
    const refused = await cotty(home, ["eval", "import", "hostile.json", "-o", "job"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`"${tool}" cannot be a name`);
  }
  expect(readdirSync(home.root)).not.toContain("outside");
});

test("eval compare finds no difference between a job and itself, and says when nothing is in common", async () => {
  await using home = createHome();
  await cottyOk(home, ["eval", "import", summary(home), "-o", "job"]);
  const text = await cottyOk(home, ["eval", "compare", "job", "evaluation-summary.json"]);
  expect(text).toMatch(/job: tmux \/ evaluation-summary: tmux +all +1\.00 \[0\.\d\d, 1\.\d\d\] +1\.000/);
  mkdirSync(join(home.root, "other"));
  writeFileSync(join(home.root, "other/evaluation-summary.json"), '{"pi":{"x":{"cat":{"runs":[]}}}}');
  expect(await cotty(home, ["eval", "compare", "job", "other"])).toMatchObject({
    code: 1,
    stderr: "job and other have no agent, task and tool in common.\n",
  });
});

test("eval by itself and a wrong word say what there is", async () => {
  await using home = createHome();
  expect(await cottyOk(home, ["eval"])).toContain("stats JOB");
  expect(await cottyOk(home, ["eval", "stats", "--help"])).toContain("stats JOB");
  expect(await cotty(home, ["eval", "stat"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Unknown command: eval stat"),
  });
  expect(await cotty(home, ["eval", "import"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Usage: cotty eval import"),
  });
});
