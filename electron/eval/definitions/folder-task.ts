import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { definitionName } from "./find-definitions.ts";
import type { Task } from "./task.ts";

/** Where a verifier of this form writes its verdict, instead of an exit code: 1 is a success. */
const REWARD = "/logs/verifier/reward.txt";

/** The time for the agent in `task.toml`: `[agent]`, then `timeout_sec = 120.0`. */
const AGENT_TIMEOUT = /^\[agent\][^[]*?^timeout_sec\s*=\s*([\d.]+)/ms;

/**
 * Reads a task folder in the form of Harbor (`instruction.md`, `task.toml`,
 * `tests/test.sh`, `solution/solve.sh`). It runs on this machine, without the container
 * that `environment/Dockerfile` describes. Paths under /logs lead into the run's folder.
 * Source of the form: Harbor's documentation of tasks.
 */
export function readFolderTask(path: string): Task {
  const config = join(path, "task.toml");
  const timeout = existsSync(config) ? AGENT_TIMEOUT.exec(readFileSync(config, "utf8"))?.[1] : undefined;
  const script = (name: string): string | undefined => (existsSync(join(path, name)) ? name : undefined);
  const test = script("tests/test.sh");
  const solution = script("solution/solve.sh");
  const files = join(path, "environment");
  return {
    name: definitionName(path),
    file: path,
    prompt: readFileSync(join(path, "instruction.md"), "utf8").replaceAll("\r\n", "\n").trim(),
    setup: undefined,
    verify: test && verifier(test),
    solution: solution && `bash "$TASK/${solution}"`,
    timeoutSeconds: timeout === undefined ? 600 : Number(timeout),
    requires: ["bash"],
    files: existsSync(files) ? files : undefined,
    folder: path,
  };
}

/** The script with its absolute paths under /logs and /tests turned to this run's. */
function verifier(script: string): string {
  const redirected = `sed -e "s#/logs/#$LOGS/#g" -e "s#/tests/#$TASK/tests/#g" "$TASK/${script}"`;
  return `mkdir -p "$LOGS/verifier" && ${redirected} | bash -s; read -r reward < "$LOGS${REWARD.slice("/logs".length)}" && test "$reward" = 1`;
}
