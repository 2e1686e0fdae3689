import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "../../platform/json-file.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "../../platform/process-identity.ts";
import { EvaluationError } from "../evaluation-error.ts";

const RUNNER_FILE = "runner.json";
const identity = z.object({ pid: z.int(), startTime: z.string(), bootId: z.string() });

/**
 * Writes down that this process does the job's runs; disposing takes that back. A second
 * runner would end the runs of the first one. Throws `EvaluationError` while another
 * process does the job.
 */
export function lockJob(job: string): Disposable {
  const file = join(job, RUNNER_FILE);
  const runner = runnerIn(file);
  if (runner !== undefined && isRunning(runner))
    throw new EvaluationError(`Process ${runner.pid} does the runs of ${job}. Wait until it has ended, or end it.`);
  writeJson(file, ownIdentity());
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}

function runnerIn(file: string): ProcessIdentity | undefined {
  try {
    return identity.parse(readJson(file));
  } catch {
    // There is none, or the file is damaged.
    return undefined;
  }
}
