/** An isolated COTTY_HOME: a short path under /tmp, because a socket path may have no more than 103 bytes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Paths, resolvePaths } from "../../electron/platform/paths.ts";
import { until } from "./until.ts";

export type Home = AsyncDisposable & {
  readonly root: string;
  readonly paths: Paths;
  /** The environment for a process that is to live in this home. */
  readonly env: Record<string, string>;
};

/** Makes a home. Disposing it kills every process that was started in it, then removes the folder. */
export function createHome(): Home {
  const root = mkdtempSync("/tmp/ct-");
  const env = { ...definedOnly(process.env), COTTY_HOME: root };
  const paths = resolvePaths({ platform: process.platform, env, home: homedir(), cwd: "/" });
  return {
    root,
    paths,
    env,
    async [Symbol.asyncDispose]() {
      await endEverythingIn(root);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Ends the processes whose environment names this home, and waits until they are gone. */
async function endEverythingIn(root: string): Promise<void> {
  let left: number[] = [];
  await until(
    () => `The end of processes ${left.join(", ")} of ${root} after SIGKILL`,
    () => {
      left = processesIn(root);
      for (const pid of left) killIfThere(pid);
      return left.length === 0;
    },
  );
}

/** Ends a process, which may have ended by itself in between. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Linux only; elsewhere nothing is found and tests end what they started themselves. */
export function processesIn(root: string): number[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => environmentOf(pid).split("\0").includes(`COTTY_HOME=${root}`))
    .map(Number);
}

/** Empty for a process that is gone, a zombie, or another user's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** The process that hosts in this home, or did last: from the lock file. */
export function hostPid({ paths }: Home): number {
  const generations = readdirSync(paths.runDirectory).flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []);
  const latest = Math.max(...generations.map(Number));
  return (JSON.parse(readFileSync(join(paths.runDirectory, `lock.${latest}`), "utf8")) as { pid: number }).pid;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
