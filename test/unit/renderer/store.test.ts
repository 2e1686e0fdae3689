import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import {
  createAppStore,
  currentSession,
  openedSession,
  shownSessions,
  type State,
  withInbox,
  withoutSession,
  withSessions,
  withWatched,
} from "../../../renderer/state/store.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { agent, sessionOf, you } from "./session-fixture.ts";

function stateWith(...ids: string[]): State {
  const state = createAppStore(DEFAULT_SETTINGS).getState();
  const sessions = ids.map((id) => sessionOf({ id }));
  return { ...state, ...withWatched(state, { sessions, clients: [you, agent] }) };
}

test("what the host watches replaces what was known", () => {
  const state = stateWith("a", "b");
  expect([...state.sessions.keys()]).toEqual(["a", "b"]);
  expect(state).toMatchObject({ loaded: true, clients: [you, agent] });
  const again = { ...state, ...withWatched(state, { sessions: [sessionOf({ id: "c" })], clients: [] }) };
  expect([...again.sessions.keys()]).toEqual(["c"]);
});

test("a session that is gone after a reconnect stays in its view, as it was, even if another has its name", () => {
  const session = sessionOf({ id: "a" });
  const state: State = { ...stateWith("a"), view: { kind: "session", id: "a" } };
  const found = (...sessions: SessionInfo[]): State => ({ ...state, ...withWatched(state, { sessions, clients: [] }) });
  for (const after of [found(), found(sessionOf({ id: "a", startedAtMs: 2000 }))]) {
    expect(after).toMatchObject({ view: { kind: "session", id: "a" }, removed: { session } });
    expect(openedSession(after)).toEqual(session);
    expect(currentSession(after)).toBeUndefined();
  }
  expect(found(sessionOf({ id: "a" })).removed).toBeUndefined();
});

test("a view of a session that nobody has known gives way to the overview", () => {
  const state: State = { ...stateWith(), view: { kind: "session", id: "a" } };
  expect(withWatched(state, { sessions: [], clients: [] }).view).toEqual({ kind: "overview" });
});

test("a change replaces the session and leaves the others as they are", () => {
  const state = stateWith("a", "b");
  const next = { ...state, ...withSessions(state, [sessionOf({ id: "a", lastLine: "news" })]) };
  expect(next.sessions.get("a")?.lastLine).toBe("news");
  expect(next.sessions.get("b")).toBe(state.sessions.get("b"));
  expect(next.sessions).not.toBe(state.sessions);
});

test("a session that is removed hands the keyboard of the overview to its neighbour and is forgotten", () => {
  const state: State = { ...stateWith("a", "b", "c"), current: "b", replying: "b", dialog: { kind: "kill", id: "b" } };
  const failed = sessionOf({ id: "b", attention: { state: "failed", reason: "Exited 1" }, exit: { code: 1 } });
  const withFailure = { ...state, ...withSessions(state, [failed]) };
  const next = { ...withFailure, ...withInbox(withFailure, { type: "dismissed", id: "b" }) };
  expect([...next.dismissed]).toEqual(["b"]);
  expect(withoutSession(next, { id: "b" })).toMatchObject({
    current: "c",
    replying: undefined,
    dismissed: new Set(),
    dialog: undefined,
  });
  expect(withoutSession(next, { id: "a" })).not.toHaveProperty("dialog");
  expect(withoutSession({ ...state, current: "c" }, { id: "c" }).current).toBe("b");
});

test("the open session stays open when it is removed: with its end, and with who removed it", () => {
  const state: State = { ...stateWith("a", "b"), view: { kind: "session", id: "a" } };
  const next = { ...state, ...withoutSession(state, { id: "a", exit: { code: 0, signal: "SIGHUP" }, by: agent }) };
  expect(next.view).toBe(state.view);
  expect(openedSession(next)).toMatchObject({ id: "a", exit: { signal: "SIGHUP" } });
  expect(next.removed?.by).toEqual(agent);
  // Another session of that name is another session.
  const again = { ...next, ...withSessions(next, [sessionOf({ id: "a", startedAtMs: 2000 })]) };
  expect(openedSession(again)).toBe(next.removed?.session);
  expect(withoutSession(again, { id: "a" })).not.toHaveProperty("removed");
});

test("closing a session nobody knows changes nothing", () => {
  expect(withoutSession(stateWith("a"), { id: "zzz" })).toEqual({});
});

test("a tab shows its directory's sessions; once they are gone, all", () => {
  const sessions = new Map([sessionOf({ id: "a", cwd: "/x" }), sessionOf({ id: "b", cwd: "/y" })].map((each) => [each.id, each]));
  expect(shownSessions({ sessions, workspace: "/y", filter: "" }).map(({ id }) => id)).toEqual(["b"]);
  expect(shownSessions({ sessions, workspace: "/gone", filter: "" })).toHaveLength(2);
  expect(shownSessions({ sessions, workspace: undefined, filter: "" })).toHaveLength(2);
});
