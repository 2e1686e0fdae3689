import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeJson } from "../../platform/json-file.ts";
import { assetPath, type AssetName } from "../../platform/asset-files.ts";
import { judgeSummary } from "../judge/judge-summary.ts";
import { pairSummary } from "../judge/pair-summary.ts";
import type { Replays } from "../report/replay/run-replay.ts";
import { reportPage } from "../report/report-page.ts";
import { summaryOf } from "../results/summary-file.ts";
import { type LoadedJob, REPORT_FILE, SUMMARY_FILE } from "./job-folder.ts";
import { replayReader } from "./read-replay.ts";

/** A browser has to hold all recordings of a page. */
const MAX_RECORDINGS = 64 * 1024 * 1024;

/** A job to report: its folder, or a summary file alone; what is in it; and the folder with the player's files. */
export interface ReportedJob {
  readonly path: string;
  readonly job: LoadedJob;
  readonly assets: string;
}

/** Writes the summary and the page of a job into the job's folder. Returns the page's path. */
export function writeReport(reported: ReportedJob): string {
  const { path, job } = reported;
  const page = join(path, REPORT_FILE);
  writePage(page, reported);
  writeJson(join(path, SUMMARY_FILE), summaryOf(job.runs));
  return page;
}

/** Writes the page of the job alone. */
export function writePage(file: string, { path, job: { config, runs, judged, pairs }, assets }: ReportedJob): void {
  const warnings = config.scripted
    ? ["A script answered in place of a model. These figures test the framework. They are no findings."]
    : [];
  const { title, origin } = config;
  const replays = replaysOf(path, dirname(file), assets);
  const judges = { judge: judgeSummary(judged), pairs: pairSummary(pairs) };
  writeFileSync(file, reportPage(runs, { title, origin, warnings, ...judges, replays }));
}

/** `undefined` for a summary alone: it has no runs beside it, and names that need not be those of folders. */
function replaysOf(job: string, from: string, assets: string): Replays | undefined {
  if (!existsSync(join(job, "runs"))) return undefined;
  const read = (name: AssetName): string => readFileSync(assetPath(assets, name), "utf8");
  return {
    player: { script: read("player.js"), style: read("player.css"), license: read("player-license.txt") },
    of: replayReader({ job, from, maxRecordings: MAX_RECORDINGS }),
  };
}
