import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { digestOf } from "./digest.ts";
import { definitionName } from "./find-definitions.ts";
import { readDefinition } from "./front-matter.ts";
import { readFolderTask } from "./folder-task.ts";
import { DEFAULT_TIMEOUT_SECONDS, DEFAULT_VERIFY_SECONDS } from "./time-limits.ts";

const taskMatter = z.strictObject({
  /** Shell commands. Each runs in the run's folder with `TASK`, the folder of the task's own files. */
  setup: z.string().optional(),
  verify: z.string().optional(),
  solution: z.string().optional(),
  /** Seconds for the agent. */
  timeout: z.number().min(1).max(86_400).default(DEFAULT_TIMEOUT_SECONDS),
  /** Programs that must be on the PATH. */
  requires: z.array(z.string()).default([]),
});

/** What an agent is to do, and how one sees whether it is done. */
export interface Task {
  readonly name: string;
  readonly file: string;
  readonly prompt: string;
  readonly setup: string | undefined;
  /**
   * Runs after the agent has ended, outside of its reach: exit code 0 is a success.
   * `ANSWER` is a file with the agent's last message. Without it the agent's own word counts.
   */
  readonly verify: string | undefined;
  /** What decides: the verifier's exit code, or a reward that it writes below `$LOGS`. */
  readonly verdict: "exit-code" | "reward";
  /** Seconds for the verifier. */
  readonly verifySeconds: number;
  /** Does the task. The agent `oracle` runs it; what it prints is the answer. */
  readonly solution: string | undefined;
  readonly timeoutSeconds: number;
  readonly requires: readonly string[];
  /** A folder whose content is copied into the run's folder. */
  readonly files: string | undefined;
  /** The folder of the task's own scripts, which the agent does not see. */
  readonly folder: string | undefined;
  /** Of the file and the folder, when the task was read. */
  readonly digest: string;
}

/** Whether the task on disk is the one that was read. An agent with the user's rights could change its verifier. */
export const isUnchanged = ({ file, folder, digest }: Task): boolean => digestOf(file, folder) === digest;

/**
 * Reads a task: a markdown file, with a folder of the same name beside it for its
 * scripts (and `files/` in that for what the agent finds), or a folder of Harbor's form.
 */
export function readTask(path: string): Task {
  if (statSync(path).isDirectory()) return readFolderTask(path);
  const { matter, body } = readDefinition(path, taskMatter);
  const beside = path.replace(/\.md$/, "");
  const folder = existsSync(beside) ? beside : undefined;
  const files = join(beside, "files");
  return {
    name: definitionName(path),
    file: path,
    prompt: body,
    setup: matter.setup,
    verify: matter.verify,
    verdict: "exit-code",
    verifySeconds: DEFAULT_VERIFY_SECONDS,
    solution: matter.solution,
    timeoutSeconds: matter.timeout,
    requires: matter.requires,
    files: existsSync(files) ? files : undefined,
    folder,
    digest: digestOf(path, folder),
  };
}
