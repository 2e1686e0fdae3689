/** How the command line names the person who types in a terminal. */
import { fstatSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { isatty } from "node:tty";
import { descriptorTarget, readEnvironmentNow, readStat } from "../platform/linux/proc.ts";

const STDIN = 0;

/** The name that other clients see for the person who types: `ada@pts/3`. */
export function personName(): string {
  return `${userInfo().username}@${terminalName()}`;
}

/** Whether a person runs this command: its input is a terminal, and no session's, because agents type there. */
export function isTypedByPerson(): boolean {
  return process.env["COTTY_SESSION_ID"] === undefined && isTerminal(STDIN) && !descendsFromSession();
}

/** As `isatty` says. That loads `node:net`, which takes 10 ms, so it is asked only of a device: an agent's command has a pipe, a file or the null device. */
function isTerminal(descriptor: number): boolean {
  return mayBeTerminal(descriptor) && isatty(descriptor);
}

function mayBeTerminal(descriptor: number): boolean {
  if (process.platform === "win32") return true;
  try {
    const input = fstatSync(descriptor);
    return input.isCharacterDevice() && input.rdev !== statSync("/dev/null").rdev;
  } catch {
    return true;
  }
}

/** Whether a session has started this process, also where somebody has taken the session's variables out of its environment. */
function descendsFromSession(): boolean {
  for (let pid: number | undefined = process.ppid; pid !== undefined && pid > 1; pid = readStat(pid)?.parent) {
    try {
      if (/(?:^|\0)COTTY_SESSION_KEY=/.test(readEnvironmentNow(pid))) return true;
    } catch {
      // It belongs to another user, or has ended.
    }
  }
  return false;
}

function terminalName(): string {
  try {
    return descriptorTarget("self", STDIN).replace(/^\/dev\//, "");
  } catch {
    return process.env["TERM_PROGRAM"] ?? "terminal";
  }
}
