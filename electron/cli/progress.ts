/** Shows on stderr how far something long has come, and ends it on Ctrl+C. */
import { HostError } from "../../shared/errors.ts";
import { printError } from "./output.ts";

/** What ends sooner shows no progress. */
const SHOW_AFTER_MS = 500;
const CLEAR_LINE = "\r\x1b[K";

export class Progress implements Disposable {
  readonly #startedAt = performance.now();
  readonly #interrupted = new AbortController();
  readonly #handleInterrupt = (): void => this.#interrupted.abort();
  #shown = "";

  constructor() {
    process.once("SIGINT", this.#handleInterrupt);
  }

  /** Call it again and again, with numbers from 0 to 1. Throws after Ctrl+C. */
  update(progress: number): void {
    if (this.#interrupted.signal.aborted) throw new HostError("bad-request", "Interrupted");
    if (!process.stderr.isTTY || performance.now() - this.#startedAt < SHOW_AFTER_MS) return;
    const text = `${Math.floor(progress * 100)} %`;
    if (text !== this.#shown) printError(`${CLEAR_LINE}${text}`);
    this.#shown = text;
  }

  [Symbol.dispose](): void {
    process.off("SIGINT", this.#handleInterrupt);
    if (this.#shown !== "") printError(CLEAR_LINE);
  }
}
