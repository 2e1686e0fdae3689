import { describe, expect, test } from "vitest";
import {
  NO_ARRANGEMENT,
  parseArrangement,
  withMoved,
  withoutTab,
  withPinToggled,
  withTab,
  withTabRenamed,
} from "../../../renderer/state/arrangement.ts";
import { orderSessions } from "../../../renderer/state/session-display.ts";
import { filterTerm, hasTerm, matchesFilter, toggleTerm } from "../../../renderer/state/session-filter.ts";
import { groupBy } from "../../../renderer/state/session-groups.ts";
import { agent, sessionOf, you } from "./session-fixture.ts";

describe("the order made by hand", () => {
  const sessions = ["a", "b", "c", "d"].map((id, at) => sessionOf({ id, startedAtMs: at }));
  const orderOf = (arrangement: typeof NO_ARRANGEMENT): string =>
    orderSessions(sessions, new Set(), arrangement)
      .map(({ id }) => id)
      .join("");

  test("a session takes the place that it was moved to, and those between make room", () => {
    const ids = ["a", "b", "c", "d"];
    expect(orderOf(withMoved(NO_ARRANGEMENT, ids, { id: "d", target: "b" }))).toBe("adbc");
    expect(orderOf(withMoved(NO_ARRANGEMENT, ids, { id: "a", target: "c" }))).toBe("bcad");
    expect(withMoved(NO_ARRANGEMENT, ids, { id: "a", target: "a" })).toBe(NO_ARRANGEMENT);
    expect(withMoved(NO_ARRANGEMENT, ids, { id: "a", target: "gone" })).toBe(NO_ARRANGEMENT);
  });

  test("a move among some leaves the order of the others, and a new session comes last", () => {
    const all = withMoved(NO_ARRANGEMENT, ["a", "b", "c"], { id: "c", target: "a" });
    expect(orderOf(all)).toBe("cabd");
    expect(orderOf(withMoved(all, ["a", "b"], { id: "b", target: "a" }))).toBe("bacd");
  });

  test("pinned sessions come before the others, and what needs a person before them", () => {
    const pinned = withPinToggled(NO_ARRANGEMENT, "c");
    expect(orderOf(pinned)).toBe("cabd");
    expect(orderOf(withPinToggled(pinned, "c"))).toBe("abcd");
    const asking = [...sessions, sessionOf({ id: "x", startedAtMs: 9, attention: { state: "waiting", reason: "" } })];
    expect(orderSessions(asking, new Set(), pinned).map(({ id }) => id)).toEqual(["x", "c", "a", "b", "d"]);
  });
});

describe("tabs", () => {
  const saved = withTab(withTab(NO_ARRANGEMENT, { name: " web ", filter: "folder:web" }), { name: "bad", filter: "is:failed" });

  test("are saved under a name, changed, renamed and removed", () => {
    expect(saved.tabs).toEqual([
      { name: "web", filter: "folder:web" },
      { name: "bad", filter: "is:failed" },
    ]);
    expect(withTab(saved, { name: "web", filter: "x" }).tabs[0]).toEqual({ name: "web", filter: "x" });
    expect(withTabRenamed(saved, "web", "shop").tabs.map(({ name }) => name)).toEqual(["shop", "bad"]);
    expect(withTabRenamed(saved, "web", "bad").tabs).toEqual([{ name: "bad", filter: "folder:web" }]);
    expect(withoutTab(saved, "web").tabs).toEqual([{ name: "bad", filter: "is:failed" }]);
    expect(withTab(saved, { name: "  ", filter: "x" })).toBe(saved);
  });

  test("survive being stored; what is invalid is left out", () => {
    const all = { ...withPinToggled(saved, "a"), order: ["b", "a"], grouping: "folder" } as const;
    expect(parseArrangement(JSON.stringify(all))).toEqual(all);
    expect(parseArrangement('{"pinned":[1,"a"],"order":7,"tabs":[{"name":""},{"name":"x"}],"grouping":"evil"}')).toEqual({
      ...NO_ARRANGEMENT,
      pinned: ["a"],
    });
    for (const text of [null, "null", "not json", "[]"]) expect(parseArrangement(text)).toEqual(NO_ARRANGEMENT);
  });
});

describe("a filter", () => {
  const session = sessionOf({
    id: "API tests",
    cwd: "/home/me/web app",
    command: "npm test",
    lastLine: "21 passed",
    attention: { state: "idle", reason: "" },
  });
  test.each([
    ["", true],
    ["api", true],
    ["TESTS passed", true],
    ["tests failing", false],
    ["is:idle", true],
    ["is:failed", false],
    ["is:failed is:idle", true],
    ["is:idle agent:codex", false],
    ["agent:claude", true],
    ['folder:"web app"', true],
    ["folder:/home/me", false],
    ['folder:"/home/me/web app"', true],
    ["-api", false],
    ["-is:idle", false],
    ["-agent:codex", true],
    ["is:", true],
    ['"api tests"', true],
    ['"tests api"', false],
    ["is:live", true],
    ["is:ended", false],
    ["unknown:x", false],
    ["-", false],
  ])("%j lets the session pass: %s", (text, passes) => {
    expect(matchesFilter(session, text)).toBe(passes);
  });

  test("takes a term and gives it back", () => {
    const filter = toggleTerm("tests", "folder", "/home/me/web app");
    expect(filter).toBe('tests folder:"/home/me/web app"');
    expect(hasTerm(filter, "folder", "/home/me/web app")).toBe(true);
    expect(matchesFilter(session, filter)).toBe(true);
    expect(toggleTerm(filter, "folder", "/home/me/web app")).toBe("tests");
    expect(filterTerm("is", "idle")).toBe("is:idle");
  });
});

test("groups come in the order of their first sessions: by agent, by folder, by evaluation job", () => {
  const sessions = [
    sessionOf({ id: "eval/math/1", owner: agent, cwd: "/w/one" }),
    sessionOf({ id: "shell", owner: you, cwd: "/w/two" }),
    sessionOf({ id: "eval/math/2", owner: agent, cwd: "/w/two" }),
  ];
  const groups = (grouping: Parameters<typeof groupBy>[2]): string[] =>
    groupBy(sessions, (session) => session, grouping).map(
      ({ label, items }) => `${label}: ${items.map(({ id }) => id).join(", ")}`,
    );
  expect(groups("none")).toEqual([": eval/math/1, shell, eval/math/2"]);
  expect(groups("agent")).toEqual(["Claude Code: eval/math/1, eval/math/2", "You: shell"]);
  expect(groups("folder")).toEqual(["one: eval/math/1", "two: shell, eval/math/2"]);
  expect(groups("evaluation")).toEqual(["math: eval/math/1, eval/math/2", "No evaluation: shell"]);
});

test("the runs of a job are one group, whose head says how far the job is", () => {
  const job = { name: "tools", done: 3, running: 2, total: 24 };
  const sessions = [
    sessionOf({ id: "eval/debug/tmux/1", owner: agent, job }),
    sessionOf({ id: "eval/repl/cotty/1", owner: agent, job }),
    sessionOf({ id: "eval/menu/cotty/1", owner: agent, job: { name: "other", done: 1, running: 1, total: 2 } }),
  ];
  const groups = groupBy(sessions, (session) => session, "evaluation");
  expect(groups.map(({ label, items }) => `${label}: ${items.length}`)).toEqual([
    "tools · 3 of 24 done · 2 running · 19 left: 2",
    "other · 1 of 2 done · 1 running: 1",
  ]);
});
