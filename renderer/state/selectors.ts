/** What follows from the window's state: the sessions and the panes that are shown. */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { type PaneTree, sessionsIn } from "./panes.ts";
import { matchesFilter } from "./session-filter.ts";
import type { State, View } from "./store.ts";

/** The panes that are shown: the split of the session that is open, or that session alone. */
export function shownPanes({ view, split }: Pick<State, "view" | "split">): PaneTree | undefined {
  if (view.kind !== "session") return undefined;
  return split && sessionsIn(split).includes(view.id) ? split : view.id;
}

/** The sessions of those panes. */
export function shownIds(state: Pick<State, "view" | "split">): SessionId[] {
  const shown = shownPanes(state);
  return shown === undefined ? [] : sessionsIn(shown);
}

/** What the pane of a session shows, also after the session was removed. */
export function sessionInPane(
  { removed, sessions }: Pick<State, "removed" | "sessions">,
  id: SessionId,
): SessionInfo | undefined {
  return removed.get(id)?.session ?? sessions.get(id);
}

/** The session of the pane that has the keyboard. */
export function openedSession(state: Pick<State, "view" | "removed" | "sessions">): SessionInfo | undefined {
  return state.view.kind === "session" ? sessionInPane(state, state.view.id) : undefined;
}

/** The session that is open, or has the keyboard in the overview. None while the open one was removed. */
export function currentSession({
  view,
  removed,
  current,
  sessions,
}: Pick<State, "view" | "removed" | "current" | "sessions">): SessionInfo | undefined {
  const id = view.kind === "session" ? view.id : current;
  return id === undefined || removed.has(id) ? undefined : sessions.get(id);
}

/** The sessions of the chosen tab that match the filter. When a folder's last session has gone, the tab shows all sessions again. */
export function shownSessions({ sessions, workspace, filter }: Pick<State, "sessions" | "workspace" | "filter">): SessionInfo[] {
  const all = [...sessions.values()];
  const inWorkspace = workspace === undefined ? all : all.filter(({ cwd }) => cwd === workspace);
  const ofTab = inWorkspace.length > 0 ? inWorkspace : all;
  return filter === "" ? ofTab : ofTab.filter((session) => matchesFilter(session, filter));
}

/** Whether a view is a page about something else than sessions. A person who opens one by a key goes on in it. */
export function isPage({ kind }: View): boolean {
  return kind === "settings" || kind === "connections" || kind === "recordings";
}

/** Whether there is no connection to the host now: nothing can be sent. */
export function isAway({ connection }: Pick<State, "connection">): boolean {
  return connection.kind !== "open";
}
