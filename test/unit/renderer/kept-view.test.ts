import { expect, test } from "vitest";
import { withKeptView } from "../../../renderer/state/kept-view.ts";
import { withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type State } from "../../../renderer/state/store.ts";
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
