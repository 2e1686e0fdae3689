/**
 * Which processes belong to a session:
 * - those in its terminal session (setsid),
 * - those descended from its program,
 * - those with its key in their environment. Daemons, and what `setsid` and
 *   `nohup` start, have left the other two.
 */
import { type ProcessEntry, type ProcessSource, systemProcesses } from "./process-table.ts";

export type FamilyOptions = {
  /** The session's program. */
  readonly pid: number;
  /** COTTY_SESSION_KEY in the environment of everything that the program starts. */
  readonly key: string;
  readonly processes?: ProcessSource;
};

/** Where no member is seen while processes come and go, the family is looked for at most this often. */
const MAX_LOOKS = 8;

export class ProcessFamily {
  readonly pid: number;
  readonly processes: ProcessSource;
  readonly #key: string;
  /** The processes that were in the terminal session when the program ended. Undefined while it runs. */
  #left: Promise<readonly ProcessEntry[]> | undefined;

  constructor({ pid, key, processes = systemProcesses }: FamilyOptions) {
    this.pid = pid;
    this.processes = processes;
    this.#key = key;
  }

  /**
   * The program has ended, so the system may give its pid to another process.
   * The number of the terminal session stays this family's as long as one of
   * the processes that are in it now still runs.
   */
  leaderEnded(): void {
    this.#left ??= this.processes
      .table()
      .then(({ entries }) => entries.filter(({ session, zombie }) => session === this.pid && !zombie));
    // Without the table nobody counts as left; the key still finds the members.
    this.#left.catch(() => {});
  }

  /** Everything that the session has started and that still runs, its program first. */
  async members(): Promise<ProcessEntry[]> {
    const left = await this.#left?.catch(() => []);
    for (let looks = 1; ; looks++) {
      const { entries, vanished } = await this.processes.table();
      const members = this.#membersIn(entries, left);
      if (members.length > 0 || vanished === 0 || looks === MAX_LOOKS) return members;
    }
  }

  /**
   * Begins a pursuit of members that fork and end faster than `members` can
   * look. Each call of the result looks at once, and reads only processes that
   * were not there at the call before. It answers undefined where the system
   * has no such table.
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
      // During an exec a process has no environment: it may turn out to be a member.
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
    // Children of members are members: repeat until none is added.
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
