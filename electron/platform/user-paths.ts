/** Finds the paths of the user who runs this process. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { HostError, messageOf } from "../../shared/errors.ts";
import { type Paths, resolvePaths, type UserEnvironment } from "./paths.ts";

/** The paths for this process, or for a process with the environment `env`. */
export function userPaths(env: NodeJS.ProcessEnv = process.env): Paths {
  return resolvePaths(userEnvironment(env));
}

/** What decides where the files of this process's user are, Cotty's and those of other programs. */
export function userEnvironment(env: NodeJS.ProcessEnv = process.env): UserEnvironment {
  return {
    platform: process.platform,
    env,
    // Read only if they are needed: each command asks for its paths, and most commands need none of these. Commands work in a
    // folder that has been deleted, too.
    get home() {
      // The same as `homedir()` says, without loading `node:os`.
      return (process.platform === "win32" ? undefined : process.env["HOME"]) ?? homedir();
    },
    get cwd() {
      return currentFolder();
    },
    get runtimeDirectory() {
      return process.platform === "linux" ? systemdRuntimeDirectory() : undefined;
    },
  };
}

const FOLDER_DELETED = "The current folder has been deleted. Change to another folder";

/** This process's current folder. Throws `bad-request` when it has been deleted. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new HostError("bad-request", FOLDER_DELETED);
  }
}

/** The error in words for a person: Node's own for a current folder that has been deleted names a system call. */
export function errorInWords(error: unknown): string {
  const isFolderGone = error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
  return isFolderGone ? FOLDER_DELETED : messageOf(error);
}

/** The absolute path for a path that may be relative to the current folder. Throws `bad-request` when that has been deleted. */
export function absolutePath(path: string): string {
  return isAbsolute(path) ? resolve(path) : resolve(currentFolder(), path);
}

/** The runtime directory that logind creates for every logged-in user. Undefined when there is none. */
function systemdRuntimeDirectory(): string | undefined {
  const uid = process.getuid?.();
  const directory = `/run/user/${uid}`;
  const found = statSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === uid ? directory : undefined;
}
