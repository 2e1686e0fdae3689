import type { Interval } from "../statistics/interval.ts";
import { successRate } from "../statistics/success-rate.ts";
import { judgeName } from "./judge-summary.ts";
import type { PairJudgement } from "./pair-judgement.ts";

/** How often the judge prefers one tool's run to another's. */
export interface ComparedTools {
  readonly a: string;
  readonly b: string;
  readonly pairs: number;
  readonly betterA: number;
  readonly betterB: number;
  readonly ties: number;
  /** The share of `a` among the pairs that are no ties. `undefined` if all are ties. */
  readonly share: Interval | undefined;
}

export interface PairSummary {
  readonly judges: readonly string[];
  readonly pairs: number;
  /** Votes that said one thing in one order, and another in the other. */
  readonly orderChanged: number;
  /** Readings that were in no form that could be read. */
  readonly unreadable: number;
  /** What comparing has cost in US dollars. No run's cost has it. */
  readonly costUsd: number;
  readonly tools: readonly ComparedTools[];
}

/** The figures of a job's compared pairs, or `undefined` if it has none. */
export function pairSummary(judged: readonly PairJudgement[]): PairSummary | undefined {
  if (judged.length === 0) return undefined;
  const votes = judged.flatMap((one) => one.votes);
  const readings = votes.flatMap((vote) => vote.readings);
  const names = new Map(judged.map(({ a, b }) => [`${a}\n${b}`, { a, b }]));
  return {
    judges: [...new Set(judged.map(({ judge }) => judgeName(judge)))],
    pairs: judged.length,
    orderChanged: votes.filter((vote) => new Set(vote.readings.map(({ better }) => better)).size > 1).length,
    unreadable: readings.filter(({ better }) => better === "unreadable").length,
    costUsd: readings.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0),
    tools: [...names.values()].map(({ a, b }) => comparedTools(a, b, judged)),
  };
}

function comparedTools(a: string, b: string, all: readonly PairJudgement[]): ComparedTools {
  const own = all.filter((one) => one.a === a && one.b === b);
  const [betterA, betterB, ties] = (["a", "b", "tie"] as const).map(
    (winner) => own.filter((one) => one.winner === winner).length,
  ) as [number, number, number];
  const decided = betterA + betterB;
  const share = decided === 0 ? undefined : successRate(betterA, decided);
  return { a, b, pairs: own.length, betterA, betterB, ties, share };
}
