/**
 * The file with the sessions that run in this process. After a crash, the next
 * process reads there which sessions were lost. The file exists while sessions
 * run, and a clean end removes it.
 */
import { rmSync } from "node:fs";
import { messageOf } from "../../shared/errors.ts";
import { isRecord } from "../../shared/json.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import { Size } from "../../shared/shapes/basic-shapes.ts";
import { readJson, writeJson } from "./json-file.ts";
import type { Warn } from "./log.ts";

/** What is needed to start the program again, and where its recording is. */
export type RunningSession = Pick<SessionInfo, "id" | "command" | "cwd" | "size" | "startedAtMs"> & {
  /** The path of its recording, if it is recorded. */
  readonly recording?: string | undefined;
};

export class RunningSessionsFile {
  readonly #path: string;
  readonly #warn: Warn;
  #written: string | undefined;

  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#warn = warn;
  }

  /**
   * The sessions of an earlier process that did not end cleanly. Removes the file.
   * Call it only when this process has become the host, because then the earlier
   * process is gone.
   */
  takeLost(): RunningSession[] {
    try {
      const found = readJson(this.#path);
      this.clear();
      return Array.isArray(found) ? found.filter(isRunningSession) : [];
    } catch (error) {
      this.#warn(`${this.#path} is damaged, so the sessions that were lost are unknown: ${messageOf(error)}`);
      this.clear();
      return [];
    }
  }

  /** Sets the sessions that run now. Writes the file only if it would change, because callers call this often. */
  update(sessions: readonly RunningSession[]): void {
    const text = JSON.stringify(sessions);
    if (text === this.#written) return;
    this.#written = text;
    if (sessions.length === 0) return this.clear();
    try {
      writeJson(this.#path, sessions);
    } catch (error) {
      this.#warn(`${this.#path} was not written: ${messageOf(error)}`);
    }
  }

  /** Removes the file, because no session runs any more. */
  clear(): void {
    rmSync(this.#path, { force: true });
  }
}

function isRunningSession(value: unknown): value is RunningSession {
  if (!isRecord(value)) return false;
  const { id, command, cwd, size, startedAtMs, recording } = value;
  return (
    [id, command, cwd].every((text) => typeof text === "string") &&
    Size.safeParse(size).success &&
    typeof startedAtMs === "number" &&
    (recording === undefined || typeof recording === "string")
  );
}
