import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "../../platform/json-file.ts";
import { JUDGEMENT_FILE, PAIRS_FOLDER, runFolderName } from "../job/job-folder.ts";
import type { JobContext } from "../job/perform-job.ts";
import { counts } from "../results/outcome.ts";
import { castVote, type JudgeAtWork, signatureOf } from "./cast-vote.ts";
import { judgeAll, type Judged, judgedRuns, type Judging } from "./judge-runs.ts";
import { type PairJudgement, pairWinner, readPreference, type Reading, winnerOf } from "./pair-judgement.ts";
import { pairPrompt } from "./pair-prompt.ts";

/** Two runs of the same agent, task and number, each with another tool. */
interface Pair {
  readonly a: Judged;
  readonly b: Judged;
  readonly folder: string;
}

/**
 * Lets the judge compare the tools, run against run: every pair that is over, has both
 * transcripts, and is not judged yet. Resolves with how many were judged.
 */
export async function judgePairs(judging: Judging, context: JobContext): Promise<number> {
  const left = pairsOf(judgedRuns(context.job, judging.plan), context.job).filter(
    ({ folder }) => !existsSync(join(folder, JUDGEMENT_FILE)),
  );
  return judgeAll(left, judging, {
    context,
    votesOf: ({ folder }) => folder,
    async judge(pair, work) {
      const votes: PairJudgement["votes"] = [];
      for (let number = 1; number <= judging.votes && !context.signal.aborted; number++) {
        const readings = await readBothWays(pair, number, work);
        if (readings !== undefined) votes.push({ readings, winner: winnerOf(readings) });
      }
      if (votes.length === 0 || context.signal.aborted) return undefined;
      const { agent, task, number, tool: a } = pair.a.run;
      const b = pair.b.run.tool;
      const winner = pairWinner(votes);
      const judgement: PairJudgement = { judge: signatureOf(work), agent, task, number, a, b, votes, winner };
      writeJson(join(pair.folder, JUDGEMENT_FILE), judgement);
      return `${winner === "tie" ? "tie" : `better: ${judgement[winner]}`}  ${agent}, ${task}, ${a} and ${b}, ${number}`;
    },
  });
}

function pairsOf(runs: readonly Judged[], job: string): Pair[] {
  const counted = runs.filter(({ run }) => counts(run.outcome));
  return counted.flatMap((a, at) =>
    counted.slice(at + 1).flatMap((b): Pair[] => {
      const isPair = a.run.agent === b.run.agent && a.run.task === b.run.task && a.run.number === b.run.number;
      if (!isPair) return [];
      const folder = join(job, PAIRS_FOLDER, `${runFolderName(a.run)}--${b.run.tool}`);
      return [{ a, b, folder }];
    }),
  );
}

/** One vote: the same question in both orders. `undefined` unless both were answered. */
async function readBothWays({ a, b, folder }: Pair, vote: number, work: JudgeAtWork): Promise<Reading[] | undefined> {
  const texts = { a: a.transcript, b: b.transcript };
  const readings: Reading[] = [];
  for (const first of ["a", "b"] as const) {
    const second = first === "a" ? "b" : "a";
    const prompt = pairPrompt({ task: a.task, first: texts[first], second: texts[second] });
    const name = `vote-${vote}-${first}-first`;
    const label = `${runFolderName(a.run)}--${b.run.tool}-${first}`;
    const answer = await castVote({ prompt, label, number: vote, folder: join(folder, name) }, work);
    if (answer === undefined) return undefined;
    const { message, ...about } = answer;
    readings.push({ ...readPreference(message, first, texts), ...about });
  }
  return readings;
}
