/**
 * Makes node-pty's `spawn-helper` executable. On macOS node-pty starts every
 * program through it, but its npm package contains the file without that
 * permission (microsoft/node-pty#850), so no program would start. This script runs
 * after every install, here and where somebody installs the npm package, so it
 * imports no other script. Packages of the app copy the permission.
 */
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** Makes the helpers of all platforms executable, because this machine may build packages for another one. */
export function makeSpawnHelpersExecutable(nodePty = installedNodePty()) {
  const prebuilds = nodePty && join(nodePty, "prebuilds");
  if (!prebuilds || !existsSync(prebuilds)) return;
  const helpers = readdirSync(prebuilds).map((name) => join(prebuilds, name, "spawn-helper"));
  for (const helper of helpers.filter((file) => existsSync(file))) chmodSync(helper, 0o755);
}

/** Where npm has put node-pty: beside this package, or inside of it. Undefined when it is not installed. */
function installedNodePty() {
  try {
    return dirname(createRequire(import.meta.url).resolve("node-pty/package.json"));
  } catch {
    return undefined;
  }
}

const [, script, folder] = process.argv;
if (script !== undefined && resolve(script) === import.meta.filename) makeSpawnHelpersExecutable(folder);
