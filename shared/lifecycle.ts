/** Disposables: resources that their owner must release. */

/** Called when a subscription or a store begins, and when it has been disposed. */
export type DisposableTracker = { began(thing: object): void; ended(thing: object): void };

let tracker: DisposableTracker | undefined;

/** Sets the tracker. Tests use it to find what was never disposed. Without a tracker, nothing is tracked. */
export function trackDisposables(next: DisposableTracker | undefined): void {
  tracker = next;
}

/** Tells the tracker, if there is one, that `thing` must be disposed from now on. */
export function noteBegin(thing: object): void {
  tracker?.began(thing);
}

/** Tells the tracker, if there is one, that `thing` has been disposed. */
export function noteEnd(thing: object): void {
  tracker?.ended(thing);
}

/** Makes a `Disposable` from a function, which runs at most once. */
export function toDisposable(release: () => void): Disposable {
  let done = false;
  return {
    [Symbol.dispose]() {
      if (done) return;
      done = true;
      release();
    },
  };
}

/**
 * Owns disposables and disposes them together, newest first. An item that is added
 * after the store has been disposed is disposed at once, so that a late
 * subscription cannot leak.
 */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  constructor() {
    noteBegin(this);
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item[Symbol.dispose]();
    else this.#items.add(item);
    return item;
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  [Symbol.dispose](): void {
    if (this.#disposed) return;
    this.#disposed = true;
    noteEnd(this);
    for (const item of [...this.#items].reverse()) item[Symbol.dispose]();
    this.#items.clear();
  }
}
