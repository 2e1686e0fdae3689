/**
 * node-pty starts programs on macOS through a small one of its own, which its
 * package holds without the right to be executed (microsoft/node-pty#850):
 * nothing would start. Runs after every install; packages copy the right.
 */
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./run.mjs";

/** Gives that right to every one there is, whatever the system: a package may be built from here. */
export function makeSpawnHelpersExecutable(nodePty = join(root, "node_modules/node-pty")) {
  const prebuilds = join(nodePty, "prebuilds");
  if (!existsSync(prebuilds)) return;
  const helpers = readdirSync(prebuilds).map((name) => join(prebuilds, name, "spawn-helper"));
  for (const helper of helpers.filter((file) => existsSync(file))) chmodSync(helper, 0o755);
}

const [, script, folder] = process.argv;
if (script !== undefined && resolve(script) === import.meta.filename) makeSpawnHelpersExecutable(folder);
