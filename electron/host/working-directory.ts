/** The folder in which a program starts. */
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { HostError } from "../../shared/errors.ts";

/**
 * The absolute path of a folder, checked, because node-pty reports a missing one only as exit code 1. Nothing and `~`
 * are the user's home folder. Throws `bad-request` or `start-failed`.
 */
export function workingDirectory(wanted: string | undefined): string {
  if (!wanted || wanted === "~") return homedir();
  const cwd = wanted.startsWith("~/") ? join(homedir(), wanted.slice(2)) : wanted;
  if (!isAbsolute(cwd)) throw new HostError("bad-request", `The working directory must be an absolute path: ${cwd}`);
  try {
    if (!statSync(cwd).isDirectory()) throw new HostError("start-failed", `Not a directory: ${cwd}`);
    accessSync(cwd, constants.X_OK);
  } catch (error) {
    if (error instanceof HostError) throw error;
    const denied = error instanceof Error && "code" in error && error.code === "EACCES";
    throw new HostError("start-failed", `${denied ? "Permission denied" : "No such directory"}: ${cwd}`);
  }
  return cwd;
}
