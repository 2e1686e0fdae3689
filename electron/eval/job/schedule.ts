import { z } from "zod";
import { noTool } from "../definitions/tool.ts";
import { seededRandom, shuffled } from "../statistics/seeded-random.ts";

/** One run to do, by names. */
const scheduledRun = z.object({ agent: z.string(), task: z.string(), tool: z.string(), number: z.int().min(1) });
export type ScheduledRun = z.infer<typeof scheduledRun>;
export const scheduleFile = z.object({ seed: z.int(), runs: z.array(scheduledRun) });

export interface ScheduleOptions {
  readonly agents: readonly string[];
  /** Agents that check a task: they run once for each task, before all others. */
  readonly checks: readonly string[];
  readonly tasks: readonly string[];
  readonly tools: readonly string[];
  readonly repeat: number;
  readonly seed: number;
}

/**
 * All runs in their order. First each check once for each task. Then block by block: a
 * block has every cell once, in a random order of its own, so that what drifts over
 * hours meets all tools alike.
 */
export function scheduleOf({ agents, checks, tasks, tools, repeat, seed }: ScheduleOptions): ScheduledRun[] {
  const random = seededRandom(seed);
  const first = tasks.flatMap((task) => checks.map((agent) => ({ agent, task, tool: noTool.name, number: 1 })));
  const cells = agents.flatMap((agent) => tasks.flatMap((task) => tools.map((tool) => ({ agent, task, tool }))));
  const blocks = Array.from({ length: repeat }, (_, at) => shuffled(cells, random).map((cell) => ({ ...cell, number: at + 1 })));
  return [...first, ...blocks.flat()];
}
