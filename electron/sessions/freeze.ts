/**
 * Freezes the processes of a session, and lets them go on.
 *
 * A shell that sees its job stopped takes the terminal back, so it must not see
 * that: parents are stopped before their children, and go on after them. By then
 * the children run again, and nothing is left to see.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessEntry } from "./process-table.ts";
import type { ProcessFamily } from "./process-family.ts";
import type { Kill } from "./stop-ladder.ts";

/** How long a process may take to stand still. One that waits for a disk does not until the disk has answered. */
const WITHIN_MS = 1000;
/** A process stops when it gets a processor the next time. */
const PAUSE_MS = 2;

const systemKill: Kill = (pid, signal) => void process.kill(pid, signal);

/**
 * Stops every process of the family (SIGSTOP), and resolves with how many when all stand still. Processes are forked while
 * others are being stopped, so the family is looked at until nobody is new and nobody runs.
 */
export async function freezeFamily(family: ProcessFamily, kill: Kill = systemKill): Promise<number> {
  const stopped = new Set<string>();
  for (const untilMs = performance.now() + WITHIN_MS; performance.now() < untilMs;) {
    const members = await family.members();
    const found = parentsFirst(members).filter((entry) => !stopped.has(keyOf(entry)));
    for (const entry of found) {
      stopped.add(keyOf(entry));
      await signalIfRunning(family, entry, () => kill(entry.pid, "SIGSTOP"));
    }
    if (found.length > 0) continue;
    if (members.every((entry) => entry.stopped || entry.zombie)) break;
    await sleep(PAUSE_MS);
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
