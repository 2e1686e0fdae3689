/** How the runs of each tool went, besides their means: for the terminal and for the page. */
import { formatSeconds } from "../results/duration.ts";
import { outcomes } from "../results/outcome.ts";
import type { ToolFigures } from "../statistics/tool-figures.ts";
import { dollars, withInterval } from "./figures-text.ts";

export const COUNT_HEADS = ["Failed calls", "Nudges", "Take-overs", "Retries", "Median cost", "Median time"];

/** A row of heads, then a row for each tool. Of the outcomes, those that there are have columns. */
export function outcomeRows(tools: readonly ToolFigures[]): { heads: string[]; rows: string[][] } {
  const seen = outcomes.filter((outcome) => tools.some((figures) => figures.outcomes[outcome] !== undefined));
  const rows = tools.map((figures) => [
    figures.tool,
    ...seen.map((outcome) => String(figures.outcomes[outcome] ?? 0)),
    String(figures.toolErrors ?? "–"),
    ...[figures.nudges, figures.takeovers, figures.retries].map(String),
    withInterval(figures.medianCost, dollars),
    withInterval(figures.medianSeconds, (seconds) => formatSeconds(seconds)),
  ]);
  return { heads: ["Tool", ...seen, ...COUNT_HEADS], rows };
}
