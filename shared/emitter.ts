/** Events: the right to fire is private, the right to listen is public. */
import { noteBegin, noteEnd, toDisposable } from "./lifecycle.ts";

/** Subscribes a listener; dispose the result to stop. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * One event source. A listener that throws is reported and does not stop the
 * others: a failing consumer must never stop a session.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onListenerError: (error: unknown) => void;
  #disposed = false;

  constructor(onListenerError: (error: unknown) => void = reportLater) {
    this.#onListenerError = onListenerError;
  }

  readonly event: Event<T> = (listener) => {
    if (this.#disposed) return toDisposable(() => {});
    // Wrapped, so that the same function may subscribe twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    noteBegin(entry);
    return toDisposable(() => this.#remove(entry));
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    for (const entry of this.#listeners) this.#remove(entry);
  }

  #remove(entry: (value: T) => void): void {
    this.#listeners.delete(entry);
    noteEnd(entry);
  }
}

/** Lets the runtime's handler for uncaught errors see it, outside the firing loop. */
function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
