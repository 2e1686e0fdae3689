import { shortened } from "../results/shortened-text.ts";
import { readTrajectory } from "../results/trajectory-file.ts";

/** More of one result of a tool would cost much and say little. */
const MAX_RESULT = 4000;
const MAX_TRANSCRIPT = 200_000;

/**
 * The agent's steps as text: what it said, what it called, what it saw. The first step,
 * the prompt, is left out, because it names the tool. `undefined` if the run has no steps.
 */
export function transcriptOf(runFolder: string): string | undefined {
  const steps = readTrajectory(runFolder)?.slice(1) ?? [];
  if (steps.length === 0) return undefined;
  const text = steps
    .map(({ message, calls }) =>
      [
        ...(message === "" ? [] : [`AGENT SAYS: ${message}`]),
        ...calls.map(
          (call) =>
            `AGENT CALLS: ${call.name} ${JSON.stringify(call.arguments)}\nIT SHOWS: ${shortened(call.result, MAX_RESULT)}`,
        ),
      ].join("\n"),
    )
    .join("\n\n");
  // The run's own markers must not end the judge's turn.
  return shortened(text.replaceAll(/(TASK_(?:COMPLETE|FAILED))_[0-9a-f]{12}/g, "$1"), MAX_TRANSCRIPT);
}
