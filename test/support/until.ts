/** Polling with a deadline, for what sends no event. */

/** Only a test that fails waits so long; a machine that is ten times slower than usual does not make one fail. */
export const PATIENCE_MS = 30_000;

/** Resolves with the first result that is neither undefined nor false; rejects at the deadline. */
export async function until<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | false>> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (Date.now() > deadlineMs) throw new Error(`${typeof what === "string" ? what : what()}: not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
