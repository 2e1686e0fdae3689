/**
 * Work in steps of some milliseconds, for what takes long: between two of them a
 * thread can look at the clock, and serve others. The last step has the result.
 */
export type Steps<T> = Generator<undefined, T>;

/** Does all of it at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
