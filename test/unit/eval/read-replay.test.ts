import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replayReader } from "../../../electron/eval/job/read-replay.ts";
import { reportPage } from "../../../electron/eval/report/report-page.ts";
import type { RunResult } from "../../../electron/eval/results/run-result.ts";
import { runResultWith } from "../../support/run-results.ts";

const header = '{"version":3,"term":{"cols":80,"rows":24,"type":"xterm-256color"},"timestamp":1}';

/** A job with runs that have printed so much each. Disposing removes it. */
function makeJob(printed: readonly string[]): Disposable & { readonly path: string; readonly runs: readonly RunResult[] } {
  const path = mkdtempSync(join(tmpdir(), "cotty-replay-"));
  const runs = printed.map((text, at): RunResult => {
    const folder = join(path, "runs", `agent--task--tool--0${at + 1}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "agent.cast"), `${header}\n[1.000,"o",${JSON.stringify(text)}]\n`);
    writeFileSync(join(folder, "agent.html"), "");
    return runResultWith({ number: at + 1 });
  });
  return { path, runs, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("recordings that find no room in the page are links to pages of their own, and smaller ones still find it", () => {
  const incompressible = Array.from({ length: 5000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join("");
  using job = makeJob(["first", incompressible, "third"]);
  const of = replayReader({ job: job.path, from: job.path, maxRecordings: 2000 });
  const replays = job.runs.map((run) => of(run));
  expect(replays.map((replay) => replay?.recording !== undefined)).toEqual([true, false, true]);
  const page = reportPage(job.runs, {
    title: "A job",
    origin: "Made for a test.",
    warnings: [],
    replays: { player: { script: "player()", style: "", license: "" }, of: ({ number }) => replays[number - 1] },
  });
  expect(page.match(/id="replay-\d-recording"/g)).toEqual(['id="replay-0-recording"', 'id="replay-2-recording"']);
  expect(page.match(/<a href="[^"]+">The recording is a page of its own/g)).toEqual([
    '<a href="runs/agent--task--tool--02/agent.html">The recording is a page of its own',
  ]);
});

test("all recordings together have the room that there is", () => {
  using job = makeJob(["first", "second", "third"]);
  const one = replayReader({ job: job.path, from: job.path, maxRecordings: 1000 })(job.runs[0] as RunResult)?.recording ?? "";
  const of = replayReader({ job: job.path, from: job.path, maxRecordings: Math.floor(2.5 * one.length) });
  expect(job.runs.map((run) => of(run)?.recording !== undefined)).toEqual([true, true, false]);
});
