/** Finds the paths of the user who runs this process. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { type Paths, resolvePaths } from "./paths.ts";

/** The paths for this process, or for a process with the environment `env`. */
export function userPaths(env: NodeJS.ProcessEnv = process.env): Paths {
  return resolvePaths({
    platform: process.platform,
    env,
    home: homedir(),
    cwd: process.cwd(),
    runtimeDirectory: process.platform === "linux" ? systemdRuntimeDirectory() : undefined,
  });
}

/** The runtime directory that logind creates for every logged-in user. Undefined when there is none. */
function systemdRuntimeDirectory(): string | undefined {
  const uid = process.getuid?.();
  const directory = `/run/user/${uid}`;
  const found = statSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === uid ? directory : undefined;
}
