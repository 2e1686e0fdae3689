/**
 * The audit on disk: one JSON object a line. Lines are only appended, and only the
 * file's owner may read it. Each line is written with one call, so that a killed
 * host leaves complete lines. A torn line (after a full disk or a power failure)
 * is skipped.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { AuditEntry, AuditRow } from "../../shared/audit-entry.ts";
import { keepRemains } from "./audit-remains.ts";
import { makeDirectory } from "./directories.ts";

/** When the file exceeds this size, it is rotated: `audit.jsonl` becomes `audit.jsonl.1`, and so on. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** The number of rotated files that are kept whole. */
const ROTATED_FILES = 3;
const LF = "\n";

export class AuditFile implements Disposable {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onFailure: (message: string) => void;
  #fd: number | undefined;
  #size = 0;
  #hasFailed = false;

  /** `onFailure` is called once for a series of failures. A full disk loses rows of the audit, but ends no session. */
  constructor(path: string, onFailure: (message: string) => void, maxBytes = MAX_FILE_BYTES) {
    this.#path = path;
    this.#onFailure = onFailure;
    this.#maxBytes = maxBytes;
  }

  /** Appends a row. Never throws. */
  append(entry: AuditEntry): void {
    const row: AuditRow = { time: new Date().toISOString(), monotonic: Math.round(performance.now() * 1000) / 1000, ...entry };
    try {
      if (this.#size > this.#maxBytes) this.#rotate();
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
    makeDirectory(dirname(this.#path));
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const fd = openSync(this.#path, flags, 0o600);
    this.#size = fstatSync(fd).size;
    // End a torn line, so that it does not damage the next one.
    if (this.#size > 0 && readFileSync(fd).at(-1) !== LF.charCodeAt(0)) this.#size += writeSync(fd, LF);
    return fd;
  }

  #rotate(): void {
    this[Symbol.dispose]();
    // A host that was killed right here has left one.
    if (existsSync(this.#dropped)) this.#keepRemains();
    for (let n = ROTATED_FILES; n >= 0; n--) renameIfExists(rotatedFile(this.#path, n), rotatedFile(this.#path, n + 1));
    this.#size = 0;
    this.#keepRemains();
  }

  /** The file that is about to go. */
  get #dropped(): string {
    return rotatedFile(this.#path, ROTATED_FILES + 1);
  }

  #keepRemains(): void {
    try {
      keepRemains(this.#dropped, remainsFile(this.#path), this.#maxBytes);
    } catch (error) {
      this.#onFailure(`Old rows of the audit are lost, ${remainsFile(this.#path)} cannot be written: ${String(error)}`);
    }
  }
}

/** The files of the audit that there may be, the current one first. */
export function auditFiles(path: string): string[] {
  return [...Array.from({ length: ROTATED_FILES + 1 }, (_, n) => rotatedFile(path, n)), remainsFile(path)];
}

/** Has what is left of the files that were rotated out. */
export function remainsFile(path: string): string {
  return `${path}.old`;
}

/** The file that has been rotated `n` times. 0 is the current file. */
function rotatedFile(path: string, n: number): string {
  return n === 0 ? path : `${path}.${n}`;
}

function renameIfExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
