/** What a session uses of the machine, as a person reads it. Pure. */
import type { Result } from "../../shared/protocol.ts";

type Sample = { readonly facts: Pick<Result<"session/facts">, "processes">; readonly atMs: number };

/** The share of one processor between two looks, in percent. Processes that came or went in between are left out. */
export function processorShare(now: Sample, before: Sample): number {
  const usedBefore = new Map(before.facts.processes.map(({ pid, processorMs = 0 }) => [pid, processorMs]));
  const used = now.facts.processes.reduce(
    (sum, { pid, processorMs = 0 }) => sum + Math.max(0, processorMs - (usedBefore.get(pid) ?? processorMs)),
    0,
  );
  return Math.round((100 * used) / Math.max(1, now.atMs - before.atMs));
}

/** `512 B`, `4.0 kB`, `12 MB`: two figures are enough for a glance. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"] as const;
  let amount = bytes;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit] ?? ""}`;
}
