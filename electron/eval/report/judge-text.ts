import { counted } from "../../../shared/counted.ts";
import { criterionNames } from "../judge/judgement.ts";
import type { JudgedTool, JudgeSummary } from "../judge/judge-summary.ts";
import { columns } from "./columns.ts";
import { dollars, percent, withInterval } from "./figures-text.ts";

/** The heads of the table of judged tools. */
export const JUDGE_HEADS = ["tool", "judged done", ...criterionNames];

/** One tool as the cells of that table. */
export const judgeCells = ({ tool, runs, done, scores }: JudgedTool): string[] => [
  tool,
  `${done}/${runs}`,
  ...criterionNames.map((name) => scores[name]?.toFixed(1) ?? "–"),
];

/** Who judged, what it cost, and how far the judge can be trusted: sentences. */
export function judgeSentences({ judges, runs, undecided, unreadable, agreement, costUsd }: JudgeSummary): string[] {
  return [
    `${judges.join(", ")} read ${counted(runs, "run")}, without the names of tools and agents. That cost ${dollars(costUsd)}.`,
    agreement === undefined
      ? "No run has a verifier to compare the judge with."
      : `The judge agrees with the verifier in ${withInterval(agreement.share, percent)} of ${counted(agreement.runs, "run")}${agreement.kappa === undefined ? "" : ` (Cohen's κ ${agreement.kappa.toFixed(2)})`}.`,
    ...(undecided > 0 ? [`It is undecided about ${counted(undecided, "run")}.`] : []),
    ...(unreadable > 0 ? [`${counted(unreadable, "vote")} could not be read.`] : []),
    "Where a task has a verifier, the verifier alone decides success.",
  ];
}

/** What `eval judge` prints, and `eval stats` for a job that was judged. */
export function judgeText(summary: JudgeSummary): string {
  return `judge\n${judgeSentences(summary).join("\n")}\n${columns([JUDGE_HEADS, ...summary.tools.map(judgeCells)])}\n`;
}
