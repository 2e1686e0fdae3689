import { expect, test } from "vitest";
import { type Clock, startInboxTimers } from "../../../renderer/state/inbox-timers.ts";
import { withInbox, withSessions, withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type Store } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { sessionOf } from "./session-fixture.ts";

const failed = sessionOf({ id: "build", attention: { state: "failed", reason: "Exited 2" }, exit: { code: 2 } });
const asks = sessionOf({ id: "apt", attention: { state: "waiting", reason: "asks: Go on?" } });

class ManualClock implements Clock {
  #now = 1000;
  readonly #calls = new Set<{ atMs: number; act: () => void }>();

  readonly now = (): number => this.#now;

  readonly after = (ms: number, act: () => void): (() => void) => {
    const call = { atMs: this.#now + ms, act };
    this.#calls.add(call);
    return () => this.#calls.delete(call);
  };

  pass(ms: number): void {
    this.#now += ms;
    for (const call of this.#calls) {
      if (call.atMs > this.#now) continue;
      this.#calls.delete(call);
      call.act();
    }
  }
}

type Setup = { store: Store; clock: ManualClock; setFocus: (isThere: boolean) => void; isQuiet: (id: string) => boolean };

function setUp(...sessions: SessionInfo[]): Setup {
  const store = createAppStore(DEFAULT_SETTINGS);
  const clock = new ManualClock();
  let focused = true;
  let changed = (): void => {};
  startInboxTimers(store, clock, { isThere: () => focused, onChange: (listener) => (changed = listener) });
  store.setState((state) => withWatched(state, { sessions, clients: [] }));
  const setFocus = (isThere: boolean): void => {
    focused = isThere;
    changed();
  };
  return { store, clock, setFocus, isQuiet: (id) => store.getState().dismissed.has(id) };
}

const open = (store: Store, id: string): void => store.setState({ view: { kind: "session", id } });

test("a failure is read after one and a half seconds on the screen, not before", () => {
  const { store, clock, isQuiet } = setUp(failed);
  clock.pass(5000);
  expect(isQuiet("build")).toBe(false);
  open(store, "build");
  clock.pass(1499);
  expect(isQuiet("build")).toBe(false);
  clock.pass(1);
  expect(isQuiet("build")).toBe(true);
});

test("nobody reads while the window is not focused, or has left the session in time", () => {
  const { store, clock, setFocus, isQuiet } = setUp(failed);
  setFocus(false);
  open(store, "build");
  clock.pass(60_000);
  expect(isQuiet("build")).toBe(false);
  setFocus(true);
  clock.pass(1000);
  store.setState({ view: { kind: "overview" } });
  clock.pass(60_000);
  expect(isQuiet("build")).toBe(false);
});

test("other sessions that change do not put the reading off", () => {
  const { store, clock, isQuiet } = setUp(failed);
  open(store, "build");
  clock.pass(1000);
  store.setState((state) => withSessions(state, [asks]));
  clock.pass(500);
  expect(isQuiet("build")).toBe(true);
});

test("a question that was read goes on asking, without the mark of what is new", () => {
  const { store, clock, isQuiet } = setUp(asks);
  open(store, "apt");
  clock.pass(1500);
  expect(isQuiet("apt")).toBe(false);
  expect(store.getState().notices.get("apt")?.isRead).toBe(true);
});

test("a snoozed session comes back by itself after ten minutes", () => {
  const { store, clock, isQuiet } = setUp(asks);
  store.setState((state) => withInbox(state, { type: "snoozed", id: "apt", nowMs: clock.now() }));
  clock.pass(10 * 60_000 - 1);
  expect(isQuiet("apt")).toBe(true);
  clock.pass(1);
  expect(isQuiet("apt")).toBe(false);
});
