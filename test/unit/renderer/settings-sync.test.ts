import { afterEach, beforeEach, expect, test } from "vitest";
import { SettingsSync } from "../../../renderer/settings/settings-sync.ts";
import { createAppStore, type Store } from "../../../renderer/state/store.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/state/window-settings.ts";
import { DEFAULT_SETTINGS as DEFAULTS, type SettingName, type Settings } from "../../../shared/settings/settings.ts";
import type { SettingsState } from "../../../shared/settings/settings-state.ts";
import { ScriptedHost, settled } from "./scripted-host.ts";

let host: ScriptedHost;
let store: Store;
let refusals: string[];
let forgotten: boolean;
let sync: SettingsSync;
beforeEach(() => {
  host = new ScriptedHost();
  store = createAppStore(DEFAULT_SETTINGS);
  refusals = [];
  forgotten = false;
});
afterEach(() => {
  sync[Symbol.dispose]();
  host[Symbol.dispose]();
});

/** The window's side, connected. `earlier` is what an earlier version has stored. */
function connect(earlier: string | null = null): void {
  sync = new SettingsSync({
    store,
    host: host.current,
    earlier: { text: earlier, forget: () => (forgotten = true) },
    onRefused: (reason) => void refusals.push(reason),
  });
  host.connect();
}

const file = (set: Partial<Settings> = {}): SettingsState => ({
  settings: { ...DEFAULTS, ...set },
  given: Object.keys(set) as SettingName[],
  faults: [],
  isBroken: false,
  file: "settings.json",
});

test("the window has what the file says, and hears of every change", async () => {
  connect();
  await host.answer("settings/read", file({ theme: "dark" }));
  expect(store.getState().settings.theme).toBe("dark");
  await host.event("settings/changed", file({ theme: "light" }));
  expect(store.getState().settings.theme).toBe("light");
  expect(store.getState().settingsFile?.given).toEqual(["theme"]);
});

test("what belongs to this window stays as it is", async () => {
  store.setState(({ settings }) => ({ settings: { ...settings, layout: "list" } }));
  connect();
  await host.answer("settings/read", file());
  expect(store.getState().settings.layout).toBe("list");
});

test("a change shows at once; what the host said before it has answered the last one is older", async () => {
  connect();
  await host.answer("settings/read", file());
  void sync.change({ textSize: 13 });
  void sync.change({ textSize: 14 });
  expect(store.getState().settings.textSize).toBe(14);
  await host.event("settings/changed", file({ textSize: 13 }));
  await host.answer("settings/write", file({ textSize: 13 }));
  expect(store.getState().settings.textSize).toBe(14);
  await host.answer("settings/write", file({ textSize: 14 }));
  expect(store.getState().settingsFile?.settings.textSize).toBe(14);
});

test("after a refusal the settings are as before, and the reason is told", async () => {
  connect();
  await host.answer("settings/read", file({ theme: "dark" }));
  const changed = sync.change({ theme: "light" });
  await host.refuse("settings/write", "bad-request", "the file is broken");
  expect(await changed).toBe(false);
  expect(store.getState().settings.theme).toBe("dark");
  expect(refusals).toEqual(["the file is broken"]);
});

test("earlier settings of the window go into the file once; what the file says comes first", async () => {
  connect('{"theme":"light","textSize":16,"layout":"list"}');
  await host.answer("settings/read", file({ theme: "dark" }));
  const [asked] = await host.asked("settings/write");
  expect(asked?.params).toEqual({ set: '{"textSize":16}' });
  expect(forgotten).toBe(false);
  await host.answer("settings/write", file({ theme: "dark", textSize: 16 }));
  await settled();
  expect(forgotten).toBe(true);
  expect(store.getState().settings).toMatchObject({ theme: "dark", textSize: 16 });
});

test("earlier settings wait while the file is broken", async () => {
  connect('{"theme":"light"}');
  await host.answer("settings/read", { ...file(), isBroken: true, faults: ["line 1: a comma is missing"] });
  expect(await host.asked("settings/write")).toEqual([]);
  expect(forgotten).toBe(false);
});
