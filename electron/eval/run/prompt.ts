import type { Task } from "../definitions/task.ts";
import { noTool, type Tool } from "../definitions/tool.ts";

/** The two words with which an agent ends. They hold the run's own number, so that no text from elsewhere counts. */
export interface Markers {
  readonly complete: string;
  readonly failed: string;
}

export const markersOf = (nonce: string): Markers => ({
  complete: `TASK_COMPLETE_${nonce}`,
  failed: `TASK_FAILED_${nonce}`,
});

/** What an agent is told: the task, the tool if there is one, and how to end. */
export function promptOf(task: Task, tool: Tool, { complete, failed }: Markers): string {
  const withTool = tool.name !== noTool.name;
  const tools = `## Tool

You must use **${tool.title}** to complete this task.

${tool.instructions}

`;
  const only = withTool ? " using only the tool specified above. Report what you found in your last message" : "";
  return `## Task

${task.prompt}

${withTool ? tools : ""}## Completion

Complete the task${only}.
- If successful, end your last message with a line: ${complete}
- If unsuccessful, explain what went wrong and end your last message with a line: ${failed}
`;
}

export type Claim = "complete" | "failed";

/** What the agent's last message claims. A marker counts on a line of its own; of two, the later one. */
export function claimIn(lastMessage: string, { complete, failed }: Markers): Claim | undefined {
  let claim: Claim | undefined;
  for (const line of lastMessage.split("\n")) {
    const words = line.replaceAll(/[\s*_`.]+$|^[\s*_`>-]+/g, "");
    if (words === complete) claim = "complete";
    if (words === failed) claim = "failed";
  }
  return claim;
}
