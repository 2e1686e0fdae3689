/** A timer of more than this ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Who waits until they may type, in the order in which they came. */
export class LeaseQueue {
  readonly #waiting = new Set<() => void>();

  /** Resolves when the turns are called, when the time is over, or when `signal` aborts. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(timeoutMs, LONGEST_TIMER_MS));
      signal.addEventListener("abort", wake, { once: true });
      this.#waiting.add(wake);
    });
  }

  /** Something has changed: each of them looks again, in order, whether it may type. */
  call(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
