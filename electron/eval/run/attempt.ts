/**
 * One try at a run. Its traces are written down before it begins, so that another runner
 * can end what this one left behind when it was killed.
 */
import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { tmpdir } from "node:os";
import { z } from "zod";
import type { Client } from "../../../shared/client.ts";
import { readJson } from "../../platform/json-file.ts";
import { endProcesses } from "./run-processes.ts";
import { removeFolder } from "./run-space.ts";

const attempt = z.object({
  /** In the environment of all that the attempt starts. */
  nonce: z.string().regex(/^[0-9a-f]{12}$/),
  /** The id of the agent's session. */
  session: z.string(),
  /** The folder of all that the attempt writes outside of the job. */
  root: z.string(),
});
export type Attempt = z.infer<typeof attempt>;

const ROOT_PREFIX = "cotty-eval-";

/** `config.json` in a run's folder. It holds an `Attempt`. */
export const ATTEMPT_FILE = "config.json";

/** A nonce, and the folder that belongs to it. The folder is not made yet. A replay has the nonce that was recorded. */
export function newAttempt(nonce = randomBytes(6).toString("hex")): Omit<Attempt, "session"> {
  return { nonce, root: join(tmpdir(), `${ROOT_PREFIX}${nonce}`) };
}

/**
 * Ends what an attempt has left behind: its session, its processes and its folder outside
 * of the job. Does nothing if there is no attempt in `folder`, or if nothing is left of it.
 */
export async function endAttempt(folder: string, client: Client): Promise<void> {
  const left = attemptIn(folder);
  if (left === undefined) return;
  const sessions = await client.request("session/list", {});
  // Another job may have a session of that name. Only this attempt's works in its folder.
  const own = sessions.find(({ id, cwd }) => id === left.session && cwd.startsWith(left.root));
  if (own !== undefined) await client.request("session/stop", { id: own.id });
  await endProcesses(left.nonce);
  removeFolder(left.root);
}

/** The attempt that is written down in a run's folder. `undefined` if there is none, or if the file is damaged. */
export function attemptIn(folder: string): Attempt | undefined {
  try {
    const left = attempt.parse(readJson(join(folder, ATTEMPT_FILE)));
    // The file may come from elsewhere. No other folder than an attempt's is ever removed.
    return basename(left.root) === `${ROOT_PREFIX}${left.nonce}` ? left : undefined;
  } catch {
    return undefined;
  }
}
