/** Slows down guessing: after 10 failures within a minute, every attempt is refused until the oldest failure is a minute old. */

const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

export class RateLimit {
  readonly #now: () => number;
  #failedAtMs: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds until the next attempt is allowed. 0 when it is allowed now. */
  get retryAfterSeconds(): number {
    const windowStartMs = this.#now() - WINDOW_MS;
    this.#failedAtMs = this.#failedAtMs.filter((atMs) => atMs > windowStartMs);
    const [oldestMs] = this.#failedAtMs;
    if (oldestMs === undefined || this.#failedAtMs.length < MAX_FAILURES) return 0;
    return Math.ceil((oldestMs - windowStartMs) / 1000);
  }

  recordFailure(): void {
    this.#failedAtMs.push(this.#now());
  }
}
