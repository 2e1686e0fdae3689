/** What the window remembers of its host, and what it takes for lost. */
import { expect, test } from "vitest";
import { factsOf, lostSince, rememberRunning, toRemember, withMoreLost } from "../../../renderer/state/after-crash.ts";
import { createAppStore, type State, type Store } from "../../../renderer/state/store.ts";
import type { LostSession } from "../../../shared/desktop-messages.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { sessionOf } from "./session-fixture.ts";

const OLD = { key: "1 100", place: "/recordings", command: "cotty" };
const NEW = { ...OLD, key: "2 200" };

const lostOf = ({ id, command, cwd, size, startedAtMs }: LostSession): LostSession => ({ id, command, cwd, size, startedAtMs });
const running = sessionOf({ id: "runs" });
const ended = sessionOf({ id: "ended", exit: { code: 0 } });
const sessions = new Map([running, ended].map((one) => [one.id, one]));

/** A page: its store, with the storage that outlives it. */
function page(storage: Map<string, string>): Store {
  const store = createAppStore(DEFAULT_SETTINGS);
  rememberRunning(store, {
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, text) => void storage.set(key, text),
    removeItem: (key) => void storage.delete(key),
  });
  return store;
}

function connect(store: Store, state: Partial<State>): void {
  store.setState({ hostFacts: undefined, connection: { kind: "open" } });
  store.setState({ sessions: new Map(), ...state, hostFacts: undefined });
  store.setState({ hostFacts: state.hostFacts });
}

test("the same host has lost nothing; another one in its place has lost what ran; one of another place is no other", () => {
  const remembered = toRemember({ sessions, lost: [] }, OLD);
  expect(lostSince(remembered, OLD)).toEqual([]);
  expect(lostSince(remembered, NEW)).toEqual([lostOf(running)]);
  expect(lostSince(remembered, { ...NEW, place: "/elsewhere" })).toEqual([]);
  for (const damaged of [null, "", "{", "{}", "[]", '{"key":"1","place":"/recordings","running":[{}],"lost":[]}'])
    expect(lostSince(damaged, NEW)).toEqual([]);
});

test("F25 a page that meets another host says what was lost, also after a reload, until a person has dealt with it", () => {
  const storage = new Map<string, string>();
  const before = page(storage);
  connect(before, { sessions, hostFacts: OLD });
  before.setState({ connection: { kind: "reconnecting" } });
  connect(before, { hostFacts: NEW });
  expect(before.getState().lost).toEqual([lostOf(running)]);

  const reloaded = page(storage);
  connect(reloaded, { sessions: new Map([["later", sessionOf({ id: "later" })]]), hostFacts: NEW });
  expect(reloaded.getState().lost).toEqual([lostOf(running)]);
  reloaded.setState({ lost: [] });

  const again = page(storage);
  connect(again, { sessions: new Map([["later", sessionOf({ id: "later" })]]), hostFacts: NEW });
  expect(again.getState().lost).toEqual([]);
});

test("what the desktop app tells of, and the window remembers too, is lost once, whichever comes first", () => {
  const other = lostOf(sessionOf({ id: "other" }));
  const told = [lostOf(running), other];
  for (const isToldFirst of [true, false]) {
    const storage = new Map([["cotty.running", toRemember({ sessions, lost: [] }, OLD)]]);
    const store = page(storage);
    const tell = (): void => store.setState(({ lost }) => ({ lost: withMoreLost(lost, told) }));
    if (isToldFirst) tell();
    connect(store, { hostFacts: NEW });
    if (!isToldFirst) tell();
    expect(store.getState().lost).toEqual([lostOf(running), other]);
  }
});

test("a host that a client has ended lost nothing unexpectedly", () => {
  const storage = new Map<string, string>();
  const store = page(storage);
  connect(store, { sessions, hostFacts: OLD });
  store.setState({ connection: { kind: "ended", by: "cotty kill-server", stopped: 1 } });
  connect(store, { hostFacts: NEW });
  expect(store.getState().lost).toEqual([]);
});

test("who the host is follows from its answer", () => {
  const info = { version: "1", pid: 7, startedAtMs: 8, clients: [], recordingsDirectory: "/r", command: "cotty" };
  expect(factsOf(info)).toEqual({ key: "7 8", place: "/r", command: "cotty" });
});
