import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { VERSION } from "../../../shared/version.ts";
import { writeJson } from "../../platform/json-file.ts";
import type { Installations } from "./installations.ts";
import type { JobPlan } from "./job-plan.ts";

/** Writes `lock.json`: everything besides the schedule that decides a result. */
export function writeLockFile(job: string, { agents, tasks, tools, request }: JobPlan, installed: Installations): void {
  writeJson(join(job, "lock.json"), {
    cotty: VERSION,
    node: process.version,
    system: systemName(),
    versions: Object.fromEntries([
      ...[...installed.agents].map(([name, { version }]) => [`agent ${name}`, version]),
      ...[...installed.tools].map(([name, { version }]) => [`tool ${name}`, version]),
    ]),
    digests: Object.fromEntries([
      ...agents.map(({ name, file }) => [`agent ${name}`, digestOf(file)]),
      ...tasks.map(({ name, file, folder }) => [`task ${name}`, digestOf(file, folder)]),
      ...tools.map(({ name, file }) => [`tool ${name}`, digestOf(file)]),
    ]),
    seed: request.seed,
  });
}

/** The digest of a definition: its file, and all files in the folder of its scripts. */
function digestOf(...paths: readonly (string | undefined)[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry?.isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name));
    else if (entry?.isFile()) hash.update(basename(path)).update(readFileSync(path));
  };
  for (const path of paths) if (path !== undefined && path !== "") add(path);
  return hash.digest("hex");
}

function systemName(): string {
  try {
    return execFileSync("uname", ["-srm"], { encoding: "utf8" }).trim();
  } catch {
    return process.platform;
  }
}
