import type { RunResult } from "../results/run-result.ts";
import { compareTools, cost, time, type ToolComparison } from "./comparison.ts";
import { compareSuccess, type SuccessComparison } from "./success-comparison.ts";
import { namesOf, toolFigures, type ToolFigures } from "./tool-figures.ts";

/** Each tool against each other one. */
export interface Comparisons {
  readonly success: readonly SuccessComparison[];
  readonly cost: readonly ToolComparison[];
  readonly time: readonly ToolComparison[];
}

/** All figures of a job. They take a second, so they are derived once and then shown. */
export interface JobFigures extends Comparisons {
  /** Each tool over all tasks. */
  readonly tools: readonly ToolFigures[];
  /** Each tool in each task. */
  readonly tasks: readonly { readonly task: string; readonly tools: readonly ToolFigures[] }[];
}

export const comparisonsOf = (runs: readonly RunResult[]): Comparisons => ({
  success: compareSuccess(runs),
  cost: compareTools(runs, cost),
  time: compareTools(runs, time),
});

/** The figures of these runs, with tools and tasks in the order in which they first appear. */
export function jobFigures(runs: readonly RunResult[]): JobFigures {
  const figuresOf = (own: readonly RunResult[]): ToolFigures[] =>
    namesOf(own, (run) => run.tool).map((tool) => toolFigures(tool, own));
  const tasks = namesOf(runs, (run) => run.task).map((task) => ({
    task,
    tools: figuresOf(runs.filter((run) => run.task === task)),
  }));
  return { tools: figuresOf(runs), tasks, ...comparisonsOf(runs) };
}
