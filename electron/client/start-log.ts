/**
 * The host's log as the process that starts the host uses it. What Node says about
 * a host that cannot even load would be lost otherwise, because that host has not
 * opened its log yet.
 */
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { openLogFile } from "../platform/log.ts";

/** How Node reports an error that nobody has caught: `Error [CODE]: message`. */
const UNCAUGHT = /^\w*Error(?: \[\w+\])?: (.+)$/m;

export class StartLog implements Disposable {
  readonly #path: string;
  readonly #fd: number | undefined;
  readonly #begin: number = 0;

  /** Opens the log. Where that is not possible, nothing is kept; the host then says why it cannot write. */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#fd = openLogFile(path);
      this.#begin = fstatSync(this.#fd).size;
    } catch {
      // The host will meet the same error, and reports it.
    }
  }

  /** Where the host's stderr goes. */
  get stderr(): number | "ignore" {
    return this.#fd ?? "ignore";
  }

  /** What the host complained of, and where to read on: `: Cannot find module 'x'. Its log: …`. Empty when there is no log. */
  complaint(): string {
    if (this.#fd === undefined) return "";
    const [, reason] = UNCAUGHT.exec(readFileSync(this.#path).toString("utf8", this.#begin)) ?? [];
    return `${reason === undefined ? "" : `: ${reason}`}. Its log: ${this.#path}`;
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
  }
}
