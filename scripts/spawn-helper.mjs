/**
 * Makes node-pty's `spawn-helper` executable. On macOS node-pty starts every
 * program through it, but its npm package contains the file without that
 * permission (microsoft/node-pty#850), so no program would start. This script runs
 * after every install. Packages of the app copy the permission.
 */
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./run.mjs";

/** Makes the helpers of all platforms executable, because this machine may build packages for another one. */
export function makeSpawnHelpersExecutable(nodePty = join(root, "node_modules/node-pty")) {
  const prebuilds = join(nodePty, "prebuilds");
  if (!existsSync(prebuilds)) return;
  const helpers = readdirSync(prebuilds).map((name) => join(prebuilds, name, "spawn-helper"));
  for (const helper of helpers.filter((file) => existsSync(file))) chmodSync(helper, 0o755);
}

const [, script, folder] = process.argv;
if (script !== undefined && resolve(script) === import.meta.filename) makeSpawnHelpersExecutable(folder);
