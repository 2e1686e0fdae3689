import { outcomes } from "../results/outcome.ts";
import { type Markup, markup } from "./markup.ts";
import { COUNT_HEADS } from "./outcome-rows.ts";

/** Columns of figures: their heads stand over them, on the right. */
const FIGURES: ReadonlySet<string> = new Set([
  "Successes",
  "Rate",
  "Cost of a run",
  "Cost per success",
  "Time of a run",
  "Calls",
  "One of 3",
  "All of 3",
  "Ratio",
  "Difference",
  "δ",
  "p",
  "No.",
  "Cost",
  "Time",
  "Tokens",
  ...outcomes,
  ...COUNT_HEADS,
]);

/** A table that scrolls sideways by itself. It takes the focus, so that a keyboard can scroll it. */
export function scrollTable(caption: string, heads: readonly string[], rows: readonly Markup[], height = ""): Markup {
  return markup`<div class="scroll ${height}" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${heads.map((head) => markup`<th scope="col" class="${FIGURES.has(head) ? "number" : ""}">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
