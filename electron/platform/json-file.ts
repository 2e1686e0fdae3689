/** Reads and writes small JSON files. Only their owner may read them, and they are never half written. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "./directories.ts";

/** None of these files is ever this long. A longer one is damaged. */
export const MAX_CHARS = 1024 * 1024;

/** The value in the file. Undefined when there is no file. Throws when the file cannot be read or is not JSON. */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (text.length > MAX_CHARS) throw new Error(`it is longer than ${MAX_CHARS} characters`);
  return JSON.parse(text);
}

/** Replaces the file, as `replaceFile` does. */
export function writeJson(path: string, value: unknown): void {
  replaceFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes to an open file. Returns how many bytes the disk has taken. */
type Write = (fd: number, bytes: Uint8Array) => number;

/** Replaces the file in one step, so that a reader gets either the old text or the new one. Throws when writing fails. */
export function replaceFile(path: string, text: string, write: Write = writeSync): void {
  makeDirectory(dirname(path));
  const part = `${path}.${process.pid}.part`;
  rmSync(part, { force: true });
  try {
    writeWhole(part, text, write);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Writes a new file. Throws when not all of it reaches the disk. */
function writeWhole(path: string, text: string, write: Write): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    // A disk that is almost full takes a part of the text, without an error.
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(write(fd, rest));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
