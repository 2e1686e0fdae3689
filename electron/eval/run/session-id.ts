import type { PlannedRun } from "./planned-run.ts";

const MAX_LENGTH = 64;

/**
 * The id of a run's session: `eval/<task>/<tool>/<n>`. If another job has a session of
 * that name, or the name is too long, the run's number makes another one.
 */
export function sessionId({ task, label, number }: PlannedRun, nonce: string, taken: ReadonlySet<string>): string {
  const plain = `eval/${task.name}/${label}/${number}`;
  const possible = [plain, `${plain}/${nonce}`].find((id) => id.length <= MAX_LENGTH && !taken.has(id));
  return possible ?? `eval/${nonce}/${number}`;
}
