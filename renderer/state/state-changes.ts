/** What changes the window's state: each function returns the part of the state that is new. */
import type { Events, SessionId, SessionInfo, Result } from "../../shared/protocol.ts";
import { type Beside, type PaneGroup, type PaneTree, sessionsIn, splitOf, withoutPane, withPane } from "./panes.ts";
import { type InboxEvent, inboxAfter, type Notices, quietSessions } from "./inbox.ts";
import type { WindowSettings } from "./window-settings.ts";
import { shownPanes, shownIds } from "./selectors.ts";
import type { State, View } from "./store.ts";

/** Takes over everything the host has, from its answer to `host/watch`. */
export function withWatched(state: State, watched: Result<"host/watch">): Partial<State> {
  const sessions = new Map(watched.sessions.map((session) => [session.id, session]));
  const { view } = state;
  const removed = new Map(state.removed);
  for (const id of shownIds(state)) {
    const known = state.sessions.get(id);
    if (known && !removed.has(id) && !isSame(known, sessions.get(id))) removed.set(id, { session: known });
  }
  const isThere = (id: SessionId): boolean => removed.has(id) || sessions.has(id);
  return {
    sessions,
    clients: watched.clients,
    halt: watched.halt,
    loaded: true,
    ...withInbox(state, { type: "sessions", sessions, isFirst: !state.loaded }),
    removed,
    split: splitWithout(state.split, (id) => !isThere(id)),
    ...(view.kind === "session" && !isThere(view.id) ? { view: { kind: "overview" } } : {}),
  };
}

/** A name may be given to a new session once the one before has been removed. */
function isSame(session: SessionInfo, other: SessionInfo | undefined): boolean {
  return session.startedAtMs === other?.startedAtMs && session.pid === other.pid;
}

export function withSessions(state: State, changed: readonly SessionInfo[]): Partial<State> {
  const sessions = new Map([...state.sessions, ...changed.map((session): [SessionId, SessionInfo] => [session.id, session])]);
  return { sessions, ...withInbox(state, { type: "sessions", sessions }) };
}

/** Removes a session. Its view stays as it was, and takes no more keys. In the overview, its neighbor is the current one. */
export function withoutSession(state: State, { id, exit, by }: Events["session/closed"]): Partial<State> {
  const ids = [...state.sessions.keys()];
  const at = ids.indexOf(id);
  const session = state.sessions.get(id);
  if (!session) return {};
  const sessions = new Map(state.sessions);
  sessions.delete(id);
  const isOpen = shownIds(state).includes(id);
  const last = { session: { ...session, ...(exit && { exit }) }, ...(by && { by }) };
  return {
    sessions,
    ...withInbox(state, { type: "sessions", sessions }),
    ...(isOpen && !state.removed.has(id) ? { removed: new Map(state.removed).set(id, last) } : {}),
    ...(isOpen ? {} : { split: splitWithout(state.split, (gone) => gone === id) }),
    ...(state.current === id ? { current: ids[at + 1] ?? ids[at - 1] } : {}),
    ...(state.replying === id ? { replying: undefined } : {}),
    ...(state.inboxReply?.id === id ? { inboxReply: undefined } : {}),
    ...withDraft(state, id, ""),
    // A question about it has no object any more, and must not turn to the next session of that name.
    ...(state.dialog && "id" in state.dialog && state.dialog.id === id ? { dialog: undefined } : {}),
  };
}

/** What an event of the inbox changes. */
export function withInbox(state: State, event: InboxEvent): Partial<State> {
  const notices = inboxAfter(state.notices, event);
  return notices === state.notices ? {} : withNotices(state, notices);
}

/** The notices and what follows from them. */
export function withNotices({ settings }: Pick<State, "settings">, notices: Notices): Pick<State, "notices" | "dismissed"> {
  return { notices, dismissed: quietSessions(notices, settings.attention) };
}

export function withSettings(state: State, change: Partial<WindowSettings>): Partial<State> {
  return { settings: { ...state.settings, ...change } };
}

/** Keeps what a person has typed in reply to a session; an empty text is none. */
export function withDraft({ drafts }: Pick<State, "drafts">, id: SessionId, text: string): Partial<State> {
  const changed = new Map(drafts);
  if (text === "") changed.delete(id);
  else changed.set(id, text);
  return { drafts: changed };
}

/** Goes to another view. What was removed is forgotten with the view that showed it. */
export function withView(state: State, view: View): Partial<State> {
  const stays = view.kind === "session" && shownIds(state).includes(view.id);
  const removed = new Map(stays ? state.removed : []);
  if (view.kind === "session") removed.delete(view.id);
  return {
    view,
    removed,
    finding: false,
    ...(stays ? {} : { split: splitWithout(state.split, (id) => state.removed.has(id)) }),
  };
}

/** Opens a session in a new pane beside another session, which is open already or is opened with it. */
export function withOpenedBeside(state: State, beside: Beside, id: SessionId): Partial<State> {
  const view = { kind: "session", id: beside.session } as const;
  const opened = withView(state, view);
  const shown = shownPanes({ split: state.split, ...opened, view }) ?? beside.session;
  const tree = sessionsIn(shown).includes(id) ? shown : withPane(shown, beside, id);
  return { ...opened, view: { kind: "session", id }, split: splitOf(tree) };
}

/** Moves the keyboard to another pane of those that are shown. */
export function withFocus(state: State, id: SessionId): Partial<State> {
  if (state.view.kind !== "session" || state.view.id === id) return {};
  return { view: { kind: "session", id }, current: id, finding: false };
}

/** Closes the pane that has the keyboard; the next one gets it. Without others, all sessions are shown. */
export function withClosedPane(state: State): Partial<State> {
  const shown = splitOf(shownPanes(state));
  if (state.view.kind !== "session" || !shown) return withView(state, { kind: "overview" });
  const { id } = state.view;
  const ids = sessionsIn(shown);
  const next = ids[ids.indexOf(id) + 1] ?? ids.at(-2) ?? id;
  const removed = new Map(state.removed);
  removed.delete(id);
  return { ...withFocus(state, next), split: splitWithout(shown, (gone) => gone === id), removed };
}

/** A split without some of its panes; no split if fewer than two are left. */
function splitWithout(split: PaneGroup | undefined, isGone: (id: SessionId) => boolean): PaneGroup | undefined {
  if (!split) return undefined;
  const gone = sessionsIn(split).filter(isGone);
  return splitOf(gone.reduce<PaneTree | undefined>((tree, id) => tree && withoutPane(tree, id), split));
}
