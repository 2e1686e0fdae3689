/**
 * What the window shows, outside React. The host's events change it; components
 * read it through selectors. Frames and output never come here, because they
 * change too often: they go straight to the tile worker and the live terminal.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ClientInfo, Events, RecordingInfo, SessionId, SessionInfo } from "../../shared/protocol.ts";
import type { Destination } from "../../shared/link-destination.ts";
import type { ConnectionState } from "../connection/window-connection.ts";
import { type Arrangement, NO_ARRANGEMENT } from "./arrangement.ts";
import { type InboxEvent, inboxAfter, type Notices, quietSessions } from "./inbox.ts";
import type { Sessions } from "./session-display.ts";
import { matchesFilter } from "./session-filter.ts";
import type { Settings } from "./window-settings.ts";

export type View =
  | { readonly kind: "overview" }
  | { readonly kind: "session"; readonly id: SessionId }
  | { readonly kind: "recordings" }
  /** `id` names a recording; the replay begins at `atMs`. */
  | { readonly kind: "replay"; readonly id: string; readonly atMs: number };

export type DialogState =
  | { readonly kind: "new-session" }
  | { readonly kind: "kill"; readonly id: SessionId; readonly restart?: true }
  | { readonly kind: "paste"; readonly text: string; readonly confirm: () => void }
  | { readonly kind: "link"; readonly destination: Destination }
  | { readonly kind: "accessible-view"; readonly id: SessionId }
  | { readonly kind: "palette" }
  | { readonly kind: "peek"; readonly id: SessionId }
  | { readonly kind: "rename"; readonly id: SessionId }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "connect-agent" }
  | { readonly kind: "http-agents" }
  | { readonly kind: "export-recording"; readonly recording: RecordingInfo; readonly atMs?: number }
  | { readonly kind: "delete-recording"; readonly recording: RecordingInfo };

/** The open session, as it was last, after the host has removed it. */
export type RemovedSession = {
  readonly session: SessionInfo;
  /** Who removed it. Absent when nobody knows: the host has gone, for example. */
  readonly by?: ClientInfo;
};

export type State = {
  readonly connection: ConnectionState;
  readonly self: ClientInfo | undefined;
  readonly sessions: Sessions;
  readonly clients: readonly ClientInfo[];
  /** The host has sent its sessions; before that, an empty list means nothing. */
  readonly loaded: boolean;
  readonly view: View;
  /** The view of a session that was removed stays until the person leaves it. Another session may have the name by then. */
  readonly removed: RemovedSession | undefined;
  /** The directory of the chosen tab; absent for the tab with all sessions. */
  readonly workspace: string | undefined;
  /** Only sessions that match it are shown; empty for all. */
  readonly filter: string;
  /** The bar with the filter is shown, also while the filter is empty. */
  readonly filtering: boolean;
  readonly arrangement: Arrangement;
  /** The tile or row that has, or last had, the keyboard. */
  readonly current: SessionId | undefined;
  readonly notices: Notices;
  /** Sessions that need nobody now, whatever they ask: a person has read, dismissed or snoozed what they say. Follows from `notices`. */
  readonly dismissed: ReadonlySet<SessionId>;
  readonly dialog: DialogState | undefined;
  /** The session whose tile shows its reply field. */
  readonly replying: SessionId | undefined;
  /** The session whose live terminal has the keyboard. */
  readonly keysGoTo: SessionId | undefined;
  readonly finding: boolean;
  readonly settings: Settings;
  /** Grows when recordings have been deleted: lists of them are fetched again. */
  readonly recordingChanges: number;
};

export type Store = StoreApi<State>;

export function createAppStore(settings: Settings): Store {
  return createStore<State>(() => ({
    connection: { kind: "connecting" },
    self: undefined,
    sessions: new Map(),
    clients: [],
    loaded: false,
    view: { kind: "overview" },
    removed: undefined,
    workspace: undefined,
    filter: "",
    filtering: false,
    arrangement: NO_ARRANGEMENT,
    current: undefined,
    notices: new Map(),
    dismissed: new Set(),
    dialog: undefined,
    replying: undefined,
    keysGoTo: undefined,
    finding: false,
    settings,
    recordingChanges: 0,
  }));
}

/** Takes over everything the host has, from its answer to `host/watch`. */
export function withWatched(state: State, watched: { sessions: SessionInfo[]; clients: ClientInfo[] }): Partial<State> {
  const sessions = new Map(watched.sessions.map((session) => [session.id, session]));
  const { view, removed } = state;
  const known = view.kind === "session" ? state.sessions.get(view.id) : undefined;
  const isThere = view.kind === "session" && (removed !== undefined || sessions.has(view.id));
  return {
    sessions,
    clients: watched.clients,
    loaded: true,
    ...withInbox(state, { type: "sessions", sessions, isFirst: !state.loaded }),
    ...(known && !removed && !isSame(known, sessions.get(known.id)) ? { removed: { session: known } } : {}),
    ...(view.kind === "session" && !known && !isThere ? { view: { kind: "overview" } } : {}),
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
  const isOpen = state.view.kind === "session" && state.view.id === id && !state.removed;
  return {
    sessions,
    ...withInbox(state, { type: "sessions", sessions }),
    ...(isOpen ? { removed: { session: { ...session, ...(exit && { exit }) }, ...(by && { by }) } } : {}),
    ...(state.current === id ? { current: ids[at + 1] ?? ids[at - 1] } : {}),
    ...(state.replying === id ? { replying: undefined } : {}),
    // A question about it has no object any more, and must not turn to the next session of that name.
    ...(state.dialog && "id" in state.dialog && state.dialog.id === id ? { dialog: undefined } : {}),
  };
}

/** What an event of the inbox changes. */
export function withInbox(state: State, event: InboxEvent): Partial<State> {
  const notices = inboxAfter(state.notices, event);
  return notices === state.notices ? {} : withNotices(notices);
}

/** The notices and what follows from them. */
export function withNotices(notices: Notices): Pick<State, "notices" | "dismissed"> {
  return { notices, dismissed: quietSessions(notices) };
}

export function withSettings(state: State, change: Partial<Settings>): Partial<State> {
  return { settings: { ...state.settings, ...change } };
}

/** What the view of a session shows, also after the session was removed. */
export function openedSession({
  view,
  removed,
  sessions,
}: Pick<State, "view" | "removed" | "sessions">): SessionInfo | undefined {
  return view.kind === "session" ? (removed?.session ?? sessions.get(view.id)) : undefined;
}

/** The session that is open, or has the keyboard in the overview. None while the open one was removed. */
export function currentSession({
  view,
  removed,
  current,
  sessions,
}: Pick<State, "view" | "removed" | "current" | "sessions">): SessionInfo | undefined {
  if (removed) return undefined;
  const id = view.kind === "session" ? view.id : current;
  return id === undefined ? undefined : sessions.get(id);
}

/** The sessions of the chosen tab that match the filter. When a folder's last session has gone, the tab shows all sessions again. */
export function shownSessions({ sessions, workspace, filter }: Pick<State, "sessions" | "workspace" | "filter">): SessionInfo[] {
  const all = [...sessions.values()];
  const inWorkspace = workspace === undefined ? all : all.filter(({ cwd }) => cwd === workspace);
  const ofTab = inWorkspace.length > 0 ? inWorkspace : all;
  return filter === "" ? ofTab : ofTab.filter((session) => matchesFilter(session, filter));
}
