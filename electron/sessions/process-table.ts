/** The processes of this machine, with what stopping a session needs to know of each. */
import { execFile } from "node:child_process";
import { setImmediate as turn } from "node:timers/promises";
import { processIds, type ProcessStat, readEnvironment, readEnvironmentNow, readStat } from "../platform/linux/proc.ts";

export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Tells a process from a later one with the same pid. */
  readonly started: string;
  readonly command: string;
  /** Has ended and waits for its parent to notice. */
  readonly zombie: boolean;
  /** Stands still: a signal or a debugger has stopped it. */
  readonly stopped: boolean;
  /** The value of COTTY_SESSION_KEY in its environment. Empty while it has no environment, as during an exec; absent where it has no key, or may not be read. */
  readonly key?: string;
};

export type ProcessTable = {
  readonly entries: readonly ProcessEntry[];
  /** How many processes ended while the table was read. What they forked last may be missing from it. */
  readonly vanished: number;
};

/** Where processes are looked up. A test has a source of its own. */
export interface ProcessSource {
  /** Every process, read after the call. */
  table(): Promise<ProcessTable>;
  /**
   * Every process, read before anything else happens in this one: some fork and
   * end while `table` reads. Entries in `alreadyRead` are taken from there.
   * Undefined where the system cannot be asked in this way.
   */
  tableNow(alreadyRead: ReadonlyMap<number, ProcessEntry>): readonly ProcessEntry[] | undefined;
  /** Whether this very process runs, and not a later one with the same pid. */
  isRunning(entry: ProcessEntry): Promise<boolean>;
}

const KEY_PREFIX = "COTTY_SESSION_KEY=";

/** Stopping many sessions at once reads the table once for all of them. */
class SystemProcesses implements ProcessSource {
  #reading: Promise<unknown> = Promise.resolve();
  #next: Promise<ProcessTable> | undefined;

  table(): Promise<ProcessTable> {
    // A reading that is under way may have missed what the caller has just started.
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      const reading = process.platform === "linux" ? readProc() : readPs();
      this.#reading = reading.catch(() => {});
      return reading;
    });
    return this.#next;
  }

  tableNow(alreadyRead: ReadonlyMap<number, ProcessEntry>): readonly ProcessEntry[] | undefined {
    if (process.platform !== "linux") return undefined;
    return processIds().flatMap((pid) => alreadyRead.get(pid) ?? readEntryNow(pid) ?? []);
  }

  async isRunning({ pid, started }: ProcessEntry): Promise<boolean> {
    if (process.platform === "linux") {
      const stat = readStat(pid);
      return stat !== undefined && stat.startTime === started && !stat.hasEnded;
    }
    return (await this.table()).entries.some((entry) => entry.pid === pid && entry.started === started && !entry.zombie);
  }
}

export const systemProcesses: ProcessSource = new SystemProcesses();

/** How long the table is read before the event loop gets a turn. */
const SLICE_MS = 1;

async function readProc(): Promise<ProcessTable> {
  const entries: Promise<ProcessEntry>[] = [];
  let vanished = 0;
  let pauseAt = performance.now() + SLICE_MS;
  for (const pid of processIds()) {
    const stat = readStat(pid);
    if (stat) entries.push(entryOf(stat));
    else vanished++;
    if (performance.now() < pauseAt) continue;
    await turn();
    pauseAt = performance.now() + SLICE_MS;
  }
  return { entries: await Promise.all(entries), vanished };
}

async function entryOf(stat: ProcessStat): Promise<ProcessEntry> {
  const entry = withoutKey(stat);
  if (!stat.hasMemory) return entry;
  try {
    return keyed(entry, await readEnvironment(stat.pid));
  } catch {
    return entry; // it is another user's, or it has ended
  }
}

/** For `tableNow`: undefined for a process that has ended. */
function readEntryNow(pid: number): ProcessEntry | undefined {
  const stat = readStat(pid);
  if (!stat) return undefined;
  const entry = withoutKey(stat);
  if (!stat.hasMemory) return entry;
  try {
    return keyed(entry, readEnvironmentNow(pid));
  } catch (error) {
    // It is another user's or lets nobody look; with any other error it has ended.
    return (error as NodeJS.ErrnoException).code === "EACCES" ? entry : undefined;
  }
}

function withoutKey({ pid, parent, session, startTime, name, hasEnded, isStopped }: ProcessStat): ProcessEntry {
  return { pid, parent, session, started: startTime, command: name, zombie: hasEnded, stopped: isStopped };
}

function keyed(entry: ProcessEntry, environment: string): ProcessEntry {
  const key = parseKey(environment);
  return key === undefined ? entry : { ...entry, key };
}

function parseKey(environment: string): string | undefined {
  if (environment === "") return "";
  const at = environment.startsWith(KEY_PREFIX) ? 0 : environment.indexOf(`\0${KEY_PREFIX}`) + 1;
  if (at === 0 && !environment.startsWith(KEY_PREFIX)) return undefined;
  const [key] = environment.slice(at + KEY_PREFIX.length, at + KEY_PREFIX.length + 64).split("\0");
  return key;
}

/** macOS and other Unixes. `lstart` is five words. */
function readPs(): Promise<ProcessTable> {
  return new Promise((resolve) => {
    execFile("ps", ["-axo", "pid=,ppid=,pgid=,state=,lstart=,ucomm="], { maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) => {
      resolve({ entries: parsePs(stdout), vanished: 0 });
    });
  });
}

/** Exported for its test: no such `ps` on the machines that run it. */
export function parsePs(output: string): ProcessEntry[] {
  return output.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(line);
    if (!match) return [];
    const [, pid, parent, group, state, started, command] = match;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        session: Number(group),
        started: started ?? "",
        command: (command ?? "").trim(),
        zombie: state?.startsWith("Z") ?? false,
        stopped: state?.startsWith("T") ?? false,
      },
    ];
  });
}
