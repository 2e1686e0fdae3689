/** Programs from npm that Cotty is tried with: fetched once, into a cache outside the checkout; no dependencies. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Up to four hundred megabytes; a connection that needs longer is not going to make it. */
const FETCH_WITHIN_MS = 120_000;

/** The folder that `name@version` is installed in; undefined where it cannot be had, for a test to skip. */
export async function fetchPackage(spec: string): Promise<string | undefined> {
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
  const options = { cwd: building, timeout: FETCH_WITHIN_MS };
  try {
    await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--fetch-retries=1", spec], options);
    // Another test may have been faster.
    if (!existsSync(directory)) renameSync(building, directory);
    return directory;
  } catch {
    return existsSync(directory) ? directory : undefined;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
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
