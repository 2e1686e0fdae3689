/** A runner of `cotty eval` is killed before each of its changes to the disk. The job goes on from every state. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandScript } from "../../support/built.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { processesOfRuns } from "../../support/run-spaces.ts";

const fixture = (name: string): string => join(import.meta.dirname, "../../fixtures/eval", name);

/** One run, whose agent leaves a server behind. The task has no verifier, so nothing checks it. */
function define(home: Home): void {
  const agent = {
    adapter: "program",
    command: [process.execPath, fixture("fake-agent.mjs")],
    env: { BEHAVIOR: "leaves a server that obeys" },
    scripted: true,
  };
  for (const [kind, name, matter] of [
    ["agents", "fake", agent],
    ["tasks", "quick", {}],
    ["tools", "any", {}],
  ] as const) {
    mkdirSync(join(home.root, kind));
    writeFileSync(join(home.root, kind, `${name}.md`), `---\n${JSON.stringify(matter)}\n---\nText.\n`);
  }
}

const runOf = (job: string): string[] => ["eval", "run", "--agents", "fake", "-o", job];

/** Runs the job with a runner that is killed before change number `killAt`. Resolves with whether it came so far. */
async function runUntil(home: Home, job: string, killAt: number, env: Record<string, string>): Promise<boolean> {
  const args = ["--require", fixture("killed-at-step.cjs"), commandScript, ...runOf(job)];
  const runner = spawn(process.execPath, args, {
    env: { ...home.env, ...env, KILL_AT: String(killAt) },
    cwd: home.root,
    stdio: "ignore",
  });
  const [, signal] = (await once(runner, "close")) as [number | null, NodeJS.Signals | null];
  return signal === "SIGKILL";
}

test("a job goes on, and leaves nothing behind, whenever its runner is killed", { timeout: 480_000 }, async () => {
  await using home = createHome();
  define(home);
  const env = { TMPDIR: join(home.root, "t") };
  mkdirSync(env.TMPDIR);
  // The host outlives the runners, as it does for a user.
  await cottyOk(home, ["list"]);
  let killAt = 0;
  for (let wasKilled = true; wasKilled;) {
    killAt += 1;
    const job = `job-${killAt}`;
    wasKilled = await runUntil(home, job, killAt, env);
    const goesOn = existsSync(join(home.root, job, "config.json")) ? ["eval", "resume", job] : runOf(job);
    const { code, stderr } = await cotty(home, goesOn, { env });
    expect(code, `killed before change ${killAt}: ${stderr}`).toBe(0);
    const result = JSON.parse(readFileSync(join(home.root, job, "runs/fake--quick--any--01/result.json"), "utf8")) as object;
    expect(result, `killed before change ${killAt}`).toMatchObject({ outcome: "pass", retries: 0 });
    expect(existsSync(join(home.root, job, "evaluation-summary.html"))).toBe(true);
    expect(readdirSync(env.TMPDIR), `killed before change ${killAt}`).toEqual([]);
    expect(processesOfRuns(env.TMPDIR), `killed before change ${killAt}`).toEqual([]);
  }
  // Else the runner does not write as this test believes.
  expect(killAt).toBeGreaterThan(25);
});
