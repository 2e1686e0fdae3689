import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import {
  createAppStore,
  shownSessions,
  type State,
  withDismissed,
  withoutSession,
  withSessions,
  withWatched,
} from "../../../renderer/state/store.ts";
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

test("a session that no longer exists after a reconnect is no longer shown", () => {
  const state: State = { ...stateWith("a"), view: { kind: "session", id: "a" } };
  expect(withWatched(state, { sessions: [], clients: [] }).view).toEqual({ kind: "overview" });
  expect(withWatched(state, { sessions: [sessionOf({ id: "a" })], clients: [] }).view).toBeUndefined();
});

test("a change replaces the session and leaves the others as they are", () => {
  const state = stateWith("a", "b");
  const next = { ...state, ...withSessions(state, [sessionOf({ id: "a", lastLine: "news" })]) };
  expect(next.sessions.get("a")?.lastLine).toBe("news");
  expect(next.sessions.get("b")).toBe(state.sessions.get("b"));
  expect(next.sessions).not.toBe(state.sessions);
});

test("a session that closes hands the keyboard to its neighbour and is forgotten", () => {
  const state: State = { ...stateWith("a", "b", "c"), current: "b", view: { kind: "session", id: "b" }, replying: "b" };
  const next = { ...state, ...withDismissed(state, "b") };
  expect(withoutSession(next, "b")).toMatchObject({
    current: "c",
    view: { kind: "overview" },
    replying: undefined,
    dismissed: new Set(),
  });
  expect(withoutSession({ ...state, current: "c" }, "c").current).toBe("b");
});

test("closing a session nobody knows changes nothing", () => {
  expect(withoutSession(stateWith("a"), "zzz")).toEqual({});
});

test("a tab shows its directory's sessions; once they are gone, all", () => {
  const sessions = new Map([sessionOf({ id: "a", cwd: "/x" }), sessionOf({ id: "b", cwd: "/y" })].map((each) => [each.id, each]));
  expect(shownSessions({ sessions, workspace: "/y" }).map(({ id }) => id)).toEqual(["b"]);
  expect(shownSessions({ sessions, workspace: "/gone" })).toHaveLength(2);
  expect(shownSessions({ sessions, workspace: undefined })).toHaveLength(2);
});
