import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startBrowserNotifications } from "../../../renderer/inbox/browser-notifications.ts";
import type { App } from "../../../renderer/state/app-context.ts";
import { withSessions, withWatched } from "../../../renderer/state/state-changes.ts";
import { createAppStore, type Store } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { sessionOf } from "./session-fixture.ts";

const asking = sessionOf({ attention: { state: "waiting", reason: "asks: Go on?" }, lastLine: "Go on?" });

let permission: NotificationPermission;
let lookUps: number;
let shown: string[];

beforeEach(() => {
  [permission, lookUps, shown] = ["granted", 0, []];
  const browser = class {
    static get permission(): NotificationPermission {
      lookUps++;
      return permission;
    }
    constructor(title: string, { body }: { body: string }) {
      shown.push(`${title}: ${body}`);
    }
    addEventListener(): void {}
  };
  vi.stubGlobal("Notification", browser);
});
afterEach(() => void vi.unstubAllGlobals());

function start(isDesktop = false): Store {
  const store = createAppStore(DEFAULT_SETTINGS);
  const desktop = { isThere: false };
  startBrowserNotifications({ store, desktop } as unknown as App, () => false);
  // The app reaches its page after the page has begun.
  desktop.isThere = isDesktop;
  store.setState((state) => withWatched(state, { sessions: [sessionOf()], clients: [] }));
  return store;
}

test("a session that begins to ask is told of", () => {
  start().setState((state) => withSessions(state, [asking]));
  expect(shown).toEqual(["api-tests needs you: Go on?"]);
});

test("nothing is shown without the permission, or by the desktop app's page", () => {
  start(true).setState((state) => withSessions(state, [asking]));
  permission = "denied";
  start().setState((state) => withSessions(state, [asking]));
  expect(shown).toEqual([]);
});

test("while sessions only print, the browser is not asked for the permission, for which the page would wait", () => {
  const store = start();
  for (const lastLine of ["1", "2", "3"]) store.setState((state) => withSessions(state, [sessionOf({ lastLine })]));
  expect(lookUps).toBe(0);
});
