/**
 * Freezes the processes of a session, and lets them go on.
 *
 * A shell that sees its job stopped takes the terminal back, so it must not see
 * that: parents are stopped before their children, and go on after them. By then
 * the children run again, and nothing is left to see.
 */
import type { ProcessEntry } from "./process-table.ts";
import type { ProcessFamily } from "./process-family.ts";
import type { Kill } from "./stop-ladder.ts";

/** Processes are forked while others are being stopped: the family is looked at until nobody new is found, and at most so often. */
const MAX_LOOKS = 16;

const systemKill: Kill = (pid, signal) => void process.kill(pid, signal);

/** Stops every process of the family (SIGSTOP). Returns how many. */
export async function freezeFamily(family: ProcessFamily, kill: Kill = systemKill): Promise<number> {
  const stopped = new Set<string>();
  for (let look = 1; look <= MAX_LOOKS; look++) {
    const found = parentsFirst(await family.members()).filter((entry) => !stopped.has(keyOf(entry)));
    if (found.length === 0) break;
    for (const entry of found) {
      stopped.add(keyOf(entry));
      await signalIfRunning(family, entry, () => kill(entry.pid, "SIGSTOP"));
    }
  }
  return stopped.size;
}

/** Lets every process of the family go on (SIGCONT). */
export async function resumeFamily(family: ProcessFamily, kill: Kill = systemKill): Promise<void> {
  for (const entry of parentsFirst(await family.members()).toReversed()) {
    await signalIfRunning(family, entry, () => kill(entry.pid, "SIGCONT"));
  }
}

/** A process id may be another's by now. */
async function signalIfRunning({ processes }: ProcessFamily, entry: ProcessEntry, signal: () => void): Promise<void> {
  if (!(await processes.isRunning(entry))) return;
  try {
    signal();
  } catch {
    // It has ended between the look and the signal.
  }
}

function keyOf({ pid, started }: ProcessEntry): string {
  return `${pid} ${started}`;
}

function parentsFirst(entries: readonly ProcessEntry[]): ProcessEntry[] {
  const byPid = new Map(entries.map((entry) => [entry.pid, entry]));
  const depth = (entry: ProcessEntry): number => {
    let steps = 0;
    for (let at = byPid.get(entry.parent); at && steps < entries.length; at = byPid.get(at.parent)) steps++;
    return steps;
  };
  return entries.toSorted((a, b) => depth(a) - depth(b));
}
