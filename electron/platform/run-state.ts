/**
 * Which sessions run in this process, on disk: a process that dies cannot say
 * what died with it, so the next one does. The file is there while sessions run,
 * and goes with a clean end.
 */
import { rmSync } from "node:fs";
import { messageOf } from "../../shared/errors.ts";
import { readJson, writeJson } from "./json-file.ts";

export type RunningSession = {
  readonly id: string;
  readonly command: string;
  /** Its recording's file, if it is recorded. */
  readonly recording?: string | undefined;
};

type Warn = (message: string) => void;

export class RunState {
  readonly #path: string;
  readonly #warn: Warn;
  #written: string | undefined;

  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#warn = warn;
  }

  /** What ran in a process that did not end cleanly. Call once this process hosts: then that one is gone. */
  takeLost(): RunningSession[] {
    try {
      const found = readJson(this.#path);
      this.clear();
      return Array.isArray(found) ? found.filter(isRunningSession) : [];
    } catch (error) {
      this.#warn(`${this.#path} is damaged: what ran when Cotty last ended is not known (${messageOf(error)})`);
      this.clear();
      return [];
    }
  }

  /** These run now. Writes only what differs: sessions change all the time, the list of them seldom does. */
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

  /** Nothing runs here any more. */
  clear(): void {
    rmSync(this.#path, { force: true });
  }
}

function isRunningSession(value: unknown): value is RunningSession {
  if (typeof value !== "object" || value === null) return false;
  const { id, command, recording } = value as Record<string, unknown>;
  return typeof id === "string" && typeof command === "string" && (recording === undefined || typeof recording === "string");
}
