/** The user's settings: one JSON file, of which a broken one is never fatal. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "../../shared/errors.ts";
import type { Log } from "./log.ts";

/** A settings file is a few lines; more than this is something else. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads the settings over `defaults`. A value of another type than its default
 * is ignored, so is a file that cannot be read; both with a warning.
 */
export function readSettings<T extends Record<string, unknown>>(path: string, defaults: T, log: Log): T {
  const stored = readObject(path, log);
  const known = Object.entries(defaults).map(([name, fallback]) => {
    const value = stored[name];
    if (value === undefined || kindOf(value) === kindOf(fallback)) return [name, value ?? fallback];
    log.warn(`${path}: "${name}" should be ${kindOf(fallback)}; its default is used`);
    return [name, fallback];
  });
  return Object.fromEntries(known) as T;
}

/** Writes the settings whole or not at all: a crash leaves the old file or the new one. */
export function writeSettings(path: string, settings: Record<string, unknown>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}.tmp`;
  const fd = openSync(unfinished, "w", 0o600);
  try {
    writeSync(fd, `${JSON.stringify(settings, null, 2)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(unfinished, path);
}

function readObject(path: string, log: Log): Record<string, unknown> {
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > MAX_BYTES) throw new Error(`longer than ${MAX_BYTES} bytes`);
    const value: unknown = JSON.parse(text);
    if (kindOf(value) !== "object") throw new Error("not a JSON object");
    return value as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log.warn(`${path} cannot be used (${messageOf(error)}); the defaults are`);
    }
    return {};
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}
