/** Polling with a deadline, for what sends no event. */

/** Resolves with the first result that is neither undefined nor false; rejects at the deadline. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 5000,
): Promise<Exclude<T, undefined | false>> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (Date.now() > deadlineMs) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
