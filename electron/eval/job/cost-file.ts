import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeJson } from "../../platform/json-file.ts";
import type { RunResult } from "../results/run-result.ts";
import { readWhole } from "./job-folder.ts";

/** US dollars of all attempts of a job, those too that were done again or broken off and have left no result. */
const costFile = z.object({ usd: z.number().min(0) });
const COST_FILE = "cost.json";

/**
 * What a job has cost so far, in US dollars. Its results alone do not say that. Throws
 * `EvaluationError` for a file that cannot be read.
 */
export function readSpent(job: string, results: readonly RunResult[]): number {
  const file = join(job, COST_FILE);
  const ofResults = results.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
  return existsSync(file) ? Math.max(readWhole(file, costFile).usd, ofResults) : ofResults;
}

/** Writes down what a job has cost so far, in US dollars. Throws the system's error. */
export function writeSpent(job: string, usd: number): void {
  writeJson(join(job, COST_FILE), { usd });
}
