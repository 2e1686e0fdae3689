import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { printError } from "../../cli/output.ts";
import { connectOrStart } from "../../client/host-connection.ts";
import type { Paths } from "../../platform/paths.ts";
import { EvaluationError } from "../evaluation-error.ts";
import { fileIn, jobConfig, readWhole } from "../job/job-folder.ts";
import { jobRequest, type JobRequest } from "../job/job-plan.ts";
import type { JobContext } from "../job/perform-job.ts";
import { lockJob } from "../job/runner-lock.ts";

/** Where the command runs: the folders of this user, and the built host. */
export interface Installation {
  readonly paths: Paths;
  readonly hostScript: string;
}

/** The folder with the files of the player, which the report takes in. */
export const assetsOf = ({ hostScript }: Installation): string => join(dirname(hostScript), "assets");

/** The exit code of a command that Ctrl+C has ended. */
const INTERRUPTED = 130;

const storedJob = jobConfig.extend({ request: jobRequest.optional(), imported: z.boolean().default(false) });

/** What the job was asked to do. Throws `EvaluationError` for a job that was imported. */
export function storedRequest(job: string): JobRequest {
  const file = fileIn(job, "config.json");
  const { request, imported } = readWhole(file, storedJob);
  if (imported) throw new EvaluationError(`${basename(job)} was imported: there are no transcripts to judge, and no runs to do.`);
  if (request === undefined) throw new EvaluationError(`${file} does not say what was asked for.`);
  return request;
}

/**
 * Does work that runs agents, as the only runner of the job. Ctrl+C ends the runs in
 * progress, and `goOn` is the command that goes on then. Resolves with the exit code.
 */
export async function withRunner(
  { job, installation, goOn }: { job: string; installation: Installation; goOn: string },
  work: (context: JobContext) => Promise<void>,
): Promise<number> {
  const stop = new AbortController();
  const interrupt = (): void => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    printError(`\nEnding the runs in progress. '${goOn}' goes on.\n`);
    stop.abort(new EvaluationError("interrupted"));
  };
  using _lock = lockJob(job);
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  using client = await connectOrStart({
    paths: installation.paths,
    hostScript: installation.hostScript,
    name: "cotty eval",
    kind: "script",
  });
  // A run ends, too, when somebody else ends its session.
  await client.request("host/watch", {});
  await work({
    job,
    client,
    signal: stop.signal,
    cache: join(dirname(installation.paths.recordings), "evaluated-packages"),
    commands: { cotty: [process.execPath, join(dirname(installation.hostScript), "../../bin/cotty.js")] },
    say: printError,
  });
  return stop.signal.aborted ? INTERRUPTED : 0;
}
