import { expect, test } from "vitest";
import { isSameButForOutput, liveSession, steadySessions } from "../../../renderer/state/live-session.ts";
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

const mapOf = (...sessions: SessionInfo[]): ReadonlyMap<string, SessionInfo> => new Map(sessions.map((one) => [one.id, one]));
const [a, b] = [sessionOf({ id: "a" }), sessionOf({ id: "b" })];

test("the sessions stay the same while they only print", () => {
  const before = steadySessions(mapOf(a, b));
  expect([...before.values()]).toEqual([a, b]);
  const printed = mapOf({ ...a, lastLine: "42 passed", lastOutputAtMs: 2000, offset: 77 }, b);
  expect(steadySessions(printed)).toBe(before);
  expect(steadySessions(printed)).toBe(before);
  expect(steadySessions(mapOf(a, { ...b, lastLine: "43 passed" }))).toBe(before);
});

test.each<[string, readonly SessionInfo[]]>([
  ["a session that asks", [a, { ...b, attention: { state: "waiting", reason: "asks: Go on?" } }]],
  ["a new title", [{ ...a, title: "vim" }, b]],
  ["a new session", [a, b, sessionOf({ id: "c" })]],
  ["a session that has gone", [a]],
  ["a session in the place of another", [a, sessionOf({ id: "c" })]],
  ["another order", [b, a]],
])("%s is seen in the sessions", (_, changed) => {
  const before = steadySessions(mapOf(a, b));
  const now = mapOf(...changed);
  expect(steadySessions(now)).toBe(now);
  expect(steadySessions(mapOf(a, b))).not.toBe(before);
});
