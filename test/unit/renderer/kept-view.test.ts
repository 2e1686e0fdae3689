import { expect, test } from "vitest";
import { keptView, withKeptView } from "../../../renderer/state/kept-view.ts";
import { withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type State, type View } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { sessionOf } from "./session-fixture.ts";

function stateWith(startedAtMs: number): State {
  const state = createAppStore(DEFAULT_SETTINGS).getState();
  return { ...state, ...withWatched(state, { sessions: [sessionOf({ id: "a", startedAtMs })], clients: [] }) };
}

test("the session that was open is opened again; another one that has its name by now is not", () => {
  expect(withKeptView(stateWith(5), '["a",5]')).toEqual({ view: { kind: "session", id: "a" }, current: "a" });
  expect(withKeptView(stateWith(6), '["a",5]')).toEqual({});
  expect(withKeptView(stateWith(5), null)).toEqual({});
  expect(withKeptView(stateWith(5), "nonsense")).toEqual({});
});

test.each<View>([
  { kind: "recordings", from: undefined },
  { kind: "recordings", from: "r1" },
  { kind: "replay", id: "r1", atMs: 2500 },
  { kind: "settings", section: "Keyboard" },
  { kind: "connections" },
])("the page that was open is opened again: %j", (view) => {
  const state = stateWith(5);
  expect(withKeptView(state, keptView({ ...state, view }) ?? null)).toEqual({ view });
});

test("of the overview nothing is kept, and what is no page opens none", () => {
  expect(keptView(stateWith(5))).toBeUndefined();
  for (const kept of ['{"kind":"replay","id":5,"atMs":0}', '{"kind":"settings","section":"Nothing"}', '{"kind":"x"}', "7"]) {
    expect(withKeptView(stateWith(5), kept)).toEqual({});
  }
});
