import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { currentSession, openedSession, sessionInPane, shownPanes, shownSessions } from "../../../renderer/state/selectors.ts";
import {
  withClosedPane,
  withFocus,
  withInbox,
  withOpenedBeside,
  withoutSession,
  withSessions,
  withView,
  withWatched,
} from "../../../renderer/state/state-changes.ts";
import { createAppStore, type State } from "../../../renderer/state/store.ts";
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
    expect(after).toMatchObject({ view: { kind: "session", id: "a" }, removed: new Map([["a", { session }]]) });
    expect(openedSession(after)).toEqual(session);
    expect(currentSession(after)).toBeUndefined();
  }
  expect(found(sessionOf({ id: "a" })).removed).toEqual(new Map());
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
  expect(next.removed?.get("a")?.by).toEqual(agent);
  // Another session of that name is another session.
  const again = { ...next, ...withSessions(next, [sessionOf({ id: "a", startedAtMs: 2000 })]) };
  expect(openedSession(again)).toBe(next.removed?.get("a")?.session);
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

describe("a split", () => {
  const three = ["a", "b", "c"].map((id) => sessionOf({ id }));
  const started = createAppStore(DEFAULT_SETTINGS).getState();
  const open: State = {
    ...started,
    ...withWatched(started, { sessions: three, clients: [] }),
    view: { kind: "session", id: "a" },
  };
  const split: State = { ...open, ...withOpenedBeside(open, { session: "a", direction: "right" }, "b") };

  test("comes back with any of its sessions, and not with another one", () => {
    expect(shownPanes(split)).toMatchObject({ orientation: "horizontal", parts: ["a", "b"] });
    const other = { ...split, ...withView(split, { kind: "session", id: "c" }) };
    expect(shownPanes(other)).toBe("c");
    expect(shownPanes({ ...other, ...withView(other, { kind: "session", id: "a" }) })).toBe(split.split);
  });

  test("shows no session twice: the one that is there already gets the keyboard", () => {
    const again = { ...split, ...withOpenedBeside(split, { session: "b", direction: "down" }, "a") };
    expect(again.split).toBe(split.split);
    expect(again.view).toEqual({ kind: "session", id: "a" });
  });

  test("keeps the pane of a session that is removed, until the person leaves; the others go on", () => {
    const removed = { ...split, ...withoutSession(split, { id: "a", by: agent }) };
    expect(shownPanes(removed)).toBe(split.split);
    expect(sessionInPane(removed, "a")).toEqual(three[0]);
    // The keyboard goes to the pane and away from it: nothing is left by that.
    const there = { ...removed, ...withFocus(removed, "a") };
    expect(openedSession(there)).toEqual(three[0]);
    expect(currentSession(there)).toBeUndefined();
    const left = { ...there, ...withView(there, { kind: "overview" }) };
    expect(left.split).toBeUndefined();
    expect(left.removed.size).toBe(0);
  });

  test("loses the pane of a session that is removed while it is not shown", () => {
    const away = { ...split, ...withView(split, { kind: "overview" }) };
    expect({ ...away, ...withoutSession(away, { id: "b" }) }.split).toBeUndefined();
  });

  test("is closed pane by pane: the session beside it gets the keyboard, the last one leads to all sessions", () => {
    const closed = { ...split, ...withClosedPane(split) };
    expect(closed.view).toEqual({ kind: "session", id: "a" });
    expect(shownPanes(closed)).toBe("a");
    expect(withClosedPane(closed).view).toEqual({ kind: "overview" });
  });

  test("that was kept through a reload has only sessions that are there", () => {
    const kept: State = { ...started, split: split.split };
    expect(withWatched(kept, { sessions: three, clients: [] }).split).toBe(split.split);
    expect(withWatched(kept, { sessions: three.slice(1), clients: [] }).split).toBeUndefined();
  });
});
