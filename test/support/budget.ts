/** Time limits that hold on a slow or busy machine: measured against work of known size, not in milliseconds. */
import { performance } from "node:perf_hooks";

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
