/** This process's own answer to `paths.ts`. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { type Paths, resolvePaths } from "./paths.ts";

/** The places of the user who runs this process, or of one with another environment. */
export function userPaths(env: NodeJS.ProcessEnv = process.env): Paths {
  return resolvePaths({
    platform: process.platform,
    env,
    home: homedir(),
    cwd: process.cwd(),
    runtimeDirectory: process.platform === "linux" ? systemdRuntimeDirectory() : undefined,
  });
}

/** What logind makes for every logged-in user, whatever the environment of this process says. */
function systemdRuntimeDirectory(): string | undefined {
  const uid = process.getuid?.();
  const directory = `/run/user/${uid}`;
  const found = statSync(directory, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === uid ? directory : undefined;
}
