/** A timer of more than this ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Who waits until they may type, in the order in which they came. */
export class LeaseQueue<Waiter> {
  readonly #places = new Set<QueuePlace<Waiter>>();

  /** Joins the end of the queue. Dispose the place when the input is on its way, or will not come. */
  join(waiter: Waiter): QueuePlace<Waiter> {
    const place = new QueuePlace(waiter, () => {
      this.#places.delete(place);
      this.call();
    });
    this.#places.add(place);
    return place;
  }

  /** Whether somebody for whom this holds has come before, and is not in line yet. */
  isBehind(place: QueuePlace<Waiter>, holds: (waiter: Waiter) => boolean): boolean {
    for (const one of this.#places) {
      if (one === place) return false;
      if (!one.isInLine && holds(one.waiter)) return true;
    }
    return false;
  }

  /** Something has changed: each of them looks again, in order, whether it may type. */
  call(): void {
    for (const place of [...this.#places]) place.wake();
  }
}

export class QueuePlace<Waiter> implements Disposable {
  readonly waiter: Waiter;
  /** It is in line to type: those behind it may line up as well. */
  isInLine = false;
  readonly #leave: () => void;
  #wake: (() => void) | undefined;

  constructor(waiter: Waiter, leave: () => void) {
    this.waiter = waiter;
    this.#leave = leave;
  }

  /** Resolves when the queue is called, when the time is over, or when `signal` aborts. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, Math.min(timeoutMs, LONGEST_TIMER_MS));
      signal.addEventListener("abort", wake, { once: true });
      this.#wake = wake;
    });
  }

  wake(): void {
    this.#wake?.();
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}
