/** How the window's store follows the host. The host is scripted, the client real. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WindowConnection } from "../../../renderer/connection/window-connection.ts";
import type { App } from "../../../renderer/state/app-context.ts";
import { watchHost } from "../../../renderer/state/host-sync.ts";
import { createAppStore, type Store } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { Emitter } from "../../../shared/emitter.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { ScriptedHost } from "./scripted-host.ts";
import { sessionOf, you } from "./session-fixture.ts";

let host: ScriptedHost;
let store: Store;
let changes: number;
let emitters: DisposableStore;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  host = new ScriptedHost();
  store = createAppStore(DEFAULT_SETTINGS);
  emitters = new DisposableStore();
  const onClient = emitters.add(new Emitter<unknown>());
  const connection = { onState: emitters.add(new Emitter()).event, onClient: onClient.event } as unknown as WindowConnection;
  watchHost({ store, host: host.current } as unknown as App, connection);
  onClient.fire({ client: host.current.client, self: you });
  await host.answer("host/watch", { sessions: [busy("a"), busy("b")], clients: [] });
  changes = 0;
  store.subscribe(() => void changes++);
});
afterEach(() => {
  emitters[Symbol.dispose]();
  host[Symbol.dispose]();
  vi.useRealTimers();
});

const busy = (id: string, change: Partial<SessionInfo> = {}): SessionInfo => sessionOf({ id, ...change });
const shown = (id: string): SessionInfo | undefined => store.getState().sessions.get(id);

test("new lines of busy sessions are shown together at the next second, each session as it is then", async () => {
  await host.event("sessions/changed", { sessions: [busy("a", { lastLine: "1" }), busy("b", { lastLine: "1" })] });
  await host.event("sessions/changed", { sessions: [busy("a", { lastLine: "2" })] });
  expect(changes).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(changes).toBe(1);
  expect([shown("a")?.lastLine, shown("b")?.lastLine]).toEqual(["2", "1"]);
  vi.advanceTimersByTime(5000);
  expect(changes).toBe(1);
});

test("one that needs somebody is shown at once, and what waits with it", async () => {
  await host.event("sessions/changed", { sessions: [busy("a", { lastLine: "1" })] });
  await host.event("sessions/changed", { sessions: [busy("b", { attention: { state: "waiting", reason: "asks: go?" } })] });
  expect(changes).toBe(1);
  expect(shown("a")?.lastLine).toBe("1");
  expect(shown("b")?.attention.state).toBe("waiting");
});

test("a session that has gone does not come back with the next second", async () => {
  await host.event("sessions/changed", { sessions: [busy("a", { lastLine: "1" })] });
  await host.event("session/closed", { id: "a" });
  vi.advanceTimersByTime(1000);
  expect(shown("a")).toBeUndefined();
});
