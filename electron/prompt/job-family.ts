/** What a process has started, and its threads: as many as are worth a look. */
import { childIds, type ProcessStat, readStat, threadIds } from "../platform/linux/proc.ts";

/** Processes of one family, and threads of one process, that are looked at. */
export const MAX_PROCESSES = 64;
const MAX_THREADS = 64;

/** The leader and its descendants, the leader first; MAX_PROCESSES or more where there may be others. */
export function familyOf(leader: ProcessStat): ProcessStat[] {
  const all = [leader];
  for (const member of all) {
    if (all.length >= MAX_PROCESSES) break;
    all.push(...childrenOf(member.pid).flatMap((pid) => readStat(pid) ?? []));
  }
  return all;
}

/**
 * The foreground job of a process and all that it has started. Where an interactive shell has started it, what runs in that
 * shell's background is among them: which of its jobs feed each other is not told. Empty where the process has ended, and where
 * they are too many to look at.
 */
export function jobOf(pid: number): ProcessStat[] {
  let top = readStat(pid);
  if (!top) return [];
  let above = readStat(top.parent);
  while (above && above.group === top.group) {
    top = above;
    above = readStat(top.parent);
  }
  const isShell = above?.session === top.session;
  const family = familyOf(above && isShell ? above : top);
  return family.length < MAX_PROCESSES ? family.slice(isShell ? 1 : 0) : [];
}

/** The threads of a process by their ids; none where it has ended. */
export function threadsOf(pid: number): number[] {
  try {
    return threadIds(pid).slice(0, MAX_THREADS);
  } catch {
    return []; // it has ended meanwhile
  }
}

function childrenOf(pid: number): number[] {
  try {
    return threadsOf(pid).flatMap((thread) => childIds(pid, thread));
  } catch {
    return []; // it has ended meanwhile
  }
}
