/** Events. A class keeps its `Emitter` private, so that only it can fire, and makes the `Event` public. */
import { noteBegin, noteEnd, toDisposable } from "./lifecycle.ts";

/** Subscribes a listener. Dispose the result to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The source of one event. An error in a listener is reported, and the other
 * listeners are still called: a failing consumer must never stop a session.
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
    // Wrap the listener, so that the same function can subscribe twice.
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

/** Throws the error outside the loop that fires, so that the runtime's handler for uncaught errors gets it. */
function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
