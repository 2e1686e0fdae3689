/** Keeps the open session open through a reload of the page, and the split that it may be in. */
import type { SessionInfo } from "../../shared/protocol.ts";
import { parsePanes } from "./panes.ts";
import { openedSession } from "./selectors.ts";
import type { State, Store } from "./store.ts";

const VIEW_KEY = "cotty.view";
const SPLIT_KEY = "cotty.split";

/** A name may be given to a new session, and then it is another one. */
const keyOf = ({ id, startedAtMs }: SessionInfo): string => JSON.stringify([id, startedAtMs]);

/** The change that opens the session again that was open before. */
export function withKeptView(state: State, kept: string | null): Partial<State> {
  const session = [...state.sessions.values()].find((one) => keyOf(one) === kept);
  return session ? { view: { kind: "session", id: session.id }, current: session.id } : {};
}

/** Call before the first connection. Session storage: another tab has a view of its own. */
export function keepView(store: Store): void {
  store.setState({ split: parsePanes(sessionStorage.getItem(SPLIT_KEY)) });
  store.subscribe((state, before) => {
    if (state.split !== before.split) sessionStorage.setItem(SPLIT_KEY, JSON.stringify(state.split ?? null));
    if (!state.loaded) return;
    if (!before.loaded) store.setState((now) => withKeptView(now, sessionStorage.getItem(VIEW_KEY)));
    if (state.view === before.view) return;
    const session = openedSession(store.getState());
    if (session) sessionStorage.setItem(VIEW_KEY, keyOf(session));
    else sessionStorage.removeItem(VIEW_KEY);
  });
}
