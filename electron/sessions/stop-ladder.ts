/**
 * Ends everything that a session has started: HUP, then TERM, then KILL. Each
 * rung signals only what the rung before has left. The start time of a process
 * is checked before each signal, so a reused pid is never hit.
 */
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { EndedProcess } from "../../shared/protocol.ts";
import type { ProcessFamily } from "./process-family.ts";
import type { ProcessEntry, ProcessSource } from "./process-table.ts";

/** How long each rung waits for what it has signaled. All rungs together stay under the 5 s that a person waits for a stop. */
const RUNGS = [
  { signal: "SIGHUP", graceMs: 1000 },
  { signal: "SIGTERM", graceMs: 1500 },
] as const;
/** How long the last rung goes on: processes may be forked while it looks. */
const KILL_WITHIN_MS = 2000;
/** The last rung ends after this many looks in a row that find nothing. */
const CLEAR_LOOKS = 4;

/** The pause before the first look. It doubles with each look, up to `LAST_LOOK_MS`. */
const FIRST_LOOK_MS = 4;
const LAST_LOOK_MS = 60;

export type Kill = (pid: number, signal: NodeJS.Signals) => void;

export type StopOptions = {
  readonly kill?: Kill;
  /** Multiplies all waiting times. */
  readonly patience?: number;
};

const systemKill: Kill = (pid, signal) => void process.kill(pid, signal);

/** Returns what was ended, each with the signal that ended it. A process that survives SIGKILL, in an uninterruptible sleep, is left out. */
export async function stopFamily(family: ProcessFamily, options: StopOptions = {}): Promise<EndedProcess[]> {
  if (process.platform === "win32") return stopWindowsTree(family.pid);
  const { kill = systemKill, patience = 1 } = options;
  const ended: EndedProcess[] = [];
  for (const { signal, graceMs } of RUNGS) {
    if (!(await climb(family, { signal, graceMs: graceMs * patience, kill, ended }))) return ended;
  }
  await killAll(family, { patience, kill, ended });
  return ended;
}

type LastRung = { readonly patience: number; readonly kill: Kill; readonly ended: EndedProcess[] };

/** Kills each member as soon as it is seen, until none is left: a program may fork and end between two ordinary looks. */
async function killAll(family: ProcessFamily, { patience, kill, ended }: LastRung): Promise<void> {
  const deadline = performance.now() + KILL_WITHIN_MS * patience;
  const lookNow = await family.pursuit();
  const killed = new Map<string, ProcessEntry>();
  for (let clear = 0; clear < CLEAR_LOOKS && performance.now() < deadline;) {
    const running = lookNow() ?? (await family.members());
    clear = running.length === 0 ? clear + 1 : 0;
    for (const entry of running) {
      killed.set(`${entry.pid} ${entry.started}`, entry);
      try {
        kill(entry.pid, "SIGKILL");
      } catch {
        // It ended between the look and the signal.
      }
    }
    await delay(FIRST_LOOK_MS);
  }
  const left = await waitUntilGone([...killed.values()], Math.max(0, deadline - performance.now()), family.processes);
  for (const entry of killed.values()) {
    if (!left.includes(entry)) ended.push({ pid: entry.pid, command: entry.command, signal: "SIGKILL" });
  }
}

type Rung = {
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
  readonly kill: Kill;
  /** Takes what this rung ended. */
  readonly ended: EndedProcess[];
};

/** Returns whether anything was left to signal. */
async function climb(family: ProcessFamily, { signal, graceMs, kill, ended }: Rung): Promise<boolean> {
  const { processes } = family;
  const running = await family.members();
  await Promise.all(running.map((entry) => signalProcess(entry, signal, { processes, kill })));
  const left = running.length > 0 ? await waitUntilGone(running, graceMs, processes) : [];
  for (const entry of running) {
    if (!left.includes(entry)) ended.push({ pid: entry.pid, command: entry.command, signal });
  }
  return running.length > 0;
}

type Means = { readonly processes: ProcessSource; readonly kill: Kill };

async function signalProcess(entry: ProcessEntry, signal: NodeJS.Signals, { processes, kill }: Means): Promise<void> {
  if (!(await processes.isRunning(entry))) return;
  try {
    kill(entry.pid, signal);
    // A stopped job takes a signal only once it continues.
    kill(entry.pid, "SIGCONT");
  } catch {
    // It ended between the check and the signal.
  }
}

/** Those still running after `graceMs`. */
async function waitUntilGone(
  entries: readonly ProcessEntry[],
  graceMs: number,
  processes: ProcessSource,
): Promise<ProcessEntry[]> {
  const deadline = performance.now() + graceMs;
  let left = [...entries];
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LAST_LOOK_MS)) {
    await delay(pause);
    const running = await Promise.all(left.map((entry) => processes.isRunning(entry)));
    left = left.filter((_, index) => running[index]);
    if (left.length === 0 || performance.now() >= deadline) return left;
  }
}

/** Windows has no signals: the tree is ended as the Task Manager does it. */
function stopWindowsTree(pid: number): Promise<EndedProcess[]> {
  return new Promise((resolve) => {
    execFile("taskkill", ["/PID", String(pid), "/T", "/F"], (error) => {
      resolve(error ? [] : [{ pid, command: "process tree", signal: "taskkill" }]);
    });
  });
}
