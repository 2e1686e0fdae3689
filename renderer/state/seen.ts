/**
 * When a person last looked at each session, and so what is new in it since.
 * Whoever has a session open looks at it.
 */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { sessionsIn } from "./panes.ts";
import { shownPanes } from "./selectors.ts";
import type { State, Store } from "./store.ts";

/** `startedAtMs` tells a session from a later one that got its id. */
type Look = { readonly startedAtMs: number; readonly atMs: number; readonly bells: number };
export type Looks = ReadonlyMap<SessionId, Look>;

const LOOKS_KEY = "cotty.looks";

/** The sessions that a person has before their eyes in large. */
function watchedIn(state: State): SessionInfo[] {
  const panes = shownPanes(state);
  return panes === undefined ? [] : sessionsIn(panes).flatMap((id) => state.sessions.get(id) ?? []);
}

/**
 * Whether a session has something that the person has not looked at: it has
 * ended, it has rung, or it has printed something and come to rest. While it
 * works, its state says that it changes.
 */
export function isUnseen(state: Pick<State, "looks" | "notices">, session: SessionInfo): boolean {
  const look = state.looks.get(session.id);
  const { atMs, bells } = look?.startedAtMs === session.startedAtMs ? look : { atMs: 0, bells: 0 };
  if (state.notices.get(session.id)?.isRead === false) return true;
  // What it printed before the look may be told after it.
  if (session.lastOutputAtMs <= atMs) return false;
  return (session.bells ?? 0) > bells || (session.attention.state !== "working" && !session.exit);
}

/** The looks after the person has had some sessions before their eyes until now. */
export function withLooks(looks: Looks, sessions: readonly SessionInfo[], nowMs: number): Looks {
  if (sessions.length === 0) return looks;
  const seen = sessions.map(({ id, startedAtMs, bells = 0 }): [SessionId, Look] => [id, { startedAtMs, atMs: nowMs, bells }]);
  return new Map([...looks, ...seen]);
}

/** Keeps the looks of the window from now on. Call before the first connection. `nowMs` is the time since 1970. */
export function keepLooks(store: Store, storage: Storage, nowMs: () => number): void {
  store.setState({ looks: parseLooks(storage.getItem(LOOKS_KEY)) });
  const look = (state: State, sessions: readonly SessionInfo[]): void => {
    const present = new Map([...state.looks].filter(([id]) => state.sessions.has(id)));
    const looks = withLooks(present, sessions, nowMs());
    store.setState({ looks });
    storage.setItem(LOOKS_KEY, JSON.stringify([...looks]));
  };
  store.subscribe((state, before) => {
    if (!state.loaded) return;
    // What was there when the window opened for the first time is no news.
    if (!before.loaded)
      look(
        state,
        [...state.sessions.values()].filter(({ id }) => !state.looks.has(id)),
      );
    else if (shownPanes(state) !== shownPanes(before)) look(state, [...watchedIn(before), ...watchedIn(state)]);
  });
  // The page may go at any time after it was hidden.
  document.addEventListener("visibilitychange", () => {
    const state = store.getState();
    if (state.loaded) look(state, watchedIn(state));
  });
}

function parseLooks(text: string | null): Looks {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return new Map(Array.isArray(stored) ? stored.filter(isStoredLook) : []);
  } catch {
    return new Map();
  }
}

function isStoredLook(entry: unknown): entry is [SessionId, Look] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { startedAtMs, atMs, bells } = (entry[1] ?? {}) as Record<string, unknown>;
  return [startedAtMs, atMs, bells].every((number) => typeof number === "number");
}
