import { spawn } from "node:child_process";

export interface ShellResult {
  /** `null` if a signal or the time ended it. */
  readonly exitCode: number | null;
  /** The end of what it printed, both streams together. */
  readonly output: string;
}

const KEPT_OUTPUT = 16_384;

/**
 * Runs a task's or tool's own shell command to its end, in a process group of its own.
 * After `timeoutMs` the group is killed.
 */
export function runShell(
  command: string,
  { cwd, env, timeoutMs }: { cwd: string; env: Readonly<Record<string, string>>; timeoutMs: number },
): Promise<ShellResult> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, timeoutMs);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ exitCode: null, output: error.message });
    });
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, output });
    });
  });
}
