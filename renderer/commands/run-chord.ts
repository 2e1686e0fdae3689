/** What each chord does. */
import { needsYou } from "../../shared/needs-you.ts";
import { changeSettings, copyText, openSession, showDialog, showOverview, toggleDrive } from "./session-actions.ts";
import type { App } from "../state/app-context.ts";
import { orderSessions } from "../state/session-display.ts";
import { shownSessions, type State } from "../state/store.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import type { ChordMatch } from "./chords.ts";

/** The session that is open, or has the keyboard in the overview. */
export function currentSession({ view, current, sessions }: State): SessionInfo | undefined {
  const id = view.kind === "session" ? view.id : current;
  return id === undefined ? undefined : sessions.get(id);
}

export function runChord(app: App, { action, digit }: ChordMatch): void {
  const state = app.store.getState();
  const session = currentSession(state);
  switch (action) {
    case "palette":
      return showDialog(app, { kind: "palette" });
    case "new-session":
      return showDialog(app, { kind: "new-session" });
    case "toggle-view":
      if (state.view.kind === "session") return showOverview(app);
      return session && openSession(app, session.id);
    case "close-view":
      return showOverview(app);
    case "next-needing":
      return step(app, 1, (candidate) => needsYou(candidate, state.dismissed));
    case "previous-needing":
      return step(app, -1, (candidate) => needsYou(candidate, state.dismissed));
    case "next-session":
      return step(app, 1, () => true);
    case "previous-session":
      return step(app, -1, () => true);
    case "nth-session":
      return openNth(app, digit ?? 1);
    case "toggle-drive":
      if (session) void toggleDrive(app, session);
      return;
    case "kill":
      if (session && !session.exit) showDialog(app, { kind: "kill", id: session.id });
      return;
    case "find":
      if (state.view.kind === "session") app.store.setState({ finding: true });
      return;
    case "copy":
      return copySelection(app, session);
    case "sidebar":
      return changeSettings(app, { sidebar: !state.settings.sidebar });
    case "inspector":
      return changeSettings(app, { inspector: !state.settings.inspector });
  }
}

/** Opens the next session of a kind, round the end; in start order, so that going on and on meets each once. */
function step(app: App, by: 1 | -1, wanted: (session: SessionInfo) => boolean): void {
  const state = app.store.getState();
  const current = currentSession(state);
  const sessions = shownSessions(state)
    .filter((session) => wanted(session) || session === current)
    .sort((a, b) => a.startedAtMs - b.startedAtMs);
  const at = current ? sessions.indexOf(current) : by > 0 ? -1 : 0;
  const next = sessions[(at + by + sessions.length) % sessions.length];
  if (next && next !== current) openSession(app, next.id);
}

function openNth(app: App, digit: number): void {
  const state = app.store.getState();
  const session = orderSessions(shownSessions(state), state.dismissed)[digit - 1];
  if (session) openSession(app, session.id);
}

function copySelection(app: App, session: SessionInfo | undefined): void {
  const inTerminal = session ? app.terminals.get(session.id)?.selection : undefined;
  void copyText(app, inTerminal || (getSelection()?.toString() ?? ""), "Selection");
}
