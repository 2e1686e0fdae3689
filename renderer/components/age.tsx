/** How long something has lasted, or how long ago it was. The window's clock updates all of them together. */
import { type ReactElement, useSyncExternalStore } from "react";
import type { SessionInfo } from "../../shared/protocol.ts";
import { useApp } from "../state/app-context.ts";
import { liveSession } from "../state/live-session.ts";
import { everySecond } from "../state/second-clock.ts";
import { formatAge } from "../state/session-display.ts";

/**
 * What was less than this ago is `now`. A busy session then keeps its word: a
 * number that jumps between 0 and 2 tells nothing, and draws the page anew.
 */
const NOW_WITHIN_MS = 5000;

let now = Date.now();
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= everySecond(tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const each of listeners) each();
}

/** How long something has lasted: `12s`. */
export function Age({ sinceMs }: { sinceMs: number }): ReactElement {
  return <AgeText text={useSyncExternalStore(subscribe, () => formatAge(now - sinceMs))} />;
}

/** How long ago a session has printed something: `now`, then `12s` and the suffix. */
export function LastOutput({ session, suffix = "" }: { session: SessionInfo; suffix?: string }): ReactElement {
  const { store } = useApp();
  const text = useSyncExternalStore(subscribe, () => {
    const ms = now - liveSession(store.getState().sessions, session).lastOutputAtMs;
    return ms < NOW_WITHIN_MS ? "now" : formatAge(ms) + suffix;
  });
  return <AgeText text={text} />;
}

function AgeText({ text }: { text: string }): ReactElement {
  return <span className="flex-none text-text-3 tabular-nums">{text}</span>;
}
