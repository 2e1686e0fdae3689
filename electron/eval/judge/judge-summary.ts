import type { RunResult } from "../results/run-result.ts";
import { type Agreement, agreementOf } from "../statistics/agreement.ts";
import { mean } from "../statistics/spread.ts";
import { namesOf } from "../statistics/tool-figures.ts";
import { type Criterion, criterionNames, type Judgement } from "./judgement.ts";

/** A run with what the judge says about it. */
export interface JudgedRun {
  readonly run: RunResult;
  readonly judgement: Judgement;
}

/** What the judge says about the runs of one tool. */
export interface JudgedTool {
  readonly tool: string;
  readonly runs: number;
  readonly done: number;
  /** Mean scores, from 1 to 5. `undefined` where no vote has a score with a quote from the transcript. */
  readonly scores: Readonly<Record<Criterion, number | undefined>>;
}

export interface JudgeSummary {
  /** "claude-code (claude-sonnet-4-5)", or several if the job was judged by several. */
  readonly judges: readonly string[];
  readonly runs: number;
  readonly undecided: number;
  /** Votes that were in no form that could be read. */
  readonly unreadable: number;
  /** With the verifier, over the runs that have one and that the judge has decided. */
  readonly agreement: Agreement | undefined;
  /** What judging has cost in US dollars. No run's cost has it. */
  readonly costUsd: number;
  readonly tools: readonly JudgedTool[];
}

/** The figures of a job's judgements, or `undefined` if it has none. */
export function judgeSummary(judged: readonly JudgedRun[]): JudgeSummary | undefined {
  if (judged.length === 0) return undefined;
  const votes = judged.flatMap(({ judgement }) => judgement.votes);
  return {
    judges: [...new Set(judged.map(({ judgement: { judge } }) => judgeName(judge)))],
    runs: judged.length,
    undecided: judged.filter(({ judgement }) => judgement.verdict === "undecided").length,
    unreadable: votes.filter(({ verdict }) => verdict === "unreadable").length,
    agreement: agreementOf(judged.flatMap(againstVerifier)),
    costUsd: votes.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0),
    tools: namesOf(
      judged.map(({ run }) => run),
      (run) => run.tool,
    ).map((tool) => judgedTool(tool, judged)),
  };
}

/** "claude-code (claude-sonnet-4-5)" */
export const judgeName = ({ agent, model }: Judgement["judge"]): string => (model === undefined ? agent : `${agent} (${model})`);

function againstVerifier({ run, judgement }: JudgedRun): [boolean, boolean][] {
  const passed = run.verifier?.passed;
  if (passed === undefined || judgement.verdict === "undecided") return [];
  return [[judgement.verdict === "done", passed]];
}

function judgedTool(tool: string, all: readonly JudgedRun[]): JudgedTool {
  const own = all.filter(({ run }) => run.tool === tool);
  const scores = own.flatMap(({ judgement }) => judgement.votes.flatMap((vote) => vote.scores));
  const meanOf = (criterion: Criterion): number | undefined => {
    const values = scores.flatMap((one) => (one.criterion === criterion ? one.score : []));
    return values.length === 0 ? undefined : mean(values);
  };
  return {
    tool,
    runs: own.length,
    done: own.filter(({ judgement }) => judgement.verdict === "done").length,
    scores: Object.fromEntries(criterionNames.map((name) => [name, meanOf(name)])) as JudgedTool["scores"],
  };
}
