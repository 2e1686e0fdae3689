/**
 * What the window shows, outside React. The host's events change it; components
 * read it through selectors. Frames and output never come here, because they
 * change too often: they go straight to the tile worker and the live terminal.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  ClientInfo,
  Events,
  KnownAgent,
  RecordingInfo,
  SessionId,
  SessionInfo,
  HaltInfo,
  Result,
} from "../../shared/protocol.ts";
import { type Beside, type PaneGroup, type PaneTree, sessionsIn, splitOf, withoutPane, withPane } from "./panes.ts";
import type { WindowCommandId } from "../../shared/window-commands.ts";
import type { Destination } from "../../shared/link-destination.ts";
import type { ConnectionState } from "../connection/window-connection.ts";
import { type Arrangement, NO_ARRANGEMENT } from "./arrangement.ts";
import type { LostSession } from "../../shared/desktop-messages.ts";
import type { HostFacts } from "./after-crash.ts";
import { type InboxEvent, inboxAfter, type Notices, quietSessions } from "./inbox.ts";
import type { Looks } from "./seen.ts";
import type { Sessions } from "./session-display.ts";
import { matchesFilter } from "./session-filter.ts";
import type { Section } from "../../shared/settings/settings.ts";
import type { SettingsState } from "../../shared/settings/settings-state.ts";
import { type TerminalTheme, terminalTheme } from "../theme/terminal-theme.ts";
import type { WindowSettings } from "./window-settings.ts";

export type View =
  | { readonly kind: "overview" }
  /** `id` is the session that has the keyboard. If it is in the split, its neighbors are shown with it. */
  | { readonly kind: "session"; readonly id: SessionId }
  | { readonly kind: "recordings" }
  | { readonly kind: "settings"; readonly section: Section }
  | { readonly kind: "connections" }
  /** `id` names a recording; the replay begins at `atMs`. */
  | { readonly kind: "replay"; readonly id: string; readonly atMs: number };

export type DialogState =
  /** With `beside`, the session that is started or chosen opens in a pane beside that one. */
  | { readonly kind: "new-session"; readonly beside?: Beside }
  | { readonly kind: "kill"; readonly id: SessionId; readonly restart?: true }
  | { readonly kind: "paste"; readonly text: string; readonly confirm: () => void }
  | { readonly kind: "link"; readonly destination: Destination }
  | { readonly kind: "accessible-view"; readonly id: SessionId }
  | { readonly kind: "palette"; readonly beside?: Beside }
  | { readonly kind: "peek"; readonly id: SessionId }
  | { readonly kind: "rename"; readonly id: SessionId }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "share-link"; readonly id: SessionId }
  | { readonly kind: "open-recording"; readonly file?: File }
  | { readonly kind: "grant"; readonly agent: KnownAgent }
  | { readonly kind: "connect-agent" }
  | { readonly kind: "http-agents" }
  | { readonly kind: "record-chord"; readonly command: WindowCommandId }
  | { readonly kind: "confirm-deletion"; readonly text: string; readonly confirm: () => void }
  | { readonly kind: "export-recording"; readonly recording: RecordingInfo; readonly atMs?: number }
  | { readonly kind: "delete-recording"; readonly recording: RecordingInfo };

/** A session of a pane, as it was last, after the host has removed it. */
export type RemovedSession = {
  readonly session: SessionInfo;
  /** Who removed it. Absent when nobody knows: the host has gone, for example. */
  readonly by?: ClientInfo;
};

export type State = {
  readonly connection: ConnectionState;
  readonly self: ClientInfo | undefined;
  /** The host that the window is connected to, or was. */
  readonly hostFacts: HostFacts | undefined;
  /** What ran in the host before this one and ended with it. A person has not dealt with it yet. */
  readonly lost: readonly LostSession[];
  readonly sessions: Sessions;
  readonly clients: readonly ClientInfo[];
  /** What each agent may do; those that wait for an answer first. */
  readonly agents: readonly KnownAgent[];
  /** All agents are halted. */
  readonly halt: HaltInfo | undefined;
  /** The host has sent its sessions; before that, an empty list means nothing. */
  readonly loaded: boolean;
  readonly view: View;
  /** The panes that lie side by side when one of their sessions is open. Absent when there is only one. */
  readonly split: PaneGroup | undefined;
  /** The pane of a session that was removed stays until the person leaves it. Another session may have the name by then. */
  readonly removed: ReadonlyMap<SessionId, RemovedSession>;
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
  /** When the person last looked at each session. */
  readonly looks: Looks;
  readonly dialog: DialogState | undefined;
  /** The session whose tile shows its reply field. */
  readonly replying: SessionId | undefined;
  /** The session whose live terminal has the keyboard. */
  readonly keysGoTo: SessionId | undefined;
  readonly finding: boolean;
  readonly settings: WindowSettings;
  /** The settings file, as the host has it. Absent until the host has told of it. */
  readonly settingsFile: SettingsState | undefined;
  /** Follows from `settings` and from the operating system's theme. */
  readonly terminalTheme: TerminalTheme;
  /** Grows when recordings have been deleted: lists of them are fetched again. */
  readonly recordingChanges: number;
};

export type Store = StoreApi<State>;

export function createAppStore(settings: WindowSettings): Store {
  return createStore<State>(() => ({
    connection: { kind: "connecting" },
    self: undefined,
    hostFacts: undefined,
    lost: [],
    sessions: new Map(),
    clients: [],
    agents: [],
    halt: undefined,
    loaded: false,
    view: { kind: "overview" },
    split: undefined,
    removed: new Map(),
    workspace: undefined,
    filter: "",
    filtering: false,
    arrangement: NO_ARRANGEMENT,
    current: undefined,
    notices: new Map(),
    dismissed: new Set(),
    looks: new Map(),
    dialog: undefined,
    replying: undefined,
    keysGoTo: undefined,
    finding: false,
    settings,
    settingsFile: undefined,
    terminalTheme: terminalTheme("dark", settings),
    recordingChanges: 0,
  }));
}

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

/** The panes that are shown: the split of the session that is open, or that session alone. */
export function shownPanes({ view, split }: Pick<State, "view" | "split">): PaneTree | undefined {
  if (view.kind !== "session") return undefined;
  return split && sessionsIn(split).includes(view.id) ? split : view.id;
}

function shownIds(state: Pick<State, "view" | "split">): SessionId[] {
  const shown = shownPanes(state);
  return shown === undefined ? [] : sessionsIn(shown);
}

/** A split without some of its panes; no split if fewer than two are left. */
function splitWithout(split: PaneGroup | undefined, isGone: (id: SessionId) => boolean): PaneGroup | undefined {
  if (!split) return undefined;
  const gone = sessionsIn(split).filter(isGone);
  return splitOf(gone.reduce<PaneTree | undefined>((tree, id) => tree && withoutPane(tree, id), split));
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
