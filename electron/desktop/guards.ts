/**
 * What no page in this app may do, whoever wrote it: go elsewhere, open windows,
 * hold other pages, or ask the system for anything. The page shows what
 * programs print, so it is treated as if it could be taken over.
 */
import type { App, Session, WebContents } from "electron";
import { isOwnPage } from "./page-url.ts";

/** The one thing a page may have: writing text to the clipboard, after a click. */
const ALLOWED_PERMISSION = "clipboard-sanitized-write";

/** What this needs of a session. */
export type GuardedSession = Pick<
  Session,
  "setPermissionRequestHandler" | "setPermissionCheckHandler" | "setDevicePermissionHandler"
>;

export type GuardOptions = {
  /** A page has asked for another page: perhaps a link that a person wants to follow. */
  readonly onOpen: (url: string) => void;
};

/** Must come after the app is ready and before the first window. */
export function installGuards(app: App, defaultSession: Session, options: GuardOptions): void {
  app.on("web-contents-created", (_event, contents) => guardPage(contents, options));
  guardSession(defaultSession);
  // Nothing here makes another; should anything ever, it is no looser.
  app.on("session-created", guardSession);
}

/** Denies every permission but one, asked for or looked up, and every device. */
function guardSession(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === ALLOWED_PERMISSION));
  session.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED_PERMISSION);
  session.setDevicePermissionHandler(() => false);
}

function guardPage(contents: WebContents, { onOpen }: GuardOptions): void {
  // A page may load itself again and nothing else.
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
