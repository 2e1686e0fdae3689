/** Things that must be given back, and a place to keep them until then. */

/** Hears of each subscription and store when it begins and when it ends. */
export type DisposableTracker = { began(thing: object): void; ended(thing: object): void };

let tracker: DisposableTracker | undefined;

/** For tests that look for what was never given back. Nothing is tracked unless they ask. */
export function trackDisposables(next: DisposableTracker | undefined): void {
  tracker = next;
}

/** Tells the tracker, if there is one, that something must be given back from now on. */
export function noteBegin(thing: object): void {
  tracker?.began(thing);
}

/** Tells the tracker, if there is one, that it was given back. */
export function noteEnd(thing: object): void {
  tracker?.ended(thing);
}

/** A `Disposable` from a function; runs it once. */
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
 * Owns disposables and gives them back together, newest first. Adding to a
 * store that is already disposed gives the thing back at once, so a late
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
