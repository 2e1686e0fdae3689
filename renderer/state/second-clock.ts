/**
 * One tick a second for the whole window. Whatever may be shown late waits for
 * it: ages, the last lines of busy sessions, the turning glyphs. All of that is
 * then one change of the page in a second, however many sessions there are.
 */
const TICK_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls `listener` at every tick, in the order of the subscriptions, until the result is called. */
export function everySecond(listener: () => void): () => void {
  // Wrapped, so that the same function can subscribe twice.
  const entry = (): void => listener();
  listeners.add(entry);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(entry);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
