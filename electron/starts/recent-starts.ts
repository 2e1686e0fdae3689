/**
 * What people have started from the window, the latest first, in a file that only the user can read. It holds
 * commands and folders, and no environment: variables are where secrets are.
 */
import { isRecord } from "../../shared/json.ts";
import { messageOf } from "../../shared/errors.ts";
import type { RecentStart, StartPreset } from "../../shared/protocol.ts";
import { readJson, writeJson } from "../platform/json-file.ts";
import type { Warn } from "../platform/log.ts";
import { startPresets } from "./start-presets.ts";

const MAX_STARTS = 30;

export class RecentStarts {
  readonly #path: string;
  readonly #warn: Warn;
  #starts: readonly RecentStart[] | undefined;

  /** Reads the file when it is asked for the first time. Calls `warn` when the file cannot be read or written. */
  constructor(path: string, warn: Warn) {
    this.#path = path;
    this.#warn = warn;
  }

  get all(): readonly RecentStart[] {
    return (this.#starts ??= this.#read());
  }

  /** Puts this start in front. The same command in the same folder is there once. */
  add(start: RecentStart): void {
    this.#save([start, ...this.all.filter((other) => !isSame(other, start))].slice(0, MAX_STARTS));
  }

  /** Forgets one start. Without one, all. */
  forget(start: Pick<RecentStart, "command" | "cwd"> | undefined): void {
    this.#save(start === undefined ? [] : this.all.filter((other) => !isSame(other, start)));
  }

  /** The programs of this machine that a person may want to start. */
  presets(): StartPreset[] {
    return startPresets(process);
  }

  #save(starts: readonly RecentStart[]): void {
    this.#starts = starts;
    try {
      writeJson(this.#path, starts);
    } catch (error) {
      this.#warn(`${this.#path} was not written: ${messageOf(error)}`);
    }
  }

  #read(): readonly RecentStart[] {
    try {
      const found = readJson(this.#path);
      return Array.isArray(found) ? found.filter(isRecentStart).slice(0, MAX_STARTS) : [];
    } catch (error) {
      this.#warn(`${this.#path} is damaged, so the recent commands are unknown: ${messageOf(error)}`);
      return [];
    }
  }
}

function isSame(a: Pick<RecentStart, "command" | "cwd">, b: Pick<RecentStart, "command" | "cwd">): boolean {
  return a.command === b.command && a.cwd === b.cwd;
}

function isRecentStart(value: unknown): value is RecentStart {
  if (!isRecord(value)) return false;
  const { command, cwd, atMs } = value;
  return typeof command === "string" && typeof cwd === "string" && typeof atMs === "number";
}
