/** Goes from one session to another by key: the next, the previous, the nth. */
import { needsYou } from "../../shared/needs-you.ts";
import type { SessionInfo } from "../../shared/protocol.ts";
import type { App } from "../state/app-context.ts";
import { orderSessions } from "../state/session-display.ts";
import { currentSession, shownSessions } from "../state/selectors.ts";
import { openSession } from "./session-actions.ts";

/** Opens the next session (1) or the previous one (-1). */
export function openNeighbor(app: App, by: 1 | -1): void {
  step(app, by, shownSessions(app.store.getState()));
}

/** The same among the sessions that need a person, whatever tab is chosen. */
export function openNeedingNeighbor(app: App, by: 1 | -1): void {
  const { sessions, dismissed } = app.store.getState();
  const current = currentSession(app.store.getState());
  step(
    app,
    by,
    [...sessions.values()].filter((session) => session === current || needsYou(session, dismissed)),
  );
}

/** Opens a session by its position in the overview; the first is 1. */
export function openNth(app: App, position: number): void {
  const state = app.store.getState();
  const session = orderSessions(shownSessions(state), state.dismissed, state.arrangement)[position - 1];
  if (session) openSession(app, session.id);
}

/** Goes round the end, in the order in which the sessions were started, so that a person who goes on meets each once. */
function step(app: App, by: 1 | -1, among: readonly SessionInfo[]): void {
  const current = currentSession(app.store.getState());
  const sessions = among.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  const at = current ? sessions.indexOf(current) : by > 0 ? -1 : 0;
  const next = sessions[(at + by + sessions.length) % sessions.length];
  if (next && next !== current) openSession(app, next.id);
}
