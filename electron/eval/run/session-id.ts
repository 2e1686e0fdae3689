import type { PlannedRun } from "./planned-run.ts";

const MAX_LENGTH = 64;

/**
 * The id of a run's session: `eval/<task>/<tool>/<n>`, with the agent's name where there
 * are several. If another job has a session of that name, or the name is too long, the
 * run's number makes another one.
 */
export function sessionId(
  { task, tool, agent, adapter, number, isOnlyAgent }: PlannedRun,
  nonce: string,
  taken: ReadonlySet<string>,
): string {
  const who = adapter.isCheck ? agent.name : isOnlyAgent ? tool.name : `${tool.name}/${agent.name}`;
  const plain = `eval/${task.name}/${who}/${number}`;
  const possible = [plain, `${plain}/${nonce}`].find((id) => id.length <= MAX_LENGTH && !taken.has(id));
  return possible ?? `eval/${nonce}/${number}`;
}
