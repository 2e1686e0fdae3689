/**
 * Which process a pid meant when it was written down. Pids are recycled; a pid
 * with its start time (and the boot it belongs to, where start times count from
 * boot) is not.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

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

/** When the process began, in the platform's own words; undefined when there is none. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === "linux") return linuxStartTime(pid);
  if (process.platform === "darwin") return darwinStartTime(pid);
  return exists(pid) ? "" : undefined;
}

function linuxStartTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses and may contain anything, these included.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  return state === "Z" || state === "X" ? undefined : fields[19];
}

function darwinStartTime(pid: number): string | undefined {
  const { stdout } = spawnSync("/bin/ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" });
  const [state, ...started] = stdout.trim().split(/\s+/);
  return !state || state.startsWith("Z") ? undefined : started.join(" ");
}

/** Asked only about a process that exists: starting PowerShell takes half a second. Empty when it gives no answer. */
function windowsStartTime(pid: number): string {
  const script = `[DateTimeOffset]::new((Get-Process -Id ${pid}).StartTime).ToUnixTimeMilliseconds()`;
  const args = ["-NoProfile", "-NonInteractive", "-Command", script];
  return spawnSync("powershell.exe", args, { encoding: "utf8", windowsHide: true }).stdout?.trim() ?? "";
}

/** How far Node's idea of when its process began may be from the system's. */
const SAME_MOMENT_MS = 5000;

/**
 * Whether two start times, in milliseconds, are those of one process. Where one
 * is not known they are taken to be: a host that runs must never be replaced.
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

/** Linux counts start times from boot; elsewhere they are dates and need no boot to go with them. */
function bootId(): string {
  if (process.platform !== "linux") return "";
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
