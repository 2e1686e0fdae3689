/** What an exit says of how a program has ended. */
import type { ExitStatus } from "./protocol.ts";

/** The exit code of a shell whose program was interrupted: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** Whoever interrupts a program with Ctrl+C knows that it ends. */
export function endedWell({ code, signal }: ExitStatus): boolean {
  return signal === undefined ? code === 0 || code === INTERRUPTED : signal === "SIGINT";
}
