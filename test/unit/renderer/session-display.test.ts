import { expect, test } from "vitest";
import {
  formatAge,
  groupSessions,
  badgeOf,
  orderSessions,
  shortPath,
  titleOf,
  whoOf,
  workspacesOf,
} from "../../../renderer/state/session-display.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { agent, sessionOf, you } from "./session-fixture.ts";

const attention = (state: SessionInfo["attention"]["state"]): Pick<SessionInfo, "attention"> => ({
  attention: { state, reason: "" },
});
const failed = { ...attention("failed"), exit: { code: 1 } };

test("every state has a glyph and a word of its own", () => {
  const states = ["working", "waiting", "idle", "finished", "failed"] as const;
  const marks = states.map((state) => badgeOf(sessionOf(attention(state))));
  expect(new Set(marks.map(({ glyph }) => glyph)).size).toBe(states.length);
  expect(new Set(marks.map(({ word }) => word)).size).toBe(states.length);
});

test("an ended session says how it ended", () => {
  expect(badgeOf(sessionOf(failed)).word).toBe("Exited 1");
  expect(badgeOf(sessionOf({ ...failed, exit: { code: -1, signal: "SIGTERM" } })).word).toBe("Killed (SIGTERM)");
});

test("what somebody has ended is neither a success nor a failure", () => {
  const ended = { ...attention("finished"), exit: { code: 143, signal: "SIGTERM" } };
  expect(badgeOf(sessionOf(ended))).toEqual({ kind: "stopped", glyph: "■", word: "Killed (SIGTERM)" });
  expect(badgeOf(sessionOf({ ...attention("finished"), exit: { code: 0 } })).kind).toBe("finished");
});

test("a title is the name; for a made-up id what the program calls itself, or its command", () => {
  const made = { id: "proc-0123456789ab", command: "htop" };
  expect(titleOf(sessionOf({ id: "build" }))).toBe("build");
  expect(titleOf(sessionOf(made))).toBe("htop");
  expect(titleOf(sessionOf({ ...made, title: "htop on vm" }))).toBe("htop on vm");
  expect(titleOf(sessionOf({ id: "build", title: "make", shownName: "Nightly" }))).toBe("Nightly");
});

test("the driver stands for a session; without one, the client that started it", () => {
  expect(whoOf(sessionOf())).toBe(agent);
  expect(whoOf(sessionOf({ driver: { client: you, sinceMs: 0, held: true } }))).toBe(you);
});

test("a failure needs you until it is dismissed; then it has ended", () => {
  const session = sessionOf({ id: "x", ...failed });
  expect(groupSessions([session], new Set())).toEqual({ needsYou: [session], live: [], ended: [] });
  expect(groupSessions([session], new Set(["x"]))).toEqual({ needsYou: [], live: [], ended: [session] });
});

test("what asks comes first, then what failed, then by start", () => {
  const sessions = [
    sessionOf({ id: "late", startedAtMs: 9 }),
    sessionOf({ id: "early", startedAtMs: 1 }),
    sessionOf({ id: "failed", startedAtMs: 0, ...failed }),
    sessionOf({ id: "asks", startedAtMs: 8, ...attention("waiting") }),
  ];
  expect(orderSessions(sessions, new Set()).map(({ id }) => id)).toEqual(["asks", "failed", "early", "late"]);
  expect(orderSessions(sessions, new Set(["failed"])).map(({ id }) => id)).toEqual(["asks", "failed", "early", "late"]);
});

test("there is a tab for each directory, busiest first, and none while there is only one directory", () => {
  const at = (id: string, cwd: string): SessionInfo => sessionOf({ id, cwd });
  expect(workspacesOf([at("a", "/w/one"), at("b", "/w/one")])).toEqual([]);
  expect(workspacesOf([at("a", "/w/one"), at("b", "/w/two"), at("c", "/w/two")])).toEqual([
    { cwd: "/w/two", label: "two", count: 2 },
    { cwd: "/w/one", label: "one", count: 1 },
  ]);
});

test("directories of one name are told apart by their parents", () => {
  const labels = workspacesOf([sessionOf({ id: "a", cwd: "/x/app" }), sessionOf({ id: "b", cwd: "/y/app" })]).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(["x/app", "y/app"]);
});

test.each([
  [0, "0s"],
  [-5, "0s"],
  [59_999, "59s"],
  [100_000, "1m 40s"],
  [120_000, "2m"],
  [11 * 60_000 + 5000, "11m"],
  [3 * 3_600_000 + 5 * 60_000, "3h 5m"],
  [49 * 3_600_000, "2d"],
])("%i ms ago reads %s", (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test("home directories are shortened, look-alikes are not", () => {
  expect(shortPath("/home/me/src/demo")).toBe("~/src/demo");
  expect(shortPath("/root")).toBe("~");
  expect(shortPath("/rooted/x")).toBe("/rooted/x");
});
