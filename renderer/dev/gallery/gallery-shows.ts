/** What the gallery shows, one window after the other: its sessions, and what else differs from a window that has just opened. */
import type { SessionInfo } from "../../../shared/protocol.ts";
import { NO_ARRANGEMENT } from "../../state/arrangement.ts";
import { runningSessions } from "../../state/after-crash.ts";
import type { PaneGroup, PaneTree } from "../../state/panes.ts";
import { type Section, SECTIONS } from "../../../shared/settings/settings.ts";
import type { DialogState, State } from "../../state/store.ts";
import { DEFAULT_SETTINGS } from "../../state/window-settings.ts";
import { ASKING, KNOWN_AGENTS } from "./gallery-agents.ts";
import { DEBUGGED, manySessions, SESSIONS } from "./gallery-sessions.ts";

type Show = {
  readonly sessions: readonly SessionInfo[];
  readonly state?: Partial<State>;
  /** What is wrong in the settings file. */
  readonly faults?: readonly string[];
};

const HOST = { key: "1 1", place: "/home/ada/recordings", command: "/usr/bin/node /home/ada/cotty/bin/cotty.js" };
const dialog = (shown: DialogState): Show => ({ sessions: SESSIONS, state: { dialog: shown } });
const open = (id: string, state: Partial<State> = {}): Show => ({
  sessions: SESSIONS,
  state: { view: { kind: "session", id }, ...state },
});

const halves = { sizes: [50, 50] } as const;
const row = (...parts: PaneTree[]): PaneGroup => ({ orientation: "horizontal", parts, ...halves });
const column = (...parts: PaneTree[]): PaneGroup => ({ orientation: "vertical", parts, ...halves });

const settings = (section: Section): Show => ({
  sessions: SESSIONS,
  state: {
    view: { kind: "settings", section },
    settings: {
      ...DEFAULT_SETTINGS,
      quietHours: { from: "22:00", to: "07:00", days: ["Mon", "Fri"] },
      keys: { palette: "Ctrl+Shift+F", find: "Ctrl+Shift+W" },
    },
  },
});

export const SHOWS: Readonly<Record<string, Show>> = {
  empty: { sessions: [] },
  debugger: {
    sessions: [DEBUGGED],
    state: { view: { kind: "session", id: DEBUGGED.id } },
  },
  "debugger-running": {
    sessions: [{ ...DEBUGGED, attention: { state: "working", reason: "runs" } }],
    state: { view: { kind: "session", id: DEBUGGED.id } },
  },
  "debugger-narrow": {
    sessions: [DEBUGGED, ...SESSIONS],
    state: {
      view: { kind: "session", id: DEBUGGED.id },
      split: { orientation: "horizontal", parts: [DEBUGGED.id, "api-tests", "migrate-db"], sizes: [26, 37, 37] },
    },
  },
  one: { sessions: SESSIONS.slice(4, 5) },
  grid: { sessions: SESSIONS },
  "grid-compact": { sessions: SESSIONS, state: { settings: { ...DEFAULT_SETTINGS, density: "compact" } } },
  "grid-40": { sessions: manySessions(40) },
  "grid-200": { sessions: manySessions(200) },
  groups: { sessions: SESSIONS, state: { arrangement: { ...NO_ARRANGEMENT, grouping: "agent" }, filtering: true } },
  filter: {
    sessions: SESSIONS,
    state: {
      filter: "is:failed",
      arrangement: { ...NO_ARRANGEMENT, pinned: ["segfault"], tabs: [{ name: "Failures", filter: "is:failed" }] },
    },
  },
  "filter-nothing": { sessions: SESSIONS, state: { filter: "no such session" } },
  list: { sessions: SESSIONS, state: { settings: { ...DEFAULT_SETTINGS, layout: "list" } } },
  reply: { sessions: SESSIONS, state: { replying: "apt-upgrade" } },
  rail: { sessions: SESSIONS, state: { settings: { ...DEFAULT_SETTINGS, sidebar: false } } },
  "host-gone": { sessions: SESSIONS, state: { connection: { kind: "reconnecting" }, hostFacts: HOST } },
  "another-host": {
    sessions: SESSIONS,
    state: { connection: { kind: "refused", reason: "Wrong or missing token" }, hostFacts: HOST },
  },
  lost: {
    sessions: [],
    state: { hostFacts: HOST, lost: runningSessions({ sessions: new Map(SESSIONS.map((one) => [one.id, one])) }) },
  },
  reconnecting: { sessions: SESSIONS, state: { connection: { kind: "reconnecting" } } },
  refused: { sessions: [], state: { connection: { kind: "refused", reason: "Wrong or missing token" } } },
  ended: { sessions: [], state: { connection: { kind: "ended", by: "cotty kill-server", stopped: 3 } } },
  "session-agent": open("api-tests"),
  "session-you": open("you drive", { settings: { ...DEFAULT_SETTINGS, inspector: true } }),
  "session-parked": open("parked"),
  "session-shared": open("both type"),
  "session-read-only": open("read-only"),
  "session-offered": open("offered"),
  "session-ended": open("migrate-db"),
  "session-find": open("api-tests", { finding: true }),
  split: open("api-tests", { split: row("api-tests", "you drive") }),
  "split-four": open("you drive", {
    split: row(column("api-tests", "migrate-db"), column("you drive", "apt-upgrade")),
    settings: { ...DEFAULT_SETTINGS, inspector: true },
  }),
  "dialog-split": dialog({ kind: "palette", beside: { session: "api-tests", direction: "right" } }),
  ...Object.fromEntries(SECTIONS.map((section) => [`settings-${section.toLowerCase()}`, settings(section)])),
  "settings-faults": {
    ...settings("Appearance"),
    faults: ['line 3: the unknown setting "them" was ignored. Did you mean "theme"?'],
  },
  "dialog-record-chord": dialog({ kind: "record-chord", command: "palette" }),
  "dialog-confirm-deletion": dialog({
    kind: "confirm-deletion",
    text: "12 recordings of 48 MB began before that.",
    confirm: () => {},
  }),
  "dialog-peek": dialog({ kind: "peek", id: "api-tests" }),
  "dialog-kill": dialog({ kind: "kill", id: "api-tests" }),
  "dialog-new-session": dialog({ kind: "new-session" }),
  "dialog-paste": dialog({ kind: "paste", text: "rm -rf build\nmake", confirm: () => {} }),
  "dialog-palette": dialog({ kind: "palette" }),
  "dialog-rename": dialog({ kind: "rename", id: "api-tests" }),
  "dialog-shortcuts": dialog({ kind: "shortcuts" }),
  connections: { sessions: SESSIONS, state: { view: { kind: "connections" }, agents: KNOWN_AGENTS } },
  "agents-halted": { sessions: SESSIONS, state: { halt: { by: "ada", sinceMs: 0 } } },
  "agent-asks": { sessions: SESSIONS, state: { agents: KNOWN_AGENTS } },
  "dialog-grant": dialog({ kind: "grant", agent: ASKING }),
  "dialog-share-link": dialog({ kind: "share-link", id: "api-tests" }),
  "dialog-open-recording": dialog({ kind: "open-recording" }),
  "dialog-connect-agent": dialog({ kind: "connect-agent" }),
  "dialog-http-agents": dialog({ kind: "http-agents" }),
};
