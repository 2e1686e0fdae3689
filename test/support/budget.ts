/** Time limits that hold on a slow or busy machine: measured against work of known size, not in milliseconds. */
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";

/** What the start of a Node process takes on two slow cores with nothing else to do: the limits in these tests are for such. */
const USUAL_START_MS = 100;

/** How many times longer than usual a process takes here and now; never less than 1. */
export function slowness(): number {
  const before = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return Math.max(1, (performance.now() - before) / USUAL_START_MS);
}

/**
 * A stopwatch that goes as slowly as the machine: a limit in its milliseconds is one
 * in real ones where nothing else runs, and as much work where six others do.
 */
export function startStopwatch(): { readonly ms: () => number } {
  const before = slowness();
  const startedMs = performance.now();
  return {
    ms: () => {
      const passedMs = performance.now() - startedMs;
      return passedMs / Math.max(before, slowness());
    },
  };
}

/** In milliseconds of this process's own: those in which others had the processor do not count. */
function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The shortest of several runs: what the work costs when nothing else gets in its way. */
export function bestTimeOf(runs: number, work: () => void): number {
  return Math.min(...Array.from({ length: runs }, () => costOf(work)));
}

/** Whether the work takes at most `limitMs`; one slow run may be somebody else's fault. */
export function takesAtMost(limitMs: number, work: () => void): boolean {
  for (let run = 0; run < 4; run++) if (costOf(work) <= limitMs) return true;
  return false;
}
