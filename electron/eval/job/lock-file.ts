import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { VERSION } from "../../../shared/version.ts";
import { writeJson } from "../../platform/json-file.ts";
import { digestOf } from "../definitions/digest.ts";
import { EvaluationError } from "../evaluation-error.ts";
import type { Installations } from "./installations.ts";
import { readWhole } from "./job-folder.ts";
import type { JobPlan } from "./job-plan.ts";

const LOCK_FILE = "lock.json";
const lockFile = z.looseObject({ digests: z.record(z.string(), z.string()), versions: z.record(z.string(), z.string()) });
type LockFile = z.infer<typeof lockFile>;

/**
 * Writes `lock.json`: everything besides the schedule that decides a result. If the job
 * has one, its definitions must be the same still, because runs of different definitions
 * cannot be compared: throws `EvaluationError` otherwise. Returns a sentence for each
 * version that is another one now.
 */
export function lockDefinitions(job: string, plan: JobPlan, installed: Installations): string[] {
  const file = join(job, LOCK_FILE);
  const now = lockOf(plan, installed);
  const before = existsSync(file) ? readWhole(file, lockFile) : now;
  const changed = Object.keys(now.digests).filter((name) => (before.digests[name] ?? now.digests[name]) !== now.digests[name]);
  if (changed.length > 0) {
    throw new EvaluationError(
      `Since ${job} began, this has changed: ${changed.join(", ")}. Its runs could not be compared. Take the change back, or begin a new job.`,
    );
  }
  writeJson(file, now);
  return Object.entries(before.versions).flatMap(([name, version]) => {
    const current = now.versions[name];
    return current === undefined || current === version ? [] : [`The version of ${name} was ${version} and is ${current} now.`];
  });
}

function lockOf({ agents, tasks, tools, request }: JobPlan, installed: Installations): LockFile {
  const versions = [
    ...[...installed.agents].map(([name, { version }]) => [`agent ${name}`, version] as const),
    ...[...installed.tools].map(([name, { version }]) => [`tool ${name}`, version] as const),
  ];
  return {
    cotty: VERSION,
    node: process.version,
    system: systemName(),
    versions: Object.fromEntries(versions.flatMap(([name, version]) => (version === undefined ? [] : [[name, version]]))),
    digests: Object.fromEntries([
      ...agents.map(({ name, file }) => [`agent ${name}`, digestOf(file)]),
      ...tasks.map(({ name, digest }) => [`task ${name}`, digest]),
      ...tools.map(({ name, file }) => [`tool ${name}`, digestOf(file)]),
    ]),
    seed: request.seed,
  };
}

function systemName(): string {
  try {
    return execFileSync("uname", ["-srm"], { encoding: "utf8" }).trim();
  } catch {
    return process.platform;
  }
}
