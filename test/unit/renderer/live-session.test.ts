import { expect, test } from "vitest";
import { isSameButForOutput, liveSession } from "../../../renderer/state/live-session.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { sessionOf, you } from "./session-fixture.ts";

const session = sessionOf();

test.each<[string, Partial<SessionInfo>]>([
  ["its last line", { lastLine: "42 passed" }],
  ["when it printed", { lastOutputAtMs: 2000, offset: 77 }],
  ["why it counts as working", { attention: { state: "working", reason: "printed something" } }],
])("a session that works is the same but for %s", (_, change) => {
  expect(isSameButForOutput(session, { ...session, ...change })).toBe(true);
});

test.each<[string, Partial<SessionInfo>]>([
  ["state", { attention: { state: "idle", reason: "" } }],
  ["title", { title: "vim" }],
  ["shown name", { shownName: "tests" }],
  ["driver", { driver: { client: you, held: true, sinceMs: 1 } }],
  ["progress", { progress: { kind: "normal", percent: 3 } }],
  ["bells", { bells: 1 }],
  ["exit", { exit: { code: 0 } }],
  ["message", { message: { text: "done", by: "Claude Code", atMs: 1 } }],
])("another %s is seen", (_, change) => {
  expect(isSameButForOutput(session, { ...session, ...change })).toBe(false);
});

test("the line of a session that waits is its question, so it counts", () => {
  const waiting = sessionOf({ attention: { state: "waiting", reason: "asks: Continue?" }, lastLine: "Continue?" });
  expect(isSameButForOutput(waiting, { ...waiting, lastLine: "Really?" })).toBe(false);
  expect(isSameButForOutput(waiting, { ...waiting, attention: { state: "waiting", reason: "asks: Really?" } })).toBe(false);
});

test("a session is what the host says of it now, but not what another of its name is", () => {
  const now = { ...session, lastLine: "new" };
  const other = { ...now, startedAtMs: session.startedAtMs + 1 };
  expect(liveSession(new Map([[session.id, now]]), session)).toBe(now);
  expect(liveSession(new Map([[session.id, other]]), session)).toBe(session);
  expect(liveSession(new Map(), session)).toBe(session);
});
