/** The command `eval judge`: an agent reads the runs of a job and says what it thinks of them. */
import { resolve } from "node:path";
import { counted } from "../../../shared/counted.ts";
import { onlyArgument, takeOptions, wholeNumber } from "../../cli/options.ts";
import { print, printError, printJson } from "../../cli/output.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { loadJob } from "../job/job-folder.ts";
import { findAgent, missingKey, planJob } from "../job/job-plan.ts";
import { writeReport } from "../job/write-report.ts";
import { judgeRuns } from "../judge/judge-runs.ts";
import { judgePairs } from "../judge/judge-pairs.ts";
import { judgeSummary } from "../judge/judge-summary.ts";
import { pairSummary } from "../judge/pair-summary.ts";
import { judgeText, pairText } from "../report/judge-text.ts";
import { assetsOf, type Installation, storedRequest, withRunner } from "./runner.ts";

const DEFAULT_JUDGE = "claude-code";
const DEFAULT_VOTES = "3";

const judgeOptions = {
  "--agent": "value",
  "--votes": "value",
  "--parallel": "value",
  "--pairs": "flag",
  "--json": "flag",
} as const;

/** `eval judge JOB`: lets an agent read every run that is not judged yet, or compare the runs of different tools, and prints what it found. */
export async function judge(args: readonly string[], installation: Installation): Promise<number> {
  const { options, rest } = takeOptions(args, judgeOptions, "anywhere");
  const path = onlyArgument(rest);
  const job = resolve(path);
  const votes = wholeNumber("--votes", options["--votes"] ?? DEFAULT_VOTES, 1);
  const parallel = wholeNumber("--parallel", options["--parallel"] ?? "1", 1);
  const request = storedRequest(job);
  const pairs = options["--pairs"] ?? false;
  const plan = planJob(request);
  const agent = findAgent(options["--agent"] ?? DEFAULT_JUDGE, request);
  const key = missingKey(agent);
  if (key !== undefined) throw new EvaluationError(`${agent.name} cannot judge without its key. Set in the environment: ${key}`);
  if (plan.agents.some(({ name, model }) => name === agent.name && model === agent.model))
    printError(`${agent.name} judges its own runs. Judges prefer their own work: take an agent of another vendor.\n`);
  const code = await withRunner(
    { job, installation, goOn: `cotty eval judge${pairs ? " --pairs" : ""} ${path}` },
    async (context) => {
      const judging = { judge: agent, votes, parallel, plan };
      const judged = await (pairs ? judgePairs : judgeRuns)(judging, context);
      printError(`${counted(judged, pairs ? "pair" : "run")} judged\n`);
    },
  );
  if (code !== 0) return code;
  const loaded = loadJob(job);
  const summary = pairs ? pairSummary(loaded.pairs) : judgeSummary(loaded.judged);
  if (summary === undefined)
    throw new EvaluationError(
      pairs
        ? `No pair of ${path} was judged. A pair is two runs of the same task and number with different tools.`
        : `No run of ${path} was judged. A run needs agent/trajectory.json.`,
    );
  writeReport({ path: job, job: loaded, assets: assetsOf(installation) });
  if (options["--json"]) printJson(summary);
  else print("pairs" in summary ? pairText(summary) : judgeText(summary));
  return 0;
}
