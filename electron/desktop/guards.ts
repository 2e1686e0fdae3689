/**
 * What no page in this app may do, whoever wrote it: go elsewhere, open windows,
 * hold other pages, or ask the system for anything. The page shows what
 * programs print, so it is treated as if it could be taken over.
 */
import { app, session, type WebContents } from "electron";
import { isOwnPage } from "./scheme.ts";

/** The one thing a page may have: writing text to the clipboard, after a click. */
const ALLOWED_PERMISSION = "clipboard-sanitized-write";

/** Must come after the app is ready and before the first window. */
export function installGuards(): void {
  app.on("web-contents-created", (_event, contents) => guard(contents));
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === ALLOWED_PERMISSION));
  defaultSession.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED_PERMISSION);
  defaultSession.setDevicePermissionHandler(() => false);
}

function guard(contents: WebContents): void {
  // A page may load itself again and nothing else.
  contents.on("will-frame-navigate", (details) => {
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault();
  });
  contents.on("will-redirect", (details) => details.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}
