import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { foldersOfPath } from "../../platform/program-path.ts";
import { type RunInProgress, taskVariables } from "./planned-run.ts";
import { markersOf } from "./prompt.ts";
import { keptVariables, RUN_VARIABLE } from "./run-space.ts";
import { runShell, type ShellResult } from "./shell-step.ts";

/** What the verifier printed, and whether it found the task done. */
export interface Verification extends ShellResult {
  readonly passed: boolean;
}

/**
 * Runs the verifier, with the agent's last message in a file. `undefined` if the task has none.
 * Only the working folder is the agent's. Home, answer and reward are in a folder that is
 * made now, under a name that the agent could not know.
 */
export async function verify(
  { planned, space, files, attempt }: RunInProgress,
  lastMessage: string,
): Promise<Verification | undefined> {
  const { task } = planned;
  files.write("verifier/answer.md", lastMessage);
  if (task.verify === undefined) return undefined;
  const folder = mkdtempSync(join(space.root, "verifier-"));
  const answer = join(folder, "answer.md");
  const { complete, failed } = markersOf(attempt.nonce);
  writeFileSync(answer, lastMessage.replaceAll(complete, "").replaceAll(failed, ""));
  const logs = join(folder, "logs");
  const result = await runShell(task.verify, {
    cwd: space.work,
    env: { ...ownEnvironment(folder, attempt.nonce), ...taskVariables(task), ANSWER: answer, LOGS: logs },
    timeoutMs: task.verifySeconds * 1000,
  });
  files.write("verifier/output.txt", result.output);
  const passed = task.verdict === "reward" ? rewardIn(join(logs, "verifier")) === 1 : result.exitCode === 0;
  return { ...result, passed };
}

/** The verifier's variables: programs of the user alone, and no key of the agent. */
function ownEnvironment(folder: string, nonce: string): Record<string, string> {
  const home = join(folder, "home");
  const temporary = join(folder, "tmp");
  for (const made of [home, temporary]) mkdirSync(made);
  // A relative folder would be one of the agent's.
  const path = foldersOfPath(process.env["PATH"]).filter((one) => isAbsolute(one));
  return { ...keptVariables(), HOME: home, TMPDIR: temporary, PATH: path.join(delimiter), [RUN_VARIABLE]: nonce };
}

/**
 * The reward that a verifier of Harbor's form has written: a number in `reward.txt`, or
 * `reward` (or the only number) in `reward.json`. `undefined` if there is none.
 */
function rewardIn(folder: string): number | undefined {
  const text = textOf(join(folder, "reward.txt"));
  if (text !== undefined) return text.trim() === "" ? undefined : Number(text);
  try {
    const rewards = JSON.parse(textOf(join(folder, "reward.json")) ?? "{}") as Record<string, unknown> | null;
    const values = Object.values(rewards ?? {});
    return Number(rewards?.["reward"] ?? (values.length === 1 ? values[0] : undefined));
  } catch {
    return undefined;
  }
}

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
