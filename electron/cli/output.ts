/**
 * Writing to stdout and stderr. Synchronous and below `process.stdout`, whose
 * stream costs a command milliseconds that it does not have.
 */
import { writeSync } from "node:fs";

const STDOUT = 1;
const STDERR = 2;
/** How long to wait when a pipe that does not block is full. */
const FULL_PIPE_PAUSE_MS = 2;

/** Prints text as it is: nothing is added. */
export function print(text: string): void {
  write(STDOUT, text);
}

export function printError(text: string): void {
  write(STDERR, text);
}

export function printJson(value: unknown): void {
  print(`${JSON.stringify(value)}\n`);
}

function write(fd: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Nobody reads on (`cotty stdout x | head -1`), or the terminal is gone: not a failure.
      if (code === "EPIPE" || code === "EIO") process.exit(0);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS);
    }
  }
}
