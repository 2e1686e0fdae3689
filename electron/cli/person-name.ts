/** How the command line names the person who types in a terminal. */
import { userInfo } from "node:os";
import { isatty } from "node:tty";
import { descriptorTarget } from "../platform/linux/proc.ts";

const STDIN = 0;

/** The name that other clients see for the person who types: `ada@pts/3`. */
export function personName(): string {
  return `${userInfo().username}@${terminalName()}`;
}

/** Whether a person runs this command: its input is a terminal, and no session's, because agents type there. */
export function isTypedByPerson(): boolean {
  return isatty(STDIN) && process.env["COTTY_SESSION_ID"] === undefined;
}

function terminalName(): string {
  try {
    return descriptorTarget("self", STDIN).replace(/^\/dev\//, "");
  } catch {
    return process.env["TERM_PROGRAM"] ?? "terminal";
  }
}
