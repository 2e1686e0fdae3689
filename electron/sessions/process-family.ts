/**
 * Which processes belong to a session: those in its terminal session (setsid),
 * those descended from its program, and those that carry its key in their
 * environment (they left both: `setsid`, `nohup`, daemons).
 */
import { type ProcessEntry, type ProcessSource, systemProcesses } from "./process-table.ts";

export type FamilyOptions = {
  /** The program's. */
  readonly pid: number;
  /** COTTY_SESSION_KEY of everything it starts. */
  readonly key: string;
  readonly processes?: ProcessSource;
};

/** A family of which nobody is seen is looked for again while processes come and go, so many times at most. */
const MAX_LOOKS = 8;

export class ProcessFamily {
  readonly pid: number;
  readonly processes: ProcessSource;
  readonly #key: string;
  /** CallerIdentity once the program has ended: who was left in its terminal session then. */
  #left: Promise<readonly ProcessEntry[]> | undefined;

  constructor({ pid, key, processes = systemProcesses }: FamilyOptions) {
    this.pid = pid;
    this.processes = processes;
    this.#key = key;
  }

  /**
   * The program has ended, so the system may give its pid to a stranger. Its
   * terminal session's number is ours for as long as one of those who are in it
   * now is still there.
   */
  leaderEnded(): void {
    this.#left ??= this.processes
      .table()
      .then(({ entries }) => entries.filter(({ session, zombie }) => session === this.pid && !zombie));
    // Unknown is as good as nobody: the key still finds them.
    this.#left.catch(() => {});
  }

  /** Everything the session started that still runs, its program first. */
  async members(): Promise<ProcessEntry[]> {
    const left = await this.#left?.catch(() => []);
    for (let looks = 1; ; looks++) {
      const { entries, vanished } = await this.processes.table();
      const members = this.#membersIn(entries, left);
      if (members.length > 0 || vanished === 0 || looks === MAX_LOOKS) return members;
    }
  }

  /**
   * A pursuit of those that fork and end faster than `members` can look: each
   * call looks at once, and reads only processes that were not there before.
   * It answers undefined where the system allows no such thing.
   */
  async pursuit(): Promise<() => ProcessEntry[] | undefined> {
    const left = await this.#left?.catch(() => []);
    const strangers = new Map<number, ProcessEntry>();
    return () => {
      const table = this.processes.tableNow(strangers);
      if (!table) return undefined;
      const members = this.#membersIn(table, left);
      const own = new Set(members.map(({ pid }) => pid));
      strangers.clear();
      // In the midst of an exec one cannot be told from a stranger yet.
      for (const entry of table) if (!own.has(entry.pid) && entry.key !== "") strangers.set(entry.pid, entry);
      return members;
    };
  }

  #membersIn(table: readonly ProcessEntry[], left: readonly ProcessEntry[] | undefined): ProcessEntry[] {
    const sessionIsOurs = left === undefined || left.some((entry) => table.some((other) => isSame(entry, other)));
    const members = new Set<number>();
    for (const { pid, session, key } of table) {
      const isLeader = left === undefined && pid === this.pid;
      if (isLeader || (sessionIsOurs && session === this.pid) || key === this.#key) members.add(pid);
    }
    // Children of members are members; repeat until nothing is added.
    for (let before = -1; before !== members.size;) {
      before = members.size;
      for (const { pid, parent } of table) if (members.has(parent)) members.add(pid);
    }
    members.delete(process.pid);
    return table
      .filter(({ pid, zombie }) => members.has(pid) && !zombie)
      .sort((a, b) => Number(b.pid === this.pid) - Number(a.pid === this.pid));
  }
}

function isSame(a: ProcessEntry, b: ProcessEntry): boolean {
  return a.pid === b.pid && a.started === b.started && !b.zombie;
}
