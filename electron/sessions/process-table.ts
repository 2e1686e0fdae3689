/** The processes of this machine, as far as stopping a session needs to know them. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";

export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Tells a process from a later one with the same pid. */
  readonly started: string;
  readonly command: string;
  /** Has ended and waits for its parent to notice. */
  readonly zombie: boolean;
  /** The value of COTTY_SESSION_KEY in its environment, where that can be read; empty while it has none at all, as in the midst of an exec. */
  readonly key?: string;
};

export type ProcessTable = {
  readonly entries: readonly ProcessEntry[];
  /** Processes that ended while the table was read: what they forked last may be in it nowhere. */
  readonly vanished: number;
};

/** Where processes are looked up; a test has its own. */
export interface ProcessSource {
  /** Every process, as of a moment after the call. */
  table(): Promise<ProcessTable>;
  /**
   * The same, before anything else happens in this process: for those that fork
   * and end while `table` reads. What is in `known` is not read again. Undefined
   * where the system has no such thing.
   */
  tableNow(known: ReadonlyMap<number, ProcessEntry>): readonly ProcessEntry[] | undefined;
  /** True while this very process (not a later one with its pid) runs. */
  isRunning(entry: ProcessEntry): Promise<boolean>;
}

const KEY_PREFIX = "COTTY_SESSION_KEY=";

/** Stopping many sessions at once reads the table once for all of them. */
class SystemProcesses implements ProcessSource {
  #reading: Promise<unknown> = Promise.resolve();
  #next: Promise<ProcessTable> | undefined;

  table(): Promise<ProcessTable> {
    // A reading under way may have passed over what the caller has just started.
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      const reading = process.platform === "linux" ? readProc() : readPs();
      this.#reading = reading.catch(() => {});
      return reading;
    });
    return this.#next;
  }

  tableNow(known: ReadonlyMap<number, ProcessEntry>): readonly ProcessEntry[] | undefined {
    if (process.platform !== "linux") return undefined;
    return pidsIn(readdirSync("/proc")).flatMap((pid) => known.get(pid) ?? readEntryNow(pid) ?? []);
  }

  async isRunning({ pid, started }: ProcessEntry): Promise<boolean> {
    if (process.platform === "linux") {
      const entry = readStatNow(pid);
      return entry !== undefined && entry.started === started && !entry.zombie;
    }
    return (await this.table()).entries.some((entry) => entry.pid === pid && entry.started === started && !entry.zombie);
  }
}

export const systemProcesses: ProcessSource = new SystemProcesses();

/** The table is read for no longer than this before the event loop has its turn. */
const SLICE_MS = 1;

async function readProc(): Promise<ProcessTable> {
  const entries: Promise<ProcessEntry>[] = [];
  let vanished = 0;
  let pauseAt = performance.now() + SLICE_MS;
  for (const pid of pidsIn(readdirSync("/proc"))) {
    const stat = readStatNow(pid);
    if (stat) entries.push(withKey(stat));
    else vanished++;
    if (performance.now() < pauseAt) continue;
    await turn();
    pauseAt = performance.now() + SLICE_MS;
  }
  return { entries: await Promise.all(entries), vanished };
}

function pidsIn(names: readonly string[]): number[] {
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** `hasMemory`: it may have an environment. The kernel's own threads have none, and are most of what runs on many machines. */
type Stat = ProcessEntry & { readonly hasMemory: boolean };

/** The system answers this at once, in microseconds; an environment it may take from a process that is stuck. */
function readStatNow(pid: number): Stat | undefined {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined; // it has ended meanwhile
  }
}

async function withKey({ hasMemory, ...entry }: Stat): Promise<ProcessEntry> {
  if (!hasMemory) return entry;
  try {
    return keyed(entry, await readFile(environmentOf(entry), "latin1"));
  } catch {
    return entry; // another user's, or gone
  }
}

/** Everything in one go; see `tableNow`. */
function readEntryNow(pid: number): ProcessEntry | undefined {
  const stat = readStatNow(pid);
  if (!stat) return undefined;
  const { hasMemory, ...entry } = stat;
  if (!hasMemory) return entry;
  try {
    return keyed(entry, readFileSync(environmentOf(entry), "latin1"));
  } catch (error) {
    // Another user's, or one that lets nobody look; else it has ended meanwhile.
    return (error as NodeJS.ErrnoException).code === "EACCES" ? entry : undefined;
  }
}

function environmentOf({ pid }: ProcessEntry): string {
  return `/proc/${pid}/environ`;
}

function keyed(entry: ProcessEntry, environment: string): ProcessEntry {
  const key = parseKey(environment);
  return key === undefined ? entry : { ...entry, key };
}

/** proc(5): `pid (comm) state ppid pgrp session …`, start time in field 22, size of the memory in field 23. */
function parseStat(pid: number, stat: string): Stat {
  const nameEnd = stat.lastIndexOf(")");
  const fields = stat.slice(nameEnd + 2).split(" ");
  return {
    pid,
    parent: Number(fields[1]),
    session: Number(fields[3]),
    started: fields[19] ?? "",
    command: stat.slice(stat.indexOf("(") + 1, nameEnd),
    zombie: fields[0] === "Z" || fields[0] === "X",
    hasMemory: fields[20] !== "0",
  };
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
      },
    ];
  });
}
