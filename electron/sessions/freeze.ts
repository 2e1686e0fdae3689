/**
 * Freezes the processes of a session, and lets them go on.
 *
 * A shell that sees its job stopped takes the terminal back, so it must not see
 * that: a process is stopped when its parent stands still, and goes on before it.
 * By then the children run again, and nothing is left to see.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessEntry } from "./process-table.ts";
import type { ProcessFamily } from "./process-family.ts";
import type { Kill } from "./stop-ladder.ts";

/** How long a process may take to stand still. One that waits for a disk does not until the disk has answered. */
const WITHIN_MS = 1000;
/** After this time, the children of a process that does not stand still are stopped all the same. */
const PARENTS_WITHIN_MS = 500;
/** A process stops when it gets a processor the next time. */
const PAUSE_MS = 2;

const systemKill: Kill = (pid, signal) => void process.kill(pid, signal);

/**
 * Stops every process of the family (SIGSTOP), and resolves with how many when all stand still. Processes are forked while
 * others are being stopped, so the family is looked at until nobody is new and nobody runs. An aborted `signal` ends that:
 * nothing is stopped any more.
 */
export async function freezeFamily(family: ProcessFamily, signal: AbortSignal, kill: Kill = systemKill): Promise<number> {
  const stopped = new Set<string>();
  const beganAt = performance.now();
  for (let atMs = 0; atMs < WITHIN_MS && !signal.aborted; atMs = performance.now() - beganAt) {
    const members = await family.members();
    // A parent that was sent the signal and had no turn on the processor since would still see its child stop.
    const running = new Set(atMs < PARENTS_WITHIN_MS ? members.filter(isRunning).map(({ pid }) => pid) : []);
    const found = parentsFirst(members).filter((entry) => !stopped.has(keyOf(entry)) && !running.has(entry.parent));
    for (const entry of found) {
      stopped.add(keyOf(entry));
      await signalIfRunning(family, entry, () => !signal.aborted && kill(entry.pid, "SIGSTOP"));
    }
    if (found.length > 0) continue;
    if (!members.some(isRunning)) break;
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
async function signalIfRunning({ processes }: ProcessFamily, entry: ProcessEntry, send: () => void): Promise<void> {
  if (!(await processes.isRunning(entry))) return;
  try {
    send();
  } catch {
    // It has ended between the look and the signal.
  }
}

function isRunning({ stopped, zombie }: ProcessEntry): boolean {
  return !stopped && !zombie;
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
