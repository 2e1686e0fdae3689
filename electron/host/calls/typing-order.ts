/**
 * Keeps inputs in the order in which they came. Before each, the host may have to
 * ask the terminal whether it hides input, and the screen where a click goes;
 * one whose answer comes sooner must not overtake the one before it.
 */
export class TypingOrder {
  /** Resolves when all who have lined up so far have left. */
  #left: Promise<void> = Promise.resolve();

  /** Joins the end. Dispose the place when the input is in the terminal's queue, or will not come. */
  lineUp(): TypingPlace {
    const place = new TypingPlace(this.#left);
    this.#left = place.left;
    return place;
  }
}

class TypingPlace implements Disposable {
  isReached = false;
  /** Resolves when those before it have left. */
  readonly reached: Promise<void>;
  /** Resolves when it has left, and so have those before it. */
  readonly left: Promise<void>;
  #leave: () => void = () => {};

  constructor(before: Promise<void>) {
    const left = new Promise<void>((resolve) => (this.#leave = resolve));
    this.reached = before.then(() => void (this.isReached = true));
    this.left = this.reached.then(() => left);
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}
