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

/** Replaces the file in one step, so that a reader gets either the old text or the new one. Throws when writing fails. */
export function replaceFile(path: string, text: string): void {
  makeDirectory(dirname(path));
  const part = `${path}.${process.pid}.part`;
  rmSync(part, { force: true });
  const fd = openSync(part, "wx", 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(part, path);
}
