import { setTimeout as sleep } from "node:timers/promises";
import { processIds, readEnvironmentNow } from "../../platform/linux/proc.ts";
import { RUN_VARIABLE } from "./run-space.ts";

/** How long a process may take to end after SIGTERM. */
const GRACE_MS = 2000;
const POLL_MS = 50;
/** A process that is just being started has no environment for a moment. Nothing is left when it was not seen so often. */
const EMPTY_LOOKS = 2;

/** The processes that the run has started, also those that have left its terminal, such as a server of tmux. */
function processesOf(nonce: string): number[] {
  if (process.platform !== "linux") return [];
  const wanted = `${RUN_VARIABLE}=${nonce}`;
  return processIds().filter((pid) => {
    if (pid === process.pid) return false;
    try {
      return readEnvironmentNow(pid).split("\0").includes(wanted);
    } catch {
      // It has ended, or it belongs to somebody else.
      return false;
    }
  });
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself.
    }
  }
}

/**
 * Ends all that a run has started and nothing else: the processes that carry its number
 * in their environment. Asks first, and insists after two seconds. On systems without
 * /proc the session's own stop has to do.
 */
export async function endProcesses(nonce: string): Promise<void> {
  const untilMs = performance.now() + GRACE_MS;
  signal(processesOf(nonce), "SIGTERM");
  for (let looks = 0; looks < EMPTY_LOOKS; looks++) {
    const left = processesOf(nonce);
    if (left.length > 0) {
      looks = -1;
      // A process may start another one until it is gone itself, so the list is read again each time.
      if (performance.now() > untilMs) signal(left, "SIGKILL");
    }
    await sleep(POLL_MS);
  }
}
