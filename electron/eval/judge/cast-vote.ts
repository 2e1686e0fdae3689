import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../../../shared/client.ts";
import { messageOf } from "../../../shared/errors.ts";
import { adapterOf } from "../agents/adapters.ts";
import type { Agent } from "../definitions/agent.ts";
import type { Task } from "../definitions/task.ts";
import { noTool } from "../definitions/tool.ts";
import type { Installations } from "../job/installations.ts";
import type { JobContext } from "../job/perform-job.ts";
import { clearRun } from "../job/unfinished-runs.ts";
import { performRun } from "../run/perform-run.ts";
import type { PlannedRun } from "../run/planned-run.ts";
import type { Judgement } from "./judgement.ts";

/** One question to a judge. */
export interface Ballot {
  readonly prompt: string;
  /** What the session is called. */
  readonly label: string;
  readonly number: number;
  /** Where its files are kept. */
  readonly folder: string;
}

/** A judge with its program, and where it works. */
export interface JudgeAtWork {
  readonly judge: Agent;
  readonly installed: Installations;
  readonly context: JobContext;
}

export interface JudgeAnswer {
  readonly message: string;
  readonly seconds: number;
  readonly costUsd?: number;
}

/** How long a judge may take for one vote. */
const VOTE_SECONDS = 600;
/** How often a vote is tried that fails for reasons outside of it. */
const MAX_TRIES = 3;

/** `undefined` if something outside of the vote failed each time. It is no vote then. */
export async function castVote(ballot: Ballot, work: JudgeAtWork): Promise<JudgeAnswer | undefined> {
  const { client, signal, say } = work.context;
  for (let tries = 1; ; tries++) {
    try {
      await clearRun(ballot.folder, client);
      const { result, lastMessage } = await performRun(plannedVote(ballot, work), { client, signal, isOverBudget: undefined });
      if (result.outcome === "infrastructure") throw new Error(result.reason);
      // A judge that has not started, say.
      if (lastMessage.trim() === "") throw new Error(`${work.judge.name} said nothing: ${result.reason}`);
      const { seconds, costUsd } = result;
      return { message: lastMessage, seconds, ...(costUsd !== undefined && { costUsd }) };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (tries < MAX_TRIES) continue;
      say(`A vote could not be cast: ${messageOf(error)}\n`);
      return undefined;
    }
  }
}

/** Ends what the votes in a folder have left behind whose judge was killed, and removes them. */
export async function clearVotes(folder: string, client: Client): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) await clearRun(join(folder, name), client);
  rmSync(folder, { recursive: true, force: true });
}

/** How a judgement names its judge. */
export function signatureOf({ judge: { name, model }, installed }: JudgeAtWork): Judgement["judge"] {
  const version = installed.agents.get(name)?.version;
  return { agent: name, ...(model !== undefined && { model }), ...(version !== undefined && { version }) };
}

/** A vote is a run like any other: isolated, live and recorded. Its task is to judge. */
function plannedVote({ prompt, label, number, folder }: Ballot, { judge, installed, context }: JudgeAtWork): PlannedRun {
  return {
    agent: judge,
    adapter: adapterOf(judge),
    task: judgeTask(prompt),
    tool: noTool,
    number,
    mode: "headless",
    label,
    folder,
    timeoutSeconds: VOTE_SECONDS,
    maxNudges: 0,
    bins: installed.agents.get(judge.name)?.bins ?? [],
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
  digest: "",
});
