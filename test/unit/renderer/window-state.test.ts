import { expect, test } from "vitest";
import { announcements } from "../../../renderer/state/announcements.ts";
import { holdPlaces } from "../../../renderer/components/use-held-order.ts";
import { backoffMs } from "../../../renderer/connection/backoff.ts";
import { joinInputs } from "../../../renderer/state/input-log.ts";
import { DEFAULT_SETTINGS, parseEarlierSettings, parseSettings } from "../../../renderer/state/window-settings.ts";
import { withSessions, withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type State } from "../../../renderer/state/store.ts";
import { frameIntervalMs, restAfterPaintingMs } from "../../../renderer/tiles/subscription.ts";
import { isNews } from "../../../renderer/state/host-sync.ts";
import { agent, sessionOf, you } from "./session-fixture.ts";

test("settings survive being stored; invalid and unknown ones are dropped", () => {
  const chosen = { ...DEFAULT_SETTINGS, theme: "light", sidebar: false } as const;
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
  expect(parseSettings('{"theme":"pink","sidebar":"yes","evil":1}')).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings("not json")).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings("null")).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings(null)).toEqual(DEFAULT_SETTINGS);
});

test("what an earlier version kept in the window goes into the file, as far as somebody has chosen it", () => {
  const earlier = {
    theme: "dark",
    density: "comfort",
    layout: "list",
    sidebar: false,
    inspector: true,
    textSize: 14,
    singleKeys: true,
  };
  expect(parseEarlierSettings(JSON.stringify(earlier))).toEqual({ theme: "dark", textSize: 14 });
  expect(parseEarlierSettings(null)).toEqual({});
  expect(parseSettings(JSON.stringify(earlier))).toMatchObject({ theme: "dark", layout: "list", sidebar: false });
});

test("reconnecting waits longer each time, up to a limit, never in step", () => {
  expect(backoffMs(0, 0)).toBe(125);
  expect(backoffMs(0, 1)).toBe(250);
  expect(backoffMs(3, 1)).toBe(2000);
  expect(backoffMs(50, 1)).toBe(8000);
});

test("the more tiles in sight, the slower their frames", () => {
  expect([1, 12, 13, 30, 31, 100].map(frameIntervalMs)).toEqual([100, 100, 200, 200, 333, 333]);
});

test("painting takes a quarter of the time, but the tiles never stand still for long", () => {
  expect([0, 20, 100, 1500].map(restAfterPaintingMs)).toEqual([0, 60, 300, 1000]);
});

test("places that are held stay; new sessions come last, and one that has gone leaves its place empty", () => {
  const items = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));
  const places = (wanted: { id: string }[], shown: string[]): string[] =>
    holdPlaces(
      wanted,
      shown.map((id) => ({ item: { id }, gone: false })),
    ).map(({ item, gone }) => (gone ? `(${item.id})` : item.id));
  expect(places(items("c", "a", "b"), ["a", "b"])).toEqual(["a", "b", "c"]);
  expect(places(items("b"), ["a", "b"])).toEqual(["(a)", "b"]);
  expect(places(items("c", "a"), [])).toEqual(["c", "a"]);
});

test("keys of one client become lines; Enter, a pause and another client end them", () => {
  const inputs = [
    { atMs: 0, client: you, text: "b" },
    { atMs: 100, client: you, text: "t" },
    { atMs: 200, client: you, text: "\r" },
    { atMs: 300, client: you, text: "x" },
    { atMs: 400, client: agent, text: "y" },
    { atMs: 60_000, client: agent, text: "z" },
  ];
  expect(joinInputs(inputs).map(({ text }) => text)).toEqual(["bt\r", "x", "y", "z"]);
  expect(inputs[0]?.text).toBe("b");
});

function stateWith(...sessions: ReturnType<typeof sessionOf>[]): State {
  const state = createAppStore(DEFAULT_SETTINGS).getState();
  return { ...state, ...withWatched(state, { sessions, clients: [] }) };
}

test("a session that begins to ask is announced once, with its question", () => {
  const before = stateWith(sessionOf({ id: "apt" }));
  const asks = sessionOf({ id: "apt", attention: { state: "waiting", reason: "asks" }, lastLine: "Continue? [Y/n]" });
  const after = { ...before, ...withSessions(before, [asks]) };
  expect(announcements(after, before)).toEqual(["apt needs you: Continue? [Y/n]"]);
  expect(announcements({ ...after, ...withSessions(after, [{ ...asks, lastOutputAtMs: 5 }]) }, after)).toEqual([]);
});

test("the state at the window's opening is no news", () => {
  const empty = createAppStore(DEFAULT_SETTINGS).getState();
  expect(announcements(stateWith(sessionOf({ attention: { state: "waiting", reason: "" } })), empty)).toEqual([]);
});

test("what a person waits for is shown at once, the rest together", () => {
  const known = sessionOf();
  expect(isNews(undefined, known)).toBe(true);
  expect(isNews(known, sessionOf({ lastLine: "more", lastOutputAtMs: 9, offset: 9 }))).toBe(false);
  expect(isNews(known, sessionOf({ driver: { client: you, sinceMs: 0, held: true } }))).toBe(true);
  expect(isNews(known, sessionOf({ attention: { state: "waiting", reason: "asks" } }))).toBe(true);
  expect(isNews(known, sessionOf({ exit: { code: 0 } }))).toBe(true);
});
