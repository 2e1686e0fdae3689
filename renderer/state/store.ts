/**
 * What the window shows, outside React. The host's events change it; components
 * read it through selectors. Frames and output never come here, because they
 * change too often: they go straight to the tile worker and the live terminal.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ClientInfo, KnownAgent, RecordingInfo, SessionId, SessionInfo, HaltInfo } from "../../shared/protocol.ts";
import type { Beside, PaneGroup } from "./panes.ts";
import type { WindowCommandId } from "../../shared/window-commands.ts";
import type { Destination } from "../../shared/link-destination.ts";
import type { ConnectionState } from "../connection/window-connection.ts";
import { type Arrangement, NO_ARRANGEMENT } from "./arrangement.ts";
import type { LostSession } from "../../shared/desktop-messages.ts";
import type { HostFacts } from "./after-crash.ts";
import type { Notices } from "./inbox.ts";
import type { Looks } from "./seen.ts";
import type { Sessions } from "./session-display.ts";
import type { Section } from "../../shared/settings/settings.ts";
import type { SettingsState } from "../../shared/settings/settings-state.ts";
import { FIRST_QUERY, type RecordingQuery } from "../recordings/recording-query.ts";
import { type TerminalTheme, terminalTheme } from "../theme/terminal-theme.ts";
import type { WindowSettings } from "./window-settings.ts";

export type View =
  | { readonly kind: "overview" }
  /** `id` is the session that has the keyboard. If it is in the split, its neighbors are shown with it. */
  | { readonly kind: "session"; readonly id: SessionId }
  /** `from` is the recording that a person comes back from. */
  | { readonly kind: "recordings"; readonly from: string | undefined }
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
  | { readonly kind: "delete-recording"; readonly recording: RecordingInfo }
  | { readonly kind: "marker"; readonly choice: MarkerChoice };

/** A marker of a replay, to be put, named or taken away. */
export type MarkerChoice = {
  readonly atMs: number;
  /** What the marker there is called; absent where none is yet. */
  readonly label?: string;
  /** Puts the marker, with this name; an empty one takes it away. */
  readonly mark: (label: string) => Promise<void>;
};

/** A session of a pane, as it was last, after the host has removed it. */
export type RemovedSession = {
  readonly session: SessionInfo;
  /** Who removed it. Absent when nobody knows: the host has gone, for example. */
  readonly by?: ClientInfo;
};

/** Where the inbox is shown: in the sidebar, and under the button in the title bar. */
export type InboxPlace = "sidebar" | "popup";

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
  /** The session whose entry in one list of the inbox shows its reply field. The entry stays until that is closed. */
  readonly inboxReply: { readonly id: SessionId; readonly list: InboxPlace } | undefined;
  /** What a person has typed in reply to a session and not sent. It is there again when the field is. */
  readonly drafts: ReadonlyMap<SessionId, string>;
  /** The session whose live terminal has the keyboard. */
  readonly keysGoTo: SessionId | undefined;
  readonly finding: boolean;
  readonly settings: WindowSettings;
  /** The settings file, as the host has it. Absent until the host has told of it. */
  readonly settingsFile: SettingsState | undefined;
  /** Follows from `settings` and from the operating system's theme. */
  readonly terminalTheme: TerminalTheme;
  /** What a person looks for among the recordings; it stays while one of them is replayed. */
  readonly recordingQuery: RecordingQuery;
  /** Grows when recordings have been deleted, or one more can be searched: lists of them are fetched again. */
  readonly recordingChanges: number;
  /** Counts the changes of the corrections of states, by whomever: lists of them are fetched again. */
  readonly ruleChanges: number;
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
    inboxReply: undefined,
    drafts: new Map(),
    keysGoTo: undefined,
    finding: false,
    settings,
    settingsFile: undefined,
    terminalTheme: terminalTheme("dark", settings),
    recordingQuery: FIRST_QUERY,
    recordingChanges: 0,
    ruleChanges: 0,
  }));
}
