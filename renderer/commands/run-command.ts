/** Runs the window's commands, whoever asks: a key, the palette, a menu of the desktop app, a button. */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { type WindowCommand, type WindowCommandId, windowCommand } from "../../shared/window-commands.ts";
import { askAboutAgents } from "../grants/grant-actions.ts";
import { replaySession, showRecordings } from "../recordings/recording-actions.ts";
import type { App } from "../state/app-context.ts";
import { showSettings } from "../settings/settings-actions.ts";
import type { Beside } from "../state/panes.ts";
import { currentSession, openedSession } from "../state/selectors.ts";
import type { State } from "../state/store.ts";
import * as arranging from "./arrange-sessions.ts";
import { debug, interrupt } from "./debugger-actions.ts";
import { exportSession } from "./export-session.ts";
import { focusRegion, focusTile } from "./focus-moves.ts";
import * as actions from "./session-actions.ts";
import { startDemo } from "./start-demo.ts";
import { askWhatBeside, closePane, equalizePanes, focusPane } from "./arrange-panes.ts";
import { setLeaseMode, showParked } from "./lease-actions.ts";
import { openNeedingNeighbor, openNeighbor, openNth } from "./session-steps.ts";

/** What a command may be told; each looks at what it needs. */
export type CommandContext = {
  /** The session to act on. When absent: the one that is open, or that has the keyboard in the overview. */
  readonly session?: SessionId;
  /** Where the session opens; in place of everything else when absent. */
  readonly beside?: Beside;
  /** The digit of a chord with one. */
  readonly digit?: number;
  /** The grid to move in. */
  readonly grid?: HTMLElement;
};

/** The same, with the session as it is now. */
type Target = Omit<CommandContext, "session"> & { readonly session: SessionInfo | undefined };

type Run = (app: App, target: Target) => void;

/** What each command does. */
const COMMANDS: { readonly [Id in WindowCommandId]: Run } = {
  "move-left": (_app, { grid }) => grid && focusTile(grid, "left"),
  "move-right": (_app, { grid }) => grid && focusTile(grid, "right"),
  "move-up": (_app, { grid }) => grid && focusTile(grid, "up"),
  "move-down": (_app, { grid }) => grid && focusTile(grid, "down"),
  "move-first": (_app, { grid }) => grid && focusTile(grid, "first"),
  "move-last": (_app, { grid }) => grid && focusTile(grid, "last"),
  open: (app, { session, beside }) => {
    if (session && beside) actions.openBeside(app, beside, session.id);
    else if (session) actions.openSession(app, session.id);
  },
  reply: onSession(actions.startReply),
  "take-over": onSession(actions.takeOver),
  "hand-back": onSession(actions.handBack),
  "new-session": (app, { beside }) => actions.showDialog(app, { kind: "new-session", ...(beside && { beside }) }),
  "close-view": closePane,
  "split-right": onSession((app, { id }) => askWhatBeside(app, { session: id, direction: "right" })),
  "split-down": onSession((app, { id }) => askWhatBeside(app, { session: id, direction: "down" })),
  "next-pane": (app) => focusPane(app, 1),
  "previous-pane": (app) => focusPane(app, -1),
  "equal-panes": equalizePanes,
  copy: (app, { session }) => actions.copySelection(app, session),
  find: actions.startFinding,
  palette: (app) => actions.showDialog(app, { kind: "palette" }),
  filter: arranging.showFilter,
  peek: onSession((app, { id }) => actions.showDialog(app, { kind: "peek", id })),
  pin: onSession((app, { id }) => arranging.togglePin(app, id)),
  snooze: onSession(actions.snoozeNotice),
  dismiss: onSession(actions.dismissNotice),
  "move-before": onSession((app, { id }) => arranging.moveBy(app, id, -1)),
  "move-behind": onSession((app, { id }) => arranging.moveBy(app, id, 1)),
  "group-none": (app) => arranging.groupSessionsBy(app, "none"),
  "group-agent": (app) => arranging.groupSessionsBy(app, "agent"),
  "group-folder": (app) => arranging.groupSessionsBy(app, "folder"),
  "group-evaluation": (app) => arranging.groupSessionsBy(app, "evaluation"),
  "toggle-view": toggleView,
  overview: actions.showOverview,
  grid: (app) => actions.changeSettings(app, { layout: "grid" }),
  list: (app) => actions.changeSettings(app, { layout: "list" }),
  sidebar: (app) => actions.toggleSetting(app, "sidebar"),
  inspector: (app) => actions.toggleSetting(app, "inspector"),
  "theme-system": (app) => actions.changeSettings(app, { theme: "system" }),
  "theme-dark": (app) => actions.changeSettings(app, { theme: "dark" }),
  "theme-light": (app) => actions.changeSettings(app, { theme: "light" }),
  "theme-high-contrast": (app) => actions.changeSettings(app, { theme: "high-contrast" }),
  "next-needing": (app) => openNeedingNeighbor(app, 1),
  "previous-needing": (app) => openNeedingNeighbor(app, -1),
  "next-session": (app) => openNeighbor(app, 1),
  "previous-session": (app) => openNeighbor(app, -1),
  "nth-session": (app, { digit }) => digit !== undefined && openNth(app, digit),
  "toggle-drive": onSession(actions.toggleDrive),
  "toggle-freeze": onSession(actions.toggleFreeze),
  "toggle-halt": (app) => void actions.toggleHalt(app),
  parked: onSession(showParked),
  "type-together": onSession((app, session) => setLeaseMode(app, session, "shared")),
  "let-agents-drive": onSession((app, session) => setLeaseMode(app, session, "agent")),
  "read-only": onSession((app, session) => setLeaseMode(app, session, "read-only")),
  "export-cast": onSession((app, session) => exportSession(app, session, "cast")),
  "export-txt": onSession((app, session) => exportSession(app, session, "txt")),
  kill: onSession((app, { id }) => actions.showDialog(app, { kind: "kill", id })),
  "text-larger": (app, { session }) => actions.changeTextSize(app, session, 1),
  "text-smaller": (app, { session }) => actions.changeTextSize(app, session, -1),
  "text-reset": (app) => actions.changeSettings(app, { textSize: 0 }),
  "resize-to-window": onSession(actions.resizeToWindow),
  "copy-screen": onSession(actions.copyScreen),
  rename: onSession((app, { id }) => actions.showDialog(app, { kind: "rename", id })),
  share: onSession(actions.shareWithAgents),
  "session-menu": openSessionMenu,
  "accessible-view": onSession((app, { id }) => actions.showDialog(app, { kind: "accessible-view", id })),
  remove: onSession(actions.removeSession),
  restart: onSession(restart),
  recordings: (app) => showRecordings(app),
  "open-recording": (app) => actions.showDialog(app, { kind: "open-recording" }),
  connections: actions.showConnections,
  agents: askAboutAgents,
  replay: onSession(replaySession),
  settings: (app) => showSettings(app),
  "share-link": onSession((app, { id }) => actions.showDialog(app, { kind: "share-link", id })),
  "connect-agent": (app) => actions.showDialog(app, { kind: "connect-agent" }),
  "http-agents": (app) => actions.showDialog(app, { kind: "http-agents" }),
  demo: (app) => void startDemo(app),
  shortcuts: (app) => actions.showDialog(app, { kind: "shortcuts" }),
  "debug-continue": onSession((app, session) => debug(app, session, "continue")),
  "debug-next": onSession((app, session) => debug(app, session, "next")),
  "debug-step": onSession((app, session) => debug(app, session, "step")),
  "debug-finish": onSession((app, session) => debug(app, session, "finish")),
  "debug-up": onSession((app, session) => debug(app, session, "up")),
  "debug-down": onSession((app, session) => debug(app, session, "down")),
  "debug-backtrace": onSession((app, session) => debug(app, session, "backtrace")),
  "debug-breakpoints": onSession((app, session) => debug(app, session, "breakpoints")),
  "debug-interrupt": onSession(interrupt),
  "next-region": () => focusRegion(1),
  "previous-region": () => focusRegion(-1),
};

/**
 * Runs a command. It does nothing while a dialog is open, which is answered
 * first, and nothing when the session it needs is not there.
 */
export function runCommand(app: App, id: WindowCommandId, { session: wanted, ...rest }: CommandContext = {}): void {
  const state = app.store.getState();
  if (state.dialog) return;
  const session = targetOf(state, id, wanted);
  if (applies(windowCommand(id), session)) COMMANDS[id](app, { session, ...rest });
}

/** Only a restart makes sense for a session that was removed while it was open. */
function targetOf(state: State, command: WindowCommandId, wanted: SessionId | undefined): SessionInfo | undefined {
  if (wanted !== undefined) return state.sessions.get(wanted);
  return command === "restart" ? (openedSession(state) ?? currentSession(state)) : currentSession(state);
}

/** Whether the command has the session it needs. */
export function applies({ actsOn }: Pick<WindowCommand, "actsOn">, session: SessionInfo | undefined): boolean {
  if (actsOn === undefined) return true;
  return session !== undefined && (actsOn === "session" || (actsOn === "ended-session") === (session.exit !== undefined));
}

/** `actsOn` in the command's row sees to it that there is a session. */
function onSession(act: (app: App, session: SessionInfo) => unknown): Run {
  return (app, { session }) => session && void act(app, session);
}

/** A program that runs is ended by it: a person is asked first. */
function restart(app: App, session: SessionInfo): unknown {
  if (session.exit || app.store.getState().removed.has(session.id)) return actions.restartSession(app, session);
  return actions.showDialog(app, { kind: "kill", id: session.id, restart: true });
}

/** Opens the menu of the open session, as a click on its button does. */
function openSessionMenu(): void {
  document.querySelector<HTMLElement>("[data-session-menu] button")?.click();
}

function toggleView(app: App, { session }: Target): void {
  if (app.store.getState().view.kind !== "overview") actions.showOverview(app);
  else if (session) actions.openSession(app, session.id);
}
