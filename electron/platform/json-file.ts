/** Small JSON files that outlive the process: private, and never half written. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** More than any of them has use for; a longer one is damaged, or somebody else's. */
const MAX_CHARS = 1024 * 1024;

/** The value in the file; undefined when there is no file. Throws when it cannot be read as JSON. */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (text.length > MAX_CHARS) throw new Error(`longer than ${MAX_CHARS} characters`);
  return JSON.parse(text);
}

/** Replaces the file as a whole: whoever reads it gets the old text or the new one. Throws when the disk refuses. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}.part`;
  rmSync(part, { force: true });
  const fd = openSync(part, "wx", 0o600);
  try {
    writeSync(fd, `${JSON.stringify(value, null, 2)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(part, path);
}
