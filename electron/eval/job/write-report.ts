import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { writeJson } from "../../platform/json-file.ts";
import { judgeSummary } from "../judge/judge-summary.ts";
import { reportPage, type ReportSubject } from "../report/report-page.ts";
import type { RunResult } from "../results/run-result.ts";
import { summaryOf } from "../results/summary-file.ts";
import { PLAYER_FILE } from "../run/run-files.ts";
import { type LoadedJob, loadJob, REPORT_FILE, runFolderName, SUMMARY_FILE } from "./job-folder.ts";

/** Writes the summary and the page of a job into the job's folder. Returns the page's path. */
export function writeReport(path: string, job: LoadedJob = loadJob(path)): string {
  const page = join(path, REPORT_FILE);
  writePage(page, path, job);
  writeJson(join(path, SUMMARY_FILE), summaryOf(job.runs));
  return page;
}

/** Writes the page of the job at `path` alone. */
export function writePage(file: string, path: string, job: LoadedJob): void {
  writeFileSync(
    file,
    reportPage(
      job.runs,
      subjectOf(job, (run) => recordingOf(run, path, dirname(file))),
    ),
  );
}

function subjectOf({ config, judged }: LoadedJob, recording: (run: RunResult) => string | undefined): ReportSubject {
  const warnings = config.scripted
    ? ["A script answered in place of a model. These figures test the framework. They are no findings."]
    : [];
  return { title: config.title, origin: config.origin, warnings, judge: judgeSummary(judged), recordingOf: recording };
}

/** A link from the page's folder to the player of a run. `undefined` if the run has none, as an imported one. */
function recordingOf(run: RunResult, job: string, from: string): string | undefined {
  // A summary alone has no runs beside it, and names that need not be those of folders.
  if (!existsSync(join(job, "runs"))) return undefined;
  const player = join(job, "runs", runFolderName(run), PLAYER_FILE);
  return existsSync(player) ? relative(from, player).split(sep).map(encodeURIComponent).join("/") : undefined;
}
