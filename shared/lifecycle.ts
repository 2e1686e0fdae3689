/** Things that must be given back, and a place to keep them until then. */

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
    for (const item of [...this.#items].reverse()) item[Symbol.dispose]();
    this.#items.clear();
  }
}
