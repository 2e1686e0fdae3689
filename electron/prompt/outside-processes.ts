/**
 * Finds processes that have a terminal open although they do not belong to the
 * job in front of it: multiplexers and editors hand their terminal to a server
 * (tmux, screen, emacsclient -t), and `su -c` and `setsid` start their program in
 * a terminal session of its own. The kernel lets such a process read the
 * terminal whenever it likes.
 *
 * The kernel does not list who has a terminal open, so all processes are asked.
 * That costs milliseconds. It is done at growing intervals for each process that
 * is in front, only where that process waits for another one, and never for more
 * than a twentieth of the time.
 */
import { descriptors, descriptorTarget, processIds, readStat, type ProcessStat } from "../platform/linux/proc.ts";

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 60_000;
/** The server may be starting: where nobody was found, the search is repeated sooner. */
const LAST_PAUSE_FOR_NOBODY_MS = 1000;
const REST_PER_SEARCH = 20;
/** Clients of which the answer is kept. */
const MAX_CLIENTS = 64;
/** Processes of one search, and descriptors of one process, that are looked at. */
const MAX_PROCESSES = 4096;
const MAX_DESCRIPTORS = 256;

type Search = { readonly found: readonly number[]; readonly at: number; readonly pauseMs: number };

/** By the client's number and terminal. The one that was asked for longest ago is first. */
const searches = new Map<string, Search>();
let restsUntil = 0;

/** The processes that may read `terminal` on behalf of `client`, a process in front of it. `now` is in milliseconds. */
export function outsideProcesses(client: number, terminal: string, now = performance.now()): readonly number[] {
  const key = `${client} ${terminal}`;
  const last = searches.get(key);
  searches.delete(key);
  const isDue = now >= restsUntil && (!last || now >= last.at + last.pauseMs);
  const search = isDue ? searchAgain(client, terminal, { last, now }) : last;
  if (!search) return [];
  searches.set(key, search);
  const [oldest] = searches.keys();
  if (oldest !== undefined && searches.size > MAX_CLIENTS) searches.delete(oldest);
  return search.found;
}

function searchAgain(client: number, terminal: string, { last, now }: { last: Search | undefined; now: number }): Search {
  const startedAt = performance.now();
  const ownSession = readStat(client)?.session;
  const found = processIds()
    .slice(-MAX_PROCESSES)
    .filter((pid) => pid !== process.pid && hasOpen(pid, terminal) && readStat(pid)?.session !== ownSession);
  const longestMs = found.length > 0 ? LAST_PAUSE_MS : LAST_PAUSE_FOR_NOBODY_MS;
  const pauseMs = last ? Math.min(last.pauseMs * 2, longestMs) : FIRST_PAUSE_MS;
  restsUntil = now + (performance.now() - startedAt) * REST_PER_SEARCH;
  return { found, at: now, pauseMs };
}

/** Whether job control lets a process read a terminal that it has open: `device` is the terminal's number. */
export function mayRead({ terminal, group, foregroundGroup, hasEnded }: ProcessStat, device: number): boolean {
  return !hasEnded && (terminal !== device || group === foregroundGroup);
}

/** False for a process that has ended, and for one whose descriptors this process may not see. */
function hasOpen(pid: number, terminal: string): boolean {
  try {
    return descriptors(pid)
      .slice(0, MAX_DESCRIPTORS)
      .some((descriptor) => descriptorTarget(pid, descriptor) === terminal);
  } catch {
    return false;
  }
}
