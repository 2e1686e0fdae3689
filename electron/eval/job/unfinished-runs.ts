import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../../../shared/client.ts";
import { endAttempt } from "../run/attempt.ts";
import { RESULT_FILE } from "./job-folder.ts";

/**
 * Removes the folders of runs that have no result. First ends what their attempts have left
 * behind: the runner may have been killed while agents worked, and they still cost money.
 */
export async function clearUnfinishedRuns(job: string, client: Client): Promise<void> {
  const runs = join(job, "runs");
  if (!existsSync(runs)) return;
  for (const name of readdirSync(runs)) {
    const folder = join(runs, name);
    if (!existsSync(join(folder, RESULT_FILE))) await clearRun(folder, client);
  }
}

/** Removes the folder of one run, and ends what its attempt has left behind. */
export async function clearRun(folder: string, client: Client): Promise<void> {
  await endAttempt(folder, client);
  rmSync(folder, { recursive: true, force: true });
}
