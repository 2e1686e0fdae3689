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
