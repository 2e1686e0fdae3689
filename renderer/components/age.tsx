/** How long ago something was. One clock for the whole window updates all of them, once a second. */
import { type ReactElement, useSyncExternalStore } from "react";
import { formatAge } from "../state/session-display.ts";

const TICK_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    if (document.hidden) return;
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function Age({ sinceMs, suffix = "" }: { sinceMs: number; suffix?: string }): ReactElement {
  const text = useSyncExternalStore(subscribe, () => formatAge(now - sinceMs));
  return <span className="flex-none text-text-3 tabular-nums">{text + suffix}</span>;
}
