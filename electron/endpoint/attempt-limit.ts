/** Slows guessing down: so many failures in so long, then no attempt is answered until the oldest of them is forgotten. */

const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

export class AttemptLimit {
  readonly #now: () => number;
  #failures: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds until the next attempt is looked at; 0 when it may be made now. */
  get retryAfterSeconds(): number {
    const since = this.#now() - WINDOW_MS;
    this.#failures = this.#failures.filter((at) => at > since);
    const [oldest] = this.#failures;
    if (oldest === undefined || this.#failures.length < MAX_FAILURES) return 0;
    return Math.ceil((oldest - since) / 1000);
  }

  /** Counts one failure. */
  fail(): void {
    this.#failures.push(this.#now());
  }
}
