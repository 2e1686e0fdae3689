import { expect, test } from "vitest";
import {
  formatNotices,
  inboxAfter,
  type Notices,
  nextWakeMs,
  parseNotices,
  quietSessions,
} from "../../../renderer/state/inbox.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { sessionOf } from "./session-fixture.ts";

const MINUTE_MS = 60_000;
const NONE: Notices = new Map();

const asks = (reason: string, change: Partial<SessionInfo> = {}): SessionInfo =>
  sessionOf({ id: "apt", attention: { state: "waiting", reason }, ...change });
const failed = sessionOf({ id: "apt", attention: { state: "failed", reason: "Exited 2" }, exit: { code: 2 } });
const works = sessionOf({ id: "apt" });
const finished = sessionOf({ id: "apt", attention: { state: "finished", reason: "Exited 0" }, exit: { code: 0 } });

function seeing(notices: Notices, ...sessions: SessionInfo[]): Notices {
  return inboxAfter(notices, { type: "sessions", sessions: new Map(sessions.map((session) => [session.id, session])) });
}
const quiet = (notices: Notices): string[] => [...quietSessions(notices)];

test("a question, a failure and a good end are notices; work and a stop on purpose are none", () => {
  expect(seeing(NONE, asks("asks: Go on?")).get("apt")?.kind).toBe("asks");
  expect(seeing(NONE, failed).get("apt")?.kind).toBe("failed");
  expect(seeing(NONE, finished).get("apt")?.kind).toBe("finished");
  expect(seeing(NONE, works).size).toBe(0);
  const stopped = sessionOf({ id: "apt", attention: { state: "finished", reason: "" }, exit: { code: 143 } });
  expect(seeing(NONE, stopped).size).toBe(0);
});

test("nothing new is the same object, so that nothing renders", () => {
  const notices = seeing(NONE, asks("asks: Go on?"));
  expect(seeing(notices, { ...asks("asks: Go on?"), lastOutputAtMs: 99 })).toBe(notices);
  expect(inboxAfter(notices, { type: "clock", nowMs: 5 })).toBe(notices);
  expect(inboxAfter(notices, { type: "dismissed", id: "unknown" })).toBe(notices);
});

test("a dismissed question is quiet until the session asks anew; a countdown is one question", () => {
  const dismissed = inboxAfter(seeing(NONE, asks("asks: Go on in 10 s?")), { type: "dismissed", id: "apt" });
  expect(quiet(dismissed)).toEqual(["apt"]);
  expect(quiet(seeing(dismissed, asks("asks: Go on in 9 s?")))).toEqual(["apt"]);
  expect(quiet(seeing(dismissed, asks("asks: Password:")))).toEqual([]);
  expect(quiet(seeing(seeing(dismissed, works), asks("asks: Go on in 10 s?")))).toEqual([]);
});

test("a snooze lasts ten minutes, also while the program redraws its question", () => {
  const snoozed = inboxAfter(seeing(NONE, asks("asks: Go on?")), { type: "snoozed", id: "apt", nowMs: 1000 });
  const again = seeing(seeing(snoozed, works), asks("asks: Go on?"));
  expect(quiet(again)).toEqual(["apt"]);
  const end = 1000 + 10 * MINUTE_MS;
  expect(nextWakeMs(again)).toBe(end);
  expect(quiet(inboxAfter(again, { type: "clock", nowMs: end - 1 }))).toEqual(["apt"]);
  const awake = inboxAfter(again, { type: "clock", nowMs: end });
  expect(quiet(awake)).toEqual([]);
  expect(nextWakeMs(awake)).toBeUndefined();
});

test("a snooze ends when the session asks something else, fails, or is another of that name", () => {
  const snoozed = inboxAfter(seeing(NONE, asks("asks: Go on?")), { type: "snoozed", id: "apt", nowMs: 0 });
  expect(quiet(seeing(snoozed, asks("asks: Password:")))).toEqual([]);
  expect(quiet(seeing(snoozed, failed))).toEqual([]);
  expect(quiet(seeing(snoozed, asks("asks: Go on?", { startedAtMs: 7 })))).toEqual([]);
  expect(seeing(snoozed, { ...works, pid: 7 }).size).toBe(0);
});

test("reading silences an end, but not a question", () => {
  const read = (session: SessionInfo): string[] => quiet(inboxAfter(seeing(NONE, session), { type: "read", id: "apt" }));
  expect(read(failed)).toEqual(["apt"]);
  expect(read(finished)).toEqual(["apt"]);
  expect(read(asks("asks: Go on?"))).toEqual([]);
});

test("what had ended well before the window opened is no news; what failed or asks is", () => {
  const sessions = new Map([finished, { ...failed, id: "b" }].map((session) => [session.id, session]));
  expect(quiet(inboxAfter(NONE, { type: "sessions", sessions, isFirst: true }))).toEqual(["apt"]);
});

test("notices outlive a reload; a damaged store has none", () => {
  const notices = inboxAfter(seeing(NONE, asks("asks: Go on?")), { type: "snoozed", id: "apt", nowMs: 1000 });
  expect(parseNotices(formatNotices(notices))).toEqual(notices);
  for (const text of [null, "", "{}", "[1]", '[["a",null]]', '[["a",{"kind":"asks"}]]', '[["a",{"kind":"evil","about":""}]]']) {
    expect(parseNotices(text).size, String(text)).toBe(0);
  }
});
