/**
 * Writes to stdout and stderr. Writes synchronously to the file descriptors,
 * because creating the stream `process.stdout` takes several milliseconds.
 */
import { writeSync } from "node:fs";

const STDOUT = 1;
const STDERR = 2;
/** The pause before the next attempt when a non-blocking pipe is full. */
const FULL_PIPE_PAUSE_MS = 2;

/** Prints the text to stdout and adds nothing to it. */
export function print(text: string): void {
  write(STDOUT, text);
}

/** Prints the bytes to stdout as they are. */
export function printBytes(bytes: Uint8Array): void {
  write(STDOUT, bytes);
}

/** Prints the text to stdout, with a newline at its end. */
export function printText(text: string): void {
  print(text);
  endLine(text);
}

/** Ends the line on stdout in which a printed text has ended. */
export function endLine(text: string): void {
  if (text !== "" && !text.endsWith("\n")) print("\n");
}

/** Prints the text to stderr and adds nothing to it. */
export function printError(text: string): void {
  write(STDERR, text);
}

/** Prints the value to stdout as one line of JSON. */
export function printJson(value: unknown): void {
  print(`${JSON.stringify(value)}\n`);
}

function write(fd: number, content: string | Uint8Array): void {
  let rest: Uint8Array = typeof content === "string" ? Buffer.from(content) : content;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The reader has closed the pipe (`cotty stdout x | head -1`) or the terminal is gone. Neither is a failure.
      if (code === "EPIPE" || code === "EIO") process.exit(0);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS);
    }
  }
}

/** Says something about what was printed, in brackets on stderr. Says nothing for undefined. */
export function printNote(note: string | undefined): void {
  if (note !== undefined) printError(`[${note}]\n`);
}
