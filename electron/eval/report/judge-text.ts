import { counted } from "../../../shared/counted.ts";
import { criterionNames } from "../judge/judgement.ts";
import type { JudgedTool, JudgeSummary } from "../judge/judge-summary.ts";
import type { ComparedTools, PairSummary } from "../judge/pair-summary.ts";
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
      ? "No run has a verdict of the verifier and one of the judge, so their agreement is not known."
      : `The judge agrees with the verifier in ${withInterval(agreement.share, percent)} of ${counted(agreement.runs, "run")}${agreement.kappa === undefined ? "" : ` (Cohen's κ ${agreement.kappa.toFixed(2)})`}.`,
    ...(undecided > 0 ? [`It is undecided about ${counted(undecided, "run")}.`] : []),
    ...(unreadable > 0 ? [`${counted(unreadable, "vote")} could not be read.`] : []),
    "Where a task has a verifier, the verifier alone decides success.",
  ];
}

/** The heads of the table of compared tools. */
export const PAIR_HEADS = ["tools", "pairs", "first better", "second better", "ties", "share of the first"];

/** Two tools as the cells of that table. */
export const pairCells = ({ a, b, pairs, betterA, betterB, ties, share }: ComparedTools): string[] => [
  `${a} / ${b}`,
  String(pairs),
  String(betterA),
  String(betterB),
  String(ties),
  withInterval(share, percent),
];

/** Who compared the runs, what it cost, and how far that can be trusted: sentences. */
export function pairSentences({ judges, pairs, orderChanged, unreadable, costUsd }: PairSummary): string[] {
  return [
    `${judges.join(", ")} compared ${counted(pairs, "pair")} of runs, each in both orders and without names. That cost ${dollars(costUsd)}.`,
    ...(orderChanged > 0 ? [`${counted(orderChanged, "vote")} changed with the order and counted as ties.`] : []),
    ...(unreadable > 0 ? [`${counted(unreadable, "answer")} could not be read.`] : []),
    "The share leaves ties out. It decides no success.",
  ];
}

/** What `eval judge --pairs` prints, and `eval stats` for a job whose runs were compared. */
export function pairText(summary: PairSummary): string {
  return `judge, run against run\n${pairSentences(summary).join("\n")}\n${columns([PAIR_HEADS, ...summary.tools.map(pairCells)])}\n`;
}

/** What `eval judge` prints, and `eval stats` for a job that was judged. */
export function judgeText(summary: JudgeSummary): string {
  return `judge\n${judgeSentences(summary).join("\n")}\n${columns([JUDGE_HEADS, ...summary.tools.map(judgeCells)])}\n`;
}
