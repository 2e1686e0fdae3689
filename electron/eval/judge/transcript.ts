import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What a judge reads of `agent/trajectory.json`. */
const trajectory = z.object({
  steps: z.array(
    z.object({
      source: z.string(),
      message: z.string().default(""),
      tool_calls: z.array(z.object({ function_name: z.string(), arguments: z.unknown() })).default([]),
      observation: z.object({ results: z.array(z.object({ content: z.string().default("") })) }).optional(),
    }),
  ),
});

/** More of one result of a tool would cost much and say little. */
const MAX_RESULT = 4000;
const MAX_TRANSCRIPT = 200_000;

/**
 * The agent's steps as text: what it said, what it called, what it saw. The first step,
 * the prompt, is left out, because it names the tool. `undefined` if the run has no steps.
 */
export function transcriptOf(runFolder: string): string | undefined {
  const file = join(runFolder, "agent/trajectory.json");
  if (!existsSync(file)) return undefined;
  const parsed = trajectory.safeParse(JSON.parse(readFileSync(file, "utf8")));
  const steps = parsed.data?.steps.slice(1) ?? [];
  if (steps.length === 0) return undefined;
  const text = steps
    .map(({ message, tool_calls: calls, observation }) =>
      [
        ...(message === "" ? [] : [`AGENT SAYS: ${message}`]),
        ...calls.map(
          (call, at) =>
            `AGENT CALLS: ${call.function_name} ${JSON.stringify(call.arguments)}\nIT SHOWS: ${shortened(observation?.results[at]?.content ?? "", MAX_RESULT)}`,
        ),
      ].join("\n"),
    )
    .join("\n\n");
  // The run's own markers must not end the judge's turn.
  return shortened(text.replaceAll(/(TASK_(?:COMPLETE|FAILED))_[0-9a-f]{12}/g, "$1"), MAX_TRANSCRIPT);
}

/** The beginning and the end, where most is decided. */
function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[${text.length - 2 * half} characters left out]\n${text.slice(-half)}`;
}
