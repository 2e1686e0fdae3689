import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "../../platform/json-file.ts";
import { reportPage, type ReportSubject } from "../report/report-page.ts";
import { summaryOf } from "../results/summary-file.ts";
import { type LoadedJob, loadJob, REPORT_FILE, SUMMARY_FILE } from "./job-folder.ts";

/** Writes the summary and the page of a job into the job's folder. Returns the page's path. */
export function writeReport(path: string, job: LoadedJob = loadJob(path)): string {
  const page = join(path, REPORT_FILE);
  writePage(page, job);
  writeJson(join(path, SUMMARY_FILE), summaryOf(job.runs));
  return page;
}

/** Writes the page alone. */
export function writePage(file: string, job: LoadedJob): void {
  writeFileSync(file, reportPage(job.runs, subjectOf(job)));
}

function subjectOf({ config }: LoadedJob): ReportSubject {
  const warnings = config.scripted
    ? ["A script answered in place of a model. These figures test the framework. They are no findings."]
    : [];
  return { title: config.title, origin: config.origin, warnings };
}
