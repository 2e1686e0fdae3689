/** What the kernel is asked of the program in a session. A test of the detector has answers of its own. */
import { isIdleLoop, isLoopAsBefore, sleepsFor } from "./idle-loop.ts";
import { type TerminalReader, terminalReader } from "./terminal-reader.ts";

export type KernelWitness = {
  /** Who reads the terminal of the session that this process leads. */
  readonly readTerminal: (pid: number) => TerminalReader;
  /** Whether nothing but input can wake the reader. */
  readonly isIdleLoop: (reader: TerminalReader) => boolean;
  /** Whether nothing else wakes it, or what belongs to it, for so many milliseconds. */
  readonly sleepsFor: (reader: TerminalReader, ms: number) => boolean;
  /** Whether a key has left it as it was. */
  readonly isLoopAsBefore: (now: TerminalReader, before: TerminalReader) => boolean;
};

export const KERNEL: KernelWitness = { readTerminal: terminalReader, isIdleLoop, sleepsFor, isLoopAsBefore };
