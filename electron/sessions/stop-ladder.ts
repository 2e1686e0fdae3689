/**
 * Ends everything a session started: HUP, then TERM, then KILL, each rung only
 * for what is left of the one before. Every signal goes to a process whose
 * start time was just checked, so a reused pid is never hit.
 */
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { EndedProcess } from "../../shared/protocol.ts";
import { type Family, findFamily, isRunning, type ProcessEntry } from "./process-table.ts";

/** How long each rung waits for what it signalled. Together under the 5 s a person waits for a stop. */
const RUNGS = [
  { signal: "SIGHUP", graceMs: 1000 },
  { signal: "SIGTERM", graceMs: 1500 },
  { signal: "SIGKILL", graceMs: 1500 },
] as const;

/** First look after so long, then twice as long each time up to the last. */
const FIRST_LOOK_MS = 4;
const LAST_LOOK_MS = 60;

/** Returns what was ended, with the signal that did it. What survives even SIGKILL (uninterruptible sleep) is left out. */
export async function stopFamily(family: Family): Promise<EndedProcess[]> {
  if (process.platform === "win32") return stopWindowsTree(family.pid);
  const ended: EndedProcess[] = [];
  for (const { signal, graceMs } of RUNGS) {
    const running = await findFamily(family);
    if (running.length === 0) break;
    for (const entry of running) await signalProcess(entry, signal);
    const left = await waitUntilGone(running, graceMs);
    for (const entry of running) {
      if (!left.includes(entry)) ended.push({ pid: entry.pid, command: entry.command, signal });
    }
  }
  return ended;
}

async function signalProcess(entry: ProcessEntry, signal: NodeJS.Signals): Promise<void> {
  if (!(await isRunning(entry))) return;
  try {
    process.kill(entry.pid, signal);
    // A stopped job takes a signal only once it continues.
    if (signal !== "SIGKILL") process.kill(entry.pid, "SIGCONT");
  } catch {
    // It ended between the check and the signal.
  }
}

/** Those still running after `graceMs`. */
async function waitUntilGone(entries: readonly ProcessEntry[], graceMs: number): Promise<ProcessEntry[]> {
  const deadline = performance.now() + graceMs;
  let left = [...entries];
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LAST_LOOK_MS)) {
    await delay(pause);
    const running = await Promise.all(left.map(isRunning));
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
