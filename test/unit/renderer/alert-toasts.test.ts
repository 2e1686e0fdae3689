import type { Toast } from "@base-ui/react/toast";
import { expect, test } from "vitest";
import { startAlertToasts } from "../../../renderer/inbox/alert-toasts.ts";
import type { App } from "../../../renderer/state/app-context.ts";
import { withInbox, withSessions, withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type State } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { sessionOf } from "./session-fixture.ts";

const asks = (id: string, reason = "asks: Go on?"): SessionInfo =>
  sessionOf({ id, attention: { state: "waiting", reason }, lastLine: reason.slice(6) });

const NOW = new Date("2026-03-02T23:00:00");

function setUp(...onScreen: string[]): { app: App; added: string[]; closed: string[] } {
  const [added, closed]: [string[], string[]] = [[], []];
  const toasts: Pick<ReturnType<typeof Toast.createToastManager>, "add" | "close"> = {
    add: ({ title, description }) => {
      expect([typeof title, typeof description]).toEqual(["string", "string"]);
      added.push(`${title as string}: ${description as string}`);
      return "";
    },
    close: (id) => void closed.push(String(id)),
  };
  const store = createAppStore(DEFAULT_SETTINGS);
  const app = { store, toasts } as unknown as App;
  startAlertToasts(
    app,
    (_state, id) => onScreen.includes(id),
    () => NOW,
  );
  store.setState((state) => withWatched(state, { sessions: [asks("old")], clients: [] }));
  return { app, added, closed };
}

test("a session that begins to ask is told of once; what is on the screen, and what asked before, is not", () => {
  const { app, added } = setUp("seen");
  app.store.setState((state) => withSessions(state, [asks("apt"), asks("seen")]));
  app.store.setState((state) => withSessions(state, [{ ...asks("apt"), offset: 9 }, sessionOf({ id: "other" })]));
  expect(added).toEqual(["apt needs you: Go on?"]);
});

test("another question of the same session, and the end of a snooze, are told of", () => {
  const { app, added } = setUp();
  app.store.setState((state) => withSessions(state, [asks("apt", "asks: Password:")]));
  app.store.setState((state) => withSessions(state, [asks("apt", "asks: Go on?")]));
  app.store.setState((state) => withInbox(state, { type: "snoozed", id: "apt", nowMs: 0 }));
  app.store.setState((state) => withInbox(state, { type: "clock", nowMs: 10 * 60_000 }));
  expect(added).toEqual(["apt needs you: Password:", "apt needs you: Go on?", "apt needs you: Go on?"]);
});

test("a toast goes when its session was answered, dismissed, opened or removed", () => {
  const answers: ((state: State) => Partial<State>)[] = [
    (state) => withSessions(state, [sessionOf({ id: "apt" })]),
    (state) => withInbox(state, { type: "dismissed", id: "apt" }),
    () => ({ view: { kind: "session", id: "apt" } }),
    (state) => withWatched(state, { sessions: [], clients: [] }),
  ];
  for (const answer of answers) {
    const { app, closed } = setUp();
    app.store.setState((state) => withSessions(state, [asks("apt")]));
    expect(closed).toEqual([]);
    app.store.setState(answer);
    expect(closed).toEqual(["needs you: apt"]);
  }
});

const finished = (id: string): SessionInfo =>
  sessionOf({ id, attention: { state: "finished", reason: "Exited 0" }, exit: { code: 0 }, lastLine: "done" });

test("the settings decide which kinds are told of", () => {
  const { app, added } = setUp();
  const { asks: asking, finished: ended, ...others } = DEFAULT_SETTINGS.attention;
  const attention = { ...others, asks: { ...asking, toast: false }, finished: { ...ended, toast: true } };
  app.store.setState(({ settings }) => ({ settings: { ...settings, attention } }));
  app.store.setState((state) => withSessions(state, [asks("apt"), finished("build")]));
  expect(added).toEqual(["build finished: done"]);
});

test("a kind that is not wanted in the inbox can be told of all the same", () => {
  const { app, added } = setUp();
  const attention = { ...DEFAULT_SETTINGS.attention, asks: { inbox: false, toast: true, notification: false } };
  app.store.setState(({ settings }) => ({ settings: { ...settings, attention } }));
  app.store.setState((state) => withSessions(state, [asks("apt")]));
  expect(added).toEqual(["apt needs you: Go on?"]);
  expect(app.store.getState().dismissed.has("apt")).toBe(true);
});

test("in quiet hours nothing is told, and the inbox goes on", () => {
  const { app, added } = setUp();
  const quietHours = { from: "22:00", to: "07:00", days: ["Mon"] } as const;
  app.store.setState(({ settings }) => ({ settings: { ...settings, quietHours } }));
  app.store.setState((state) => withSessions(state, [asks("apt")]));
  expect(added).toEqual([]);
  expect(app.store.getState().dismissed.has("apt")).toBe(false);
});
