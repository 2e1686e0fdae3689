/** What a page may send the app (E3 in docs/threats.md). There is no IPC channel that takes anything else from it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { PORT_CHANNELS } from "../../../electron/desktop/port-channels.ts";
import { WEB_PREFERENCES } from "../../../electron/desktop/web-preferences.ts";
import { pageMessages, parsePageMessage } from "../../../shared/desktop-messages.ts";

/** One good message of each type; a new type has no row here and fails until it has. */
const GOOD: Readonly<Record<keyof typeof pageMessages, Record<string, unknown>>> = {
  seen: { type: "seen", sessions: ["gdb"], dismissed: ["build"] },
  "start-host": { type: "start-host" },
};

const BAD_VALUES = [
  Number.NaN,
  -1,
  2 ** 60,
  null,
  "",
  "x".repeat(1024 * 1024 + 1),
  "a\u0000b",
  "\u001b[2J",
  {},
  [[]],
  Array.from({ length: 1001 }, () => "a"),
];

describe.each(Object.keys(pageMessages) as (keyof typeof pageMessages)[])("E3 page message %s", (type) => {
  const good = GOOD[type];

  test("is accepted in its proper shape", () => {
    expect(parsePageMessage(good)).toEqual(good);
  });

  test("is refused with any member wrong, missing or added", () => {
    for (const name of Object.keys(good)) {
      for (const value of BAD_VALUES) {
        // A session may be told by any printable name; the rest of the table is wrong everywhere.
        expect(parsePageMessage({ ...good, [name]: value }), `${name}: ${JSON.stringify(value)?.slice(0, 40)}`).toBeUndefined();
      }
    }
    expect(parsePageMessage({ ...good, extra: 1 })).toBeUndefined();
    expect(parsePageMessage({ ...good, type: `${type}x` })).toBeUndefined();
  });
});

test.each([undefined, null, 1, "seen", [], [GOOD.seen], { type: "__proto__" }, { type: "constructor" }, { type: 1 }, () => {}])(
  "E3 %o is no message",
  (data) => {
    expect(parsePageMessage(data)).toBeUndefined();
  },
);

test("E3 prototype keys carry nothing in", () => {
  const message: unknown = JSON.parse('{"type":"seen","dismissed":[],"__proto__":{"session":"x"}}');
  expect(parsePageMessage(message)).toBeUndefined();
  expect(parsePageMessage(Object.create(GOOD["start-host"]))).toBeUndefined();
});

const folder = resolve(import.meta.dirname, "../../../electron/desktop");
const sources = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

test("E3 the main process listens on no channel: pages can call nothing", () => {
  expect(sources.length).toBeGreaterThan(15);
  expect(sources.filter(({ text }) => /\bipcMain\b|\.ipc\b|ipc-message/.test(text)).map(({ name }) => name)).toEqual([]);
});

test("E3 every channel of the list, and none beside it, carries a port to the page", () => {
  const used = sources.flatMap(({ text }) => [...text.matchAll(/PortChannel = "([^"]+)"/g)].map(([, channel]) => channel ?? ""));
  expect(used.toSorted()).toEqual([...PORT_CHANNELS].toSorted());
  const sends = sources.flatMap(({ text }) => text.match(/\b(?:contents|webContents)\.(?:send|postMessage)\([^)]*\)/g) ?? []);
  expect(sends).toHaveLength(PORT_CHANNELS.length);
  expect(sends.every((send) => send.includes("postMessage(CHANNEL, null, [port2]"))).toBe(true);
});

test("D1 the app registers for no kind of link", () => {
  expect(
    sources.filter(({ text }) => /setAsDefaultProtocolClient|open-url|open-file/.test(text)).map(({ name }) => name),
  ).toEqual([]);
});

test("E2 the preload script gives the page ports and nothing to call", () => {
  const preload = sources.find(({ name }) => name === "preload.ts")?.text ?? "";
  expect(preload).not.toMatch(/contextBridge|\.send|\.invoke|require/);
  expect(preload.match(/ipcRenderer\.\w+/g)).toEqual(["ipcRenderer.on"]);
});

test("E1 every page is sandboxed and isolated, and one file opens windows, by this table", () => {
  expect(WEB_PREFERENCES).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  });
  const opening = sources.filter(({ text }) => /new (?:BrowserWindow|BaseWindow|WebContentsView|BrowserView)\b/.test(text));
  expect(opening.map(({ name }) => name)).toEqual(["window.ts"]);
  const preferences = opening.map(({ text }) => /webPreferences: (\{.*\})/.exec(text)?.[1]);
  expect(preferences).toEqual(["{ ...WEB_PREFERENCES, preload }"]);
});
