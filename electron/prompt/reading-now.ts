/** Whether the program in front of a terminal reads it, for callers that ask once and wait for nothing. */
import { isIdleLoop } from "./idle-loop.ts";
import { type TerminalReader, terminalReader } from "./terminal-reader.ts";

/** Whether the program in front of the terminal that `pid` belongs to waits for input; false where the system does not tell. */
export function isReadingTerminal(pid: number): boolean {
  const { reading } = terminalReader(pid);
  return reading === "alone" || reading === "among-others";
}

/**
 * Whether nothing but input can make the program in front go on: it waits for its terminal, without a time limit, and for
 * nothing else that may wake it. No process or thread beside it may go on.
 */
export function isBlockedOnTerminal(pid: number): boolean {
  const reader = terminalReader(pid);
  return isBlocked(reader) || isIdleLoop(reader);
}

/**
 * Whether what is typed shows at once, if it shows at all: nothing stands between the terminal and the program. What waits
 * for anything else too may pass the input on to a program far away, and so may another process or thread. tmux and its like do.
 */
export function isReadingTerminalItself(pid: number): boolean {
  const reader = terminalReader(pid);
  return isBlocked(reader) && reader.relayed !== true;
}

function isBlocked({ reading, company, untimed, isStopped }: TerminalReader): boolean {
  return reading === "alone" && untimed === true && company !== true && isStopped !== true;
}

/** Whether it is at work, so that it has not come back for its input; false where the system does not tell. */
export function isAtWork(pid: number): boolean {
  return terminalReader(pid).reading === "no";
}
