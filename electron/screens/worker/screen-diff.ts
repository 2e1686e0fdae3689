/**
 * Which lines of a screen are new, although programs redraw and move the old
 * ones: all but a longest subsequence that both screens have in common. See
 * Hunt and McIlroy, "An Algorithm for Differential File Comparison" (1976). A
 * screen is short, so the plain table of lengths does.
 */
import type { Line } from "./screen-text.ts";

/** The lines that were not there before, and the text of those that are not there any more. After the first `within` lines, all are new. */
export function changedLines(
  before: readonly string[],
  now: readonly Line[],
  within = now.length,
): { added: Line[]; gone: readonly string[] } {
  const compared = now.slice(0, within).map(({ text }) => text.trimEnd());
  const { isNew, gone } = diffLines(before, compared);
  return { added: now.filter((_, at) => isNew[at] ?? true), gone };
}

type LineDiff = {
  /** For each line of now, whether it is new. */
  readonly isNew: readonly boolean[];
  /** The lines of before that are gone. */
  readonly gone: readonly string[];
};

function diffLines(before: readonly string[], now: readonly string[]): LineDiff {
  let from = 0;
  while (from < now.length && from < before.length && now[from] === before[from]) from++;
  let end = 0;
  while (end < Math.min(now.length, before.length) - from && before.at(-1 - end) === now.at(-1 - end)) end++;
  const oldPart = before.slice(from, before.length - end);
  const newPart = now.slice(from, now.length - end);
  const common = oldPart.length > 0 && newPart.length > 0 ? commonLines(oldPart, newPart) : [];
  const kept = new Set(common.map(([old]) => old));
  const isNew = now.map((_, at) => at >= from && at < now.length - end);
  for (const [, at] of common) isNew[from + at] = false;
  return { isNew, gone: oldPart.filter((_, at) => !kept.has(at)) };
}

/** The places, in both, of a longest common subsequence. */
function commonLines(before: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1;
  /** The length of the longest one in the rest of both, by the two places where the rest begins. */
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = before[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < now.length;) {
    if (before[i] === now[j]) common.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
