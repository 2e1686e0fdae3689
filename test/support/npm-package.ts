/** Programs from npm that Cotty is tried with: fetched once, into a cache outside the checkout; no dependencies. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FETCH_WITHIN_MS = 150_000;

/** The folder that `name@version` is installed in; undefined where it cannot be had, for a test to skip. */
export function fetchPackage(spec: string): string | undefined {
  const directory = join(tmpdir(), `cotty-client-${spec.replace(/\W+/g, "-")}`);
  if (existsSync(directory)) return directory;
  // Built aside and moved, so that half of an installation is never met.
  const building = `${directory}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  const name = spec.slice(0, spec.lastIndexOf("@"));
  writeFileSync(
    join(building, "package.json"),
    JSON.stringify({ name: "clients", version: "1.0.0", allowScripts: { [name]: true } }),
  );
  const result = spawnSync("npm", ["install", "--no-audit", "--no-fund", spec], {
    cwd: building,
    stdio: "ignore",
    timeout: FETCH_WITHIN_MS,
  });
  if (result.status !== 0) {
    rmSync(building, { recursive: true, force: true });
    return undefined;
  }
  if (!existsSync(directory)) renameSync(building, directory);
  return directory;
}

/** Runs one of its programs to the end; resolves with all that it printed. */
export async function runProgram(
  directory: string,
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<string> {
  const child = spawn(join(directory, "node_modules/.bin", program), args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return output;
}
