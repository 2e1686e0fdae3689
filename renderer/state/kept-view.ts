/** Keeps the open session or page open through a reload, and the split that the session may be in. */
import type { SessionInfo } from "../../shared/protocol.ts";
import { SECTIONS } from "../../shared/settings/settings.ts";
import { parsePanes } from "./panes.ts";
import { openedSession } from "./selectors.ts";
import type { State, Store, View } from "./store.ts";

const VIEW_KEY = "cotty.view";
const SPLIT_KEY = "cotty.split";

/** A name may be given to a new session, and then it is another one. */
const keyOf = ({ id, startedAtMs }: SessionInfo): string => JSON.stringify([id, startedAtMs]);

/** What `withKeptView` reads: a session by its name and start, a page as it stands in the state. Undefined for the overview. */
export function keptView(state: State): string | undefined {
  const session = openedSession(state);
  if (session) return keyOf(session);
  return state.view.kind === "session" || state.view.kind === "overview" ? undefined : JSON.stringify(state.view);
}

/** The change that opens again what was open before; none for a session that is gone, or what is no view. */
export function withKeptView(state: State, kept: string | null): Partial<State> {
  const page = pageIn(kept);
  if (page) return { view: page };
  const session = [...state.sessions.values()].find((one) => keyOf(one) === kept);
  return session ? { view: { kind: "session", id: session.id }, current: session.id } : {};
}

function pageIn(kept: string | null): View | undefined {
  let stored: Record<string, unknown> | null;
  try {
    stored = JSON.parse(kept ?? "null") as typeof stored;
  } catch {
    return undefined;
  }
  const { kind, from, id, atMs, section } = stored ?? {};
  if (kind === "connections") return { kind };
  if (kind === "recordings") return { kind, from: typeof from === "string" ? from : undefined };
  if (kind === "replay" && typeof id === "string" && typeof atMs === "number") return { kind, id, atMs };
  const known = SECTIONS.find((one) => one === section);
  return kind === "settings" && known ? { kind, section: known } : undefined;
}

/** Call before the first connection. Session storage: another tab has a view of its own. */
export function keepView(store: Store): void {
  store.setState({ split: parsePanes(sessionStorage.getItem(SPLIT_KEY)) });
  store.subscribe((state, before) => {
    if (state.split !== before.split) sessionStorage.setItem(SPLIT_KEY, JSON.stringify(state.split ?? null));
    if (!state.loaded) return;
    if (!before.loaded) store.setState((now) => withKeptView(now, sessionStorage.getItem(VIEW_KEY)));
    if (state.view === before.view) return;
    const kept = keptView(store.getState());
    if (kept !== undefined) sessionStorage.setItem(VIEW_KEY, kept);
    else sessionStorage.removeItem(VIEW_KEY);
  });
}
