import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** In a run's folder: the conversation, in the Agent Trajectory Interchange Format 1.7. */
export const TRAJECTORY_FILE = "agent/trajectory.json";

const step = z.object({
  source: z.string(),
  message: z.string().default(""),
  tool_calls: z.array(z.object({ function_name: z.string(), arguments: z.unknown() })).default([]),
  observation: z.object({ results: z.array(z.object({ content: z.string().default("") })) }).optional(),
});
const trajectory = z.object({ steps: z.array(step) });

/** What readers of a trajectory need of one step. */
export interface TrajectoryStep {
  readonly message: string;
  readonly calls: readonly { readonly name: string; readonly arguments: unknown; readonly result: string }[];
}

/**
 * The steps of a run's conversation. The first one is the prompt. `undefined` if the run has
 * no trajectory, or one that cannot be read.
 */
export function readTrajectory(runFolder: string): TrajectoryStep[] | undefined {
  const file = join(runFolder, TRAJECTORY_FILE);
  if (!existsSync(file)) return undefined;
  return trajectory
    .safeParse(JSON.parse(readFileSync(file, "utf8")))
    .data?.steps.map(({ message, tool_calls: calls, observation }) => ({
      message,
      calls: calls.map((call, at) => ({
        name: call.function_name,
        arguments: call.arguments,
        result: observation?.results[at]?.content ?? "",
      })),
    }));
}
