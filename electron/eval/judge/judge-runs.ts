import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../shared/errors.ts";
import { writeJson } from "../../platform/json-file.ts";
import { adapterOf } from "../agents/adapters.ts";
import type { Agent } from "../definitions/agent.ts";
import type { Task } from "../definitions/task.ts";
import { noTool } from "../definitions/tool.ts";
import { type Installations, installAll } from "../job/installations.ts";
import { JUDGEMENT_FILE, readResults, runFolderName } from "../job/job-folder.ts";
import type { JobPlan } from "../job/job-plan.ts";
import type { JobContext } from "../job/perform-job.ts";
import { clearRun } from "../job/unfinished-runs.ts";
import type { RunResult } from "../results/run-result.ts";
import { performRun } from "../run/perform-run.ts";
import type { PlannedRun } from "../run/planned-run.ts";
import { blinding } from "./blinded-text.ts";
import { judgePrompt } from "./judge-prompt.ts";
import { type Judgement, majority, readVote, type Vote } from "./judgement.ts";
import { transcriptOf } from "./transcript.ts";

export interface Judging {
  readonly judge: Agent;
  /** How often each run is read. */
  readonly votes: number;
  readonly parallel: number;
  /** The job's own plan: its tasks, and the names that the judge must not see. */
  readonly plan: JobPlan;
}

/** How long a judge may take for one vote. */
const VOTE_SECONDS = 600;
/** How often a vote is tried that fails for reasons outside of it. */
const MAX_TRIES = 3;

/** A run that can be judged. */
interface Judged {
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
  const { judge, plan, parallel } = judging;
  const { job, client, say, signal } = context;
  const left = runsToJudge(job, plan);
  for (const { folder } of left) await clearVotes(folder, client);
  const installed = await installAll({ ...plan, agents: [judge], tools: [] }, context);
  let judged = 0;
  const total = left.length;
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined && !signal.aborted; one = left.shift()) {
      const judgement = await judgeRun(one, { ...judging, installed }, context);
      if (signal.aborted) return;
      if (judgement.votes.length === 0) continue;
      writeJson(join(one.folder, JUDGEMENT_FILE), judgement);
      judged += 1;
      say(`${judgement.verdict.padEnd(10)} ${runFolderName(one.run)}  ${judged} of ${total} judged\n`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return judged;
}

function runsToJudge(job: string, plan: JobPlan): Judged[] {
  const blind = blinding(plan.tools, plan.agents);
  return readResults(job).flatMap((run) => {
    const folder = join(job, "runs", runFolderName(run));
    const task = plan.tasks.find(({ name }) => name === run.task);
    const transcript = run.tool === noTool.name ? undefined : transcriptOf(folder);
    if (task === undefined || transcript === undefined || existsSync(join(folder, JUDGEMENT_FILE))) return [];
    return [{ run, folder, task: blind(task.prompt), transcript: blind(transcript) }];
  });
}

const votesFolder = (runFolder: string): string => join(runFolder, "judge");

/** Ends what votes have left behind whose judge was killed, and removes them. */
async function clearVotes(runFolder: string, client: JobContext["client"]): Promise<void> {
  const folder = votesFolder(runFolder);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) await clearRun(join(folder, name), client);
  rmSync(folder, { recursive: true, force: true });
}

async function judgeRun(
  judged: Judged,
  { judge, votes, installed }: Judging & { installed: Installations },
  context: JobContext,
): Promise<Judgement> {
  const cast: Vote[] = [];
  for (let number = 1; number <= votes && !context.signal.aborted; number++) {
    const vote = await castVote(judged, plannedVote(judged, { judge, number, installed, context }), context);
    if (vote !== undefined) cast.push(vote);
  }
  const version = installed.agents.get(judge.name)?.version;
  return {
    judge: {
      agent: judge.name,
      ...(judge.model !== undefined && { model: judge.model }),
      ...(version !== undefined && { version }),
    },
    votes: cast,
    verdict: majority(cast),
  };
}

/** `undefined` if something outside of the vote failed each time. It is no vote then. */
async function castVote({ transcript }: Judged, planned: PlannedRun, context: JobContext): Promise<Vote | undefined> {
  const { client, signal, say } = context;
  for (let tries = 1; ; tries++) {
    try {
      await clearRun(planned.folder, client);
      const { result, lastMessage } = await performRun(planned, { client, signal, isOverBudget: undefined });
      if (result.outcome === "infrastructure") throw new Error(result.reason);
      const { seconds, costUsd } = result;
      return { ...readVote(lastMessage, transcript), seconds, ...(costUsd !== undefined && { costUsd }) };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (tries < MAX_TRIES) continue;
      say(`A vote could not be cast: ${messageOf(error)}\n`);
      return undefined;
    }
  }
}

interface VotePlan {
  readonly judge: Agent;
  readonly number: number;
  readonly installed: Installations;
  readonly context: JobContext;
}

/** A vote is a run like any other: isolated, live and recorded. Its task is to judge. */
function plannedVote({ run, folder, task, transcript }: Judged, { judge, number, installed, context }: VotePlan): PlannedRun {
  const own = installed.agents.get(judge.name);
  return {
    agent: judge,
    adapter: adapterOf(judge),
    task: judgeTask(judgePrompt({ task, transcript, vote: number })),
    tool: noTool,
    number,
    mode: "headless",
    label: runFolderName(run),
    folder: join(votesFolder(folder), `vote-${number}`),
    timeoutSeconds: VOTE_SECONDS,
    maxNudges: 0,
    bins: own?.bins ?? [],
    commands: context.commands,
    versions: {},
  };
}

const judgeTask = (prompt: string): Task => ({
  name: "judge",
  file: "",
  prompt,
  setup: undefined,
  verify: undefined,
  verdict: "exit-code",
  verifySeconds: 1,
  solution: undefined,
  timeoutSeconds: VOTE_SECONDS,
  requires: [],
  files: undefined,
  folder: undefined,
});
