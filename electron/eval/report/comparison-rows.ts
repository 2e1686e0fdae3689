/** What the tables about one tool against another say, for the terminal and for the page. */
import type { Interval } from "../statistics/interval.ts";
import type { Cell, ToolComparison } from "../statistics/comparison.ts";
import type { SuccessComparison } from "../statistics/success-comparison.ts";
import { percentDifference, probability, ratio, withInterval } from "./figures-text.ts";

export interface ComparisonRow {
  /** What the row is about. `undefined` for the one over all tasks. */
  readonly cell: Cell | undefined;
  /** The cells of the table, the first two of which are names. */
  readonly words: readonly string[];
}

export const SUCCESS_HEADS = ["Tools", "Task", "Difference", "p"];
export const RATIO_HEADS = ["Tools", "Task", "Ratio", "δ", "p"];

export const successRows = (comparisons: readonly SuccessComparison[]): ComparisonRow[] =>
  comparisons.flatMap((comparison) =>
    rowsOf(comparison, {
      ofTask: ({ difference }) => [withInterval(difference, percentDifference), ""],
      ofAll: (overall, p) => [withInterval(overall, percentDifference), p],
    }),
  );

export const ratioRows = (comparisons: readonly ToolComparison[]): ComparisonRow[] =>
  comparisons.flatMap((comparison) =>
    rowsOf(comparison, {
      ofTask: (one) => [withInterval(one.ratio, ratio), one.delta.toFixed(2), ""],
      ofAll: (overall, p) => [withInterval(overall, ratio), "", p],
    }),
  );

interface Compared<One extends Cell> {
  readonly a: string;
  readonly b: string;
  readonly tasks: readonly One[];
  readonly overall: Interval | undefined;
  readonly p: number;
}

/** No row if the two tools have nothing in common. The agent is named where there are several. */
function rowsOf<One extends Cell>(
  { a, b, tasks, overall, p }: Compared<One>,
  figures: { ofTask(one: One): string[]; ofAll(overall: Interval, p: string): string[] },
): ComparisonRow[] {
  if (overall === undefined) return [];
  const severalAgents = new Set(tasks.map(({ agent }) => agent)).size > 1;
  return [
    ...tasks.map((one) => ({
      cell: one,
      words: [`${a} / ${b}`, severalAgents ? `${one.task}, ${one.agent}` : one.task, ...figures.ofTask(one)],
    })),
    { cell: undefined, words: [`${a} / ${b}`, "all", ...figures.ofAll(overall, probability(p))] },
  ];
}
