/** How a person runs `cotty` in a terminal on this machine. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { quoteWords } from "../client/shell-quoting.ts";
import type { UserEnvironment } from "../platform/paths.ts";
import { findProgram, foldersOfPath } from "../platform/program-path.ts";
import type { Installed } from "./server-entry.ts";

const ARCHIVE = /[\\/]app\.asar[\\/]/;

/**
 * `cotty` when the PATH leads to this installation. Otherwise a command that needs no PATH: of a checkout, Node and
 * the script; of an installed app, the launcher beside its archive.
 */
export function terminalCommand({ commandScript }: Installed, { env, platform }: UserEnvironment): string {
  const launcher = launcherOf(commandScript, platform);
  const own = [commandScript, launcher].flatMap((path) => (existsSync(path) ? [realpathSync(path)] : []));
  const found = findProgram("cotty", foldersOfPath(env["PATH"], platform), platform);
  if (found !== undefined && own.includes(realpathSync(found))) return "cotty";
  return quoteWords(ARCHIVE.test(commandScript) ? [launcher] : [process.execPath, commandScript], platform);
}

/** The launcher that a package has outside its archive: resources/bin/cotty. */
function launcherOf(commandScript: string, platform: NodeJS.Platform): string {
  const archive = dirname(dirname(commandScript));
  const resources = basename(archive) === "app.asar" ? dirname(archive) : archive;
  return join(resources, "bin", platform === "win32" ? "cotty.cmd" : "cotty");
}
