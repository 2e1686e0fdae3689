/**
 * Which process a pid meant when it was written down. The system uses pids
 * again. A pid with its start time names one process only; where start times
 * count from boot, the boot's id belongs to it.
 */
import { spawnSync } from "node:child_process";
import { bootId as linuxBootId, readStat } from "./linux/proc.ts";

export type ProcessIdentity = { readonly pid: number; readonly startTime: string; readonly bootId: string };

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const startTime = process.platform === "win32" ? String(Math.round(performance.timeOrigin)) : startTimeOf(process.pid);
  return { pid: process.pid, startTime: startTime ?? "", bootId: bootId() };
}

/** Whether that very process still runs. A stopped one does; a zombie does not. */
export function isRunning({ pid, startTime, bootId: boot }: ProcessIdentity): boolean {
  if (process.platform === "win32") return exists(pid) && isSameMoment(startTime, windowsStartTime(pid));
  return boot === bootId() && startTimeOf(pid) === startTime;
}

/** When the process began, as the platform writes it. Undefined when no such process runs. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === "linux") return linuxStartTime(pid);
  if (process.platform === "darwin") return darwinStartTime(pid);
  return exists(pid) ? "" : undefined;
}

function linuxStartTime(pid: number): string | undefined {
  const stat = readStat(pid);
  return stat && !stat.hasEnded ? stat.startTime : undefined;
}

function darwinStartTime(pid: number): string | undefined {
  const { stdout } = spawnSync("/bin/ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" });
  const [state, ...started] = stdout.trim().split(/\s+/);
  return !state || state.startsWith("Z") ? undefined : started.join(" ");
}

/** Call it only for a process that exists: PowerShell takes half a second to start. Empty when PowerShell does not answer. */
function windowsStartTime(pid: number): string {
  const script = `[DateTimeOffset]::new((Get-Process -Id ${pid}).StartTime).ToUnixTimeMilliseconds()`;
  const args = ["-NoProfile", "-NonInteractive", "-Command", script];
  return spawnSync("powershell.exe", args, { encoding: "utf8", windowsHide: true }).stdout?.trim() ?? "";
}

/** How far Node's start time of its own process may be from the system's. */
const SAME_MOMENT_MS = 5000;

/**
 * Whether two start times, in milliseconds, are those of one process. True where
 * one of them is unknown, because a running host must never be replaced.
 */
export function isSameMoment(one: string, other: string): boolean {
  if (!/^\d+$/.test(one) || !/^\d+$/.test(other)) return true;
  return Math.abs(Number(one) - Number(other)) <= SAME_MOMENT_MS;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Linux counts start times from boot. On other systems they are dates, and the id is empty. */
function bootId(): string {
  if (process.platform !== "linux") return "";
  try {
    return linuxBootId();
  } catch {
    return "";
  }
}
