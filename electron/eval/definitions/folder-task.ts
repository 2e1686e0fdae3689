import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { EvaluationError } from "../evaluation-error.ts";
import { digestOf } from "./digest.ts";
import { definitionName } from "./find-definitions.ts";
import type { Task } from "./task.ts";
import { DEFAULT_TIMEOUT_SECONDS, DEFAULT_VERIFY_SECONDS } from "./time-limits.ts";

/** What of `task.toml` applies on this machine. */
const taskConfig = z.object({
  agent: z.object({ timeout_sec: z.number().positive().default(DEFAULT_TIMEOUT_SECONDS) }).prefault({}),
  verifier: z.object({ timeout_sec: z.number().positive().default(DEFAULT_VERIFY_SECONDS) }).prefault({}),
});

/**
 * Reads a task folder in the form of Harbor (`instruction.md`, `task.toml`,
 * `tests/test.sh`, `solution/solve.sh`). It runs on this machine, without the container
 * that `environment/Dockerfile` describes. Throws `EvaluationError` for a `task.toml` that
 * cannot be read. Source of the form: Harbor's documentation of tasks.
 */
export function readFolderTask(path: string): Task {
  const { agent, verifier } = readConfig(join(path, "task.toml"));
  const hasFile = (name: string): boolean => existsSync(join(path, name));
  const files = join(path, "environment");
  return {
    name: definitionName(path),
    file: path,
    prompt: readFileSync(join(path, "instruction.md"), "utf8").replaceAll("\r\n", "\n").trim(),
    setup: undefined,
    verify: hasFile("tests/test.sh") ? VERIFY : undefined,
    verdict: "reward",
    verifySeconds: verifier.timeout_sec,
    solution: hasFile("solution/solve.sh") ? 'bash "$TASK/solution/solve.sh"' : undefined,
    timeoutSeconds: agent.timeout_sec,
    requires: ["bash"],
    files: existsSync(files) ? files : undefined,
    folder: path,
    digest: digestOf(path, path),
  };
}

/** Runs the script with its absolute paths under /logs and /tests turned to this run's. */
const VERIFY =
  'mkdir -p "$LOGS/verifier" && sed -e "s#/logs/#$LOGS/#g" -e "s#/tests/#$TASK/tests/#g" "$TASK/tests/test.sh" | bash -s';

function readConfig(file: string): z.infer<typeof taskConfig> {
  if (!existsSync(file)) return taskConfig.parse({});
  try {
    return taskConfig.parse(parse(readFileSync(file, "utf8")));
  } catch (error) {
    const [problem] = error instanceof z.ZodError ? error.issues.map((one) => `${one.path.join(".")}: ${one.message}`) : [];
    throw new EvaluationError(`${file}: ${problem ?? (error as Error).message.split("\n")[0] ?? ""}`);
  }
}
