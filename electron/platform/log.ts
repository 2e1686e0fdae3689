/** A small log with levels. Writes one line an entry, to a file or to stderr. */
import { closeSync, constants, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "./directories.ts";

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** Replaces this text, such as a token, in every later entry. */
  hide(secret: string): void;
}

/** Reports a problem that does not stop the program. */
export type Warn = (message: string) => void;

/** Limits the log, so that a client that misbehaves in a loop does not fill the disk. */
const MAX_BYTES_PER_MINUTE = 1024 * 1024;
const MINUTE_MS = 60_000;
/** When the file exceeds this size, it is renamed to `<name>.1` and replaces an earlier one. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Writes lines until the limit for this minute is reached. Then says once that the rest is dropped. */
function limited(write: (line: string) => void, nowMs: () => number): (line: string) => void {
  let minuteBeganMs = nowMs();
  let spent = 0;
  let isDropping = false;
  return (line) => {
    if (nowMs() - minuteBeganMs >= MINUTE_MS) {
      minuteBeganMs = nowMs();
      spent = 0;
      isDropping = false;
    }
    spent += line.length;
    if (spent <= MAX_BYTES_PER_MINUTE) return write(line);
    if (!isDropping) write("… more than 1 MB within a minute: the rest of this minute is left out\n");
    isDropping = true;
  };
}

function logTo(write: (line: string) => void, nowMs: () => number): Log {
  const secrets = new Set<string>();
  const limit = limited(write, nowMs);
  const entry = (level: string, message: string): void => {
    let text = message;
    for (const secret of secrets) text = text.replaceAll(secret, "[hidden]");
    // Control characters could forge an entry, or control the terminal in which somebody reads the file.
    const printable = text.replace(/[\x00-\x1f\x7f-\x9f]+/g, " ");
    limit(`${new Date(nowMs()).toISOString()} ${level} ${printable}\n`);
  };
  return {
    info: (message) => entry("info", message),
    warn: (message) => entry("warn", message),
    error: (message) => entry("error", message),
    hide: (secret) => {
      if (secret.length > 0) secrets.add(secret);
    },
  };
}

/** A log on this process's stderr. */
export function stderrLog(): Log {
  return logTo((line) => process.stderr.write(line), Date.now);
}

/**
 * A log in a file that only its owner can read. Writing never throws, because a
 * full disk must not end a session. Throws when the file cannot be created.
 */
export function fileLog(path: string, nowMs: () => number = Date.now): Log & Disposable {
  let fd: number | undefined = openLogFile(path);
  let size = fstatSync(fd).size;
  const write = (line: string): void => {
    if (fd === undefined) return;
    try {
      if (size > MAX_FILE_BYTES) {
        renameSync(path, `${path}.1`);
        closeSync(fd);
        fd = openLogFile(path);
        size = 0;
      }
      size += writeSync(fd, line);
    } catch {
      // There is no other place to report it.
    }
  };
  return {
    ...logTo(write, nowMs),
    [Symbol.dispose]() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}

/** Opens a log for appending. Creates it, and its folder, if there is none. Throws when it cannot. */
export function openLogFile(path: string): number {
  makeDirectory(dirname(path));
  return openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
}
