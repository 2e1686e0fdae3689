/**
 * Which processes belong to a session: those in its terminal session (setsid),
 * those descended from its program, and those that carry its key in their
 * environment (they left both: `setsid`, `nohup`, daemons).
 */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Tells a process from a later one with the same pid. */
  readonly started: string;
  readonly command: string;
  /** Has ended and waits for its parent to notice. */
  readonly zombie: boolean;
};

export type Family = { readonly pid: number; readonly key: string };

/** Everything a session started that still runs, its program first. */
export async function findFamily(family: Family): Promise<ProcessEntry[]> {
  const table = await readTable();
  const members = new Set<number>();
  const carriers = await keyCarriers(table, family.key);
  for (const { pid, session } of table) {
    if (pid === family.pid || session === family.pid || carriers.has(pid)) members.add(pid);
  }
  // Children of members are members; repeat until nothing is added.
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const { pid, parent } of table) if (members.has(parent)) members.add(pid);
  }
  members.delete(process.pid);
  return table
    .filter(({ pid, zombie }) => members.has(pid) && !zombie)
    .sort((a, b) => Number(b.pid === family.pid) - Number(a.pid === family.pid));
}

/** True while this very process (not a later one with its pid) runs. */
export async function isRunning({ pid, started }: ProcessEntry): Promise<boolean> {
  if (process.platform === "linux") {
    const entry = await readLinux(pid);
    return entry !== undefined && entry.started === started && !entry.zombie;
  }
  return (await readTable()).some((entry) => entry.pid === pid && entry.started === started && !entry.zombie);
}

async function readTable(): Promise<ProcessEntry[]> {
  if (process.platform !== "linux") return readPs();
  const names = await readdir("/proc");
  const entries = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readLinux(Number(name))));
  return entries.filter((entry) => entry !== undefined);
}

/** proc(5): `pid (comm) state ppid pgrp session …`, start time in field 22. */
async function readLinux(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const nameEnd = stat.lastIndexOf(")");
    const fields = stat.slice(nameEnd + 2).split(" ");
    return {
      pid,
      parent: Number(fields[1]),
      session: Number(fields[3]),
      started: fields[19] ?? "",
      command: stat.slice(stat.indexOf("(") + 1, nameEnd),
      zombie: fields[0] === "Z" || fields[0] === "X",
    };
  } catch {
    return undefined; // it has ended meanwhile
  }
}

async function keyCarriers(table: readonly ProcessEntry[], key: string): Promise<Set<number>> {
  if (process.platform !== "linux") return new Set();
  const marker = `COTTY_SESSION_KEY=${key}`;
  const carriers = await Promise.all(
    table.map(async ({ pid }) => {
      try {
        return (await readFile(`/proc/${pid}/environ`)).includes(marker) ? pid : undefined;
      } catch {
        return undefined; // another user's, or gone
      }
    }),
  );
  return new Set(carriers.filter((pid) => pid !== undefined));
}

/** macOS and other Unixes. `lstart` is five words. */
function readPs(): Promise<ProcessEntry[]> {
  return new Promise((resolve) => {
    execFile("ps", ["-axo", "pid=,ppid=,pgid=,state=,lstart=,ucomm="], { maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) => {
      resolve(parsePs(stdout));
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
