import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "../../platform/json-file.ts";
import type { Agent } from "../definitions/agent.ts";
import { noTool } from "../definitions/tool.ts";
import { installAll } from "../job/installations.ts";
import { JUDGEMENT_FILE, readResults, runFolderName } from "../job/job-folder.ts";
import type { JobPlan } from "../job/job-plan.ts";
import type { JobContext } from "../job/perform-job.ts";
import type { RunResult } from "../results/run-result.ts";
import { blinding } from "./blinded-text.ts";
import { castVote, clearVotes, type JudgeAtWork, signatureOf } from "./cast-vote.ts";
import { judgePrompt } from "./judge-prompt.ts";
import { type Judgement, majority, readVote, type Vote } from "./judgement.ts";
import { transcriptOf } from "./transcript.ts";

export interface Judging {
  readonly judge: Agent;
  /** How often each run, or each pair in both orders, is read. */
  readonly votes: number;
  readonly parallel: number;
  /** The job's own plan: its tasks, and the names that the judge must not see. */
  readonly plan: JobPlan;
}

/** A run that can be judged. */
export interface Judged {
  readonly run: RunResult;
  readonly folder: string;
  /** Both are blinded. */
  readonly task: string;
  readonly transcript: string;
}

/**
 * Lets the judge read every run of an agent that is over, has a transcript, and is not
 * judged yet. Resolves with how many were judged. When `signal` aborts, votes in progress
 * are ended and leave nothing.
 */
export async function judgeRuns(judging: Judging, context: JobContext): Promise<number> {
  const left = judgedRuns(context.job, judging.plan).filter(({ folder }) => !existsSync(join(folder, JUDGEMENT_FILE)));
  return judgeAll(left, judging, {
    context,
    votesOf: ({ folder }) => join(folder, "judge"),
    async judge({ run, folder, task, transcript }, work) {
      const votes: Vote[] = [];
      for (let number = 1; number <= judging.votes && !context.signal.aborted; number++) {
        const prompt = judgePrompt({ task, transcript, vote: number });
        const ballot = { prompt, label: runFolderName(run), number, folder: join(folder, "judge", `vote-${number}`) };
        const answer = await castVote(ballot, work);
        if (answer === undefined) continue;
        const { message, ...about } = answer;
        votes.push({ ...readVote(message, transcript), ...about });
      }
      if (votes.length === 0 || context.signal.aborted) return undefined;
      const judgement: Judgement = { judge: signatureOf(work), votes, verdict: majority(votes) };
      writeJson(join(folder, JUDGEMENT_FILE), judgement);
      return `${judgement.verdict.padEnd(10)} ${runFolderName(run)}`;
    },
  });
}

interface JudgeSteps<Item> {
  readonly context: JobContext;
  /** Where the votes on an item are kept. */
  votesOf(item: Item): string;
  /** Judges one and resolves with a line about it, or with `undefined` if nothing came of it. */
  judge(item: Item, work: JudgeAtWork): Promise<string | undefined>;
}

/** Judges what is left, several at a time. Resolves with how many were judged. */
export async function judgeAll<Item>(items: readonly Item[], judging: Judging, steps: JudgeSteps<Item>): Promise<number> {
  const { context } = steps;
  const left = [...items];
  for (const item of left) await clearVotes(steps.votesOf(item), context.client);
  const installed = await installAll({ ...judging.plan, agents: [judging.judge], tools: [] }, context);
  let judged = 0;
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined && !context.signal.aborted; item = left.shift()) {
      const line = await steps.judge(item, { judge: judging.judge, installed, context });
      if (line === undefined) continue;
      judged += 1;
      context.say(`${line}  ${judged} of ${items.length} judged\n`);
    }
  };
  await Promise.all(Array.from({ length: judging.parallel }, worker));
  return judged;
}

/** Every run of an agent that is over and has a transcript. */
export function judgedRuns(job: string, plan: JobPlan): Judged[] {
  const blind = blinding(plan.tools, plan.agents);
  return readResults(job).flatMap((run) => {
    const folder = join(job, "runs", runFolderName(run));
    const task = plan.tasks.find(({ name }) => name === run.task);
    const transcript = run.tool === noTool.name ? undefined : transcriptOf(folder);
    if (task === undefined || transcript === undefined) return [];
    return [{ run, folder, task: blind(task.prompt), transcript: blind(transcript) }];
  });
}
