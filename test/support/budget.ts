/** Time limits that hold on a slow or busy machine: measured against work of known size, not in milliseconds. */
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";

/** What the start of a Node process takes on a machine with nothing else to do. */
const USUAL_START_MS = 60;

/** How many times longer than usual a process takes here and now; never less than 1. */
export function slowness(): number {
  const startMs = timeOf(() => spawnSync(process.execPath, ["-e", "0"]));
  return Math.max(1, startMs / USUAL_START_MS);
}

/**
 * A watch that goes as slowly as the machine: a limit in its milliseconds is one
 * in real ones where nothing else runs, and as much work where six others do.
 */
export function startWatch(): { readonly ms: () => number } {
  const before = slowness();
  const startedMs = performance.now();
  return {
    ms: () => {
      const passedMs = performance.now() - startedMs;
      return passedMs / Math.max(before, slowness());
    },
  };
}

function timeOf(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

/** The shortest of several runs: what the work costs when nothing else gets in its way. */
export function bestTimeOf(runs: number, work: () => void): number {
  return Math.min(...Array.from({ length: runs }, () => timeOf(work)));
}

/** Whether the work takes at most `limitMs`; one slow run may be somebody else's fault. */
export function takesAtMost(limitMs: number, work: () => void): boolean {
  for (let run = 0; run < 4; run++) if (timeOf(work) <= limitMs) return true;
  return false;
}
