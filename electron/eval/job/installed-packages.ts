import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { EvaluationError } from "../evaluation-error.ts";

const WITHIN_MS = 300_000;
/** A name with its version: `opencode-ai@1.18.33` or `@scope/name@1.2.3`. */
const PINNED = /^(@[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/;

/**
 * Installs packages of npm into a cache, each version once, and answers with the folders
 * of their commands. Only exact versions are taken: a job must be repeatable. `say` is told
 * what takes long. Throws `EvaluationError` if one cannot be had.
 */
export async function installPackages(specs: readonly string[], cache: string, say: (text: string) => void): Promise<string[]> {
  const bins: string[] = [];
  for (const spec of specs) bins.push(join(await install(spec, cache, say), "node_modules/.bin"));
  return bins;
}

async function install(spec: string, cache: string, say: (text: string) => void): Promise<string> {
  if (!PINNED.test(spec)) throw new EvaluationError(`"${spec}" names no exact version. Write it as name@1.2.3.`);
  const folder = join(cache, spec.replaceAll("/", "+"));
  if (existsSync(folder)) return folder;
  say(`Installing ${spec} …\n`);
  // Built aside and moved, so that a half installation is never used.
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  const name = spec.slice(0, spec.lastIndexOf("@"));
  writeFileSync(
    join(building, "package.json"),
    JSON.stringify({ name: "evaluated", version: "1.0.0", allowScripts: { [name]: true } }),
  );
  try {
    await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", spec], { cwd: building, timeout: WITHIN_MS });
    if (!existsSync(folder)) renameSync(building, folder);
    return folder;
  } catch (error) {
    throw new EvaluationError(`${spec} could not be installed: ${(error as Error).message.split("\n").slice(0, 3).join(" ")}`);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}
