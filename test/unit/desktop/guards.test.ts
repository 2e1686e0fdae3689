/** The guards' own decisions (E4, E5 in docs/threats.md), asked the way Electron asks. What Chromium makes of them, the end-to-end tests see. */
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { App, Session, WebContents } from "electron";
import { expect, test } from "vitest";
import { type GuardedSession, installGuards } from "../../../electron/desktop/guards.ts";
import { PAGE_URL } from "../../../electron/desktop/page-url.ts";

type Handlers = {
  request?: Parameters<GuardedSession["setPermissionRequestHandler"]>[0];
  check?: Parameters<GuardedSession["setPermissionCheckHandler"]>[0];
  device?: Parameters<GuardedSession["setDevicePermissionHandler"]>[0];
};

function guardedSession(handlers: Handlers): Session {
  const session: GuardedSession = {
    setPermissionRequestHandler: (handler) => void (handlers.request = handler),
    setPermissionCheckHandler: (handler) => void (handlers.check = handler),
    setDevicePermissionHandler: (handler) => void (handlers.device = handler),
  };
  return session as Session;
}

/** Every name that this Electron's handlers can be asked about, from its own declarations. */
function permissionNames(method: "setPermissionRequestHandler" | "setPermissionCheckHandler"): string[] {
  const declarations = readFileSync(
    join(createRequire(import.meta.url).resolve("electron/package.json"), "../electron.d.ts"),
    "utf8",
  );
  const line = new RegExp(`^ *${method}\\(.*$`, "m").exec(declarations)?.[0] ?? "";
  return [...line.matchAll(/'([a-zA-Z-]+)'/g)].map(([, name]) => name ?? "");
}

function ask(handlers: Handlers, permission: string): boolean[] {
  const answers: boolean[] = [];
  const contents = {} as WebContents;
  handlers.request?.(contents, permission as "unknown", (granted) => void answers.push(granted), {} as never);
  answers.push(handlers.check?.(contents, permission as "media", "app://cotty", {} as never) ?? true);
  return answers;
}

test("E5 on every session there is or will be, all permissions but one are denied, asked for or looked up", () => {
  const app = new EventEmitter();
  const sessions: Handlers[] = [{}, {}];
  installGuards(app as unknown as App, guardedSession(sessions[0] ?? {}), { onOpen: () => {} });
  app.emit("session-created", guardedSession(sessions[1] ?? {}));
  const names = new Set([
    ...permissionNames("setPermissionRequestHandler"),
    ...permissionNames("setPermissionCheckHandler"),
    ...["hid", "serial", "usb", "local-fonts", "a-permission-of-next-year"],
  ]);
  expect(names.size).toBeGreaterThan(15);
  for (const handlers of sessions) {
    for (const name of names) {
      const allowed = name === "clipboard-sanitized-write";
      expect(ask(handlers, name), name).toEqual([allowed, allowed]);
    }
    expect(handlers.device?.({ deviceType: "usb", origin: "app://cotty", device: {} as never })).toBe(false);
  }
});

type Opening = { opened: string[]; contents: EventEmitter; open: (url: string) => { action: string } };

function guardedPage(): Opening {
  const app = new EventEmitter();
  const opened: string[] = [];
  let handler: (details: { url: string }) => { action: string } = () => ({ action: "allow" });
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (given: typeof handler) => void (handler = given),
  });
  installGuards(app as unknown as App, guardedSession({}), { onOpen: (url) => void opened.push(url) });
  app.emit("web-contents-created", {}, contents);
  return { opened, contents, open: (url) => handler({ url }) };
}

function navigates({ contents }: Opening, details: { url: string; isMainFrame: boolean }): boolean {
  let prevented = false;
  contents.emit("will-frame-navigate", { ...details, preventDefault: () => void (prevented = true) });
  return !prevented;
}

test("E4 a page may load itself, in its own frame, and nothing else", () => {
  const page = guardedPage();
  expect(navigates(page, { url: PAGE_URL, isMainFrame: true })).toBe(true);
  expect(navigates(page, { url: `${PAGE_URL}#x`, isMainFrame: true })).toBe(true);
  for (const url of [
    "https://example.com/",
    "file:///etc/passwd",
    "app://cotty/",
    `${PAGE_URL}&x`,
    "app://evil/index.html?desktop",
    "about:blank",
    "data:text/html,x",
  ]) {
    expect(navigates(page, { url, isMainFrame: true }), url).toBe(false);
  }
  expect(navigates(page, { url: PAGE_URL, isMainFrame: false })).toBe(false);
});

test("E4 redirects and webviews are prevented; a new window is denied, and its address is only asked about", () => {
  const page = guardedPage();
  for (const event of ["will-redirect", "will-attach-webview"]) {
    let prevented = false;
    page.contents.emit(event, { preventDefault: () => void (prevented = true) });
    expect(prevented, event).toBe(true);
  }
  expect(page.open("https://example.com/")).toEqual({ action: "deny" });
  expect(page.opened).toEqual(["https://example.com/"]);
});
