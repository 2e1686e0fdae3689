/**
 * The audit on disk: one JSON object a line, only ever appended to, for its
 * owner's eyes. A line is written with one call, so that a killed host leaves
 * whole lines; a torn one (a full disk, a lost battery) is passed over.
 */
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { AuditEntry } from "../../shared/audit-entry.ts";

/** Beyond this size the file is set aside, and the oldest of those set aside is dropped. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const KEPT_ASIDE = 3;
const LF = "\n";

export type AuditRow = AuditEntry & { readonly time: string; readonly monotonic: number };

export class AuditFile implements Disposable {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onFailure: (message: string) => void;
  #fd: number | undefined;
  #size = 0;
  #hasFailed = false;

  /** `onFailure` is told once, not for every row; a full disk costs rows, not sessions. */
  constructor(path: string, onFailure: (message: string) => void, maxBytes = MAX_FILE_BYTES) {
    this.#path = path;
    this.#onFailure = onFailure;
    this.#maxBytes = maxBytes;
  }

  append(entry: AuditEntry): void {
    // Two clocks: one that people can read, and one that nobody can set.
    const row: AuditRow = { time: new Date().toISOString(), monotonic: Math.round(performance.now() * 1000) / 1000, ...entry };
    try {
      if (this.#size > this.#maxBytes) this.#setAside();
      this.#fd ??= this.#open();
      this.#size += writeSync(this.#fd, `${JSON.stringify(row)}${LF}`);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(`The audit ${this.#path} cannot be written: ${String(error)}`);
      this.#hasFailed = true;
    }
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const fd = openSync(this.#path, flags, 0o600);
    this.#size = fstatSync(fd).size;
    // Ends a torn line, so that it does not take the next one with it.
    if (this.#size > 0 && readFileSync(fd).at(-1) !== LF.charCodeAt(0)) this.#size += writeSync(fd, LF);
    return fd;
  }

  #setAside(): void {
    this[Symbol.dispose]();
    for (let n = KEPT_ASIDE - 1; n >= 0; n--) renameIfThere(aside(this.#path, n), aside(this.#path, n + 1));
    this.#size = 0;
  }
}

/** The latest rows, oldest first. Nothing is there when nothing was ever done. */
export function readAudit(path: string, count: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let n = 0; n <= KEPT_ASIDE && rows.length < count; n++) rows.unshift(...rowsOf(aside(path, n)));
  return rows.slice(-count);
}

function rowsOf(path: string): AuditRow[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return text.split(LF).flatMap((line) => {
    try {
      return [JSON.parse(line) as AuditRow];
    } catch {
      return [];
    }
  });
}

function aside(path: string, n: number): string {
  return n === 0 ? path : `${path}.${n}`;
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
