/**
 * Restricts every page of this app. A page may not navigate elsewhere, open
 * windows, embed other pages, or ask the system for permissions. The page shows
 * what programs print, so it is treated as if an attacker could control it.
 */
import type { App, Session, WebContents } from "electron";
import { isOwnPage } from "./page-url.ts";

/** The only permission that a page gets: writing text to the clipboard after a click. */
const ALLOWED_PERMISSION = "clipboard-sanitized-write";

/** The part of Electron's `Session` that this file uses. */
export type GuardedSession = Pick<
  Session,
  "setPermissionRequestHandler" | "setPermissionCheckHandler" | "setDevicePermissionHandler"
>;

export type GuardOptions = {
  /** Called when a page tries to open a window, which may be a link that the user has clicked. */
  readonly onOpen: (url: string) => void;
};

/** Installs the restrictions. Call it after the app is ready and before the first window opens. */
export function installGuards(app: App, defaultSession: Session, options: GuardOptions): void {
  app.on("web-contents-created", (_event, contents) => guardPage(contents, options));
  guardSession(defaultSession);
  // The app creates no other session. If one ever appears, it gets the same restrictions.
  app.on("session-created", guardSession);
}

/** Denies all devices and all permissions except one, both when a page requests it and when it queries it. */
function guardSession(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === ALLOWED_PERMISSION));
  session.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED_PERMISSION);
  session.setDevicePermissionHandler(() => false);
}

function guardPage(contents: WebContents, { onOpen }: GuardOptions): void {
  // A page may only reload itself.
  contents.on("will-frame-navigate", (details) => {
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault();
  });
  contents.on("will-redirect", (details) => details.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    onOpen(url);
    return { action: "deny" };
  });
}
