/** The benchmarks that follow sessions by the host's events still see them: otherwise they measure nothing, or praise what they did not see. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

async function bench(...args: string[]): Promise<unknown> {
  const env = { ...process.env, COTTY_BENCH_INSTALL: "0" };
  const { stdout } = await promisify(execFile)(process.execPath, ["test/bench/run.mjs", ...args, "--json"], { cwd: ROOT, env });
  return JSON.parse(stdout);
}

it("waits are judged by what the terminal printed", async () => {
  const { programs } = (await bench("waits", "--only", "bash select menu")) as { programs: { results: { verdict: string }[] }[] };
  const verdicts = programs.flatMap(({ results }) => results.map(({ verdict }) => verdict));
  expect(verdicts.length).toBeGreaterThan(3);
  expect(verdicts).not.toContain("no truth");
});

it("states are seen when they change", async () => {
  // The program is at work, and reads half a second after it began.
  expect(await bench("attention", "--only", "cat reads")).toMatchObject([{ state: "idle", got: "idle" }]);
});
