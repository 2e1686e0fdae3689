/** The app's window: a sandboxed page, its two ports, and its position on the screen. */
import { BrowserWindow, nativeTheme, screen } from "electron";
import type { DesktopMessage, PageMessage } from "../../shared/desktop-messages.ts";
import { messageOf } from "../../shared/errors.ts";
import type { Event } from "../../shared/emitter.ts";
import type { SessionId } from "../../shared/protocol.ts";
import type { WindowBounds } from "../platform/app-state.ts";
import { DesktopPort } from "./desktop-port.ts";
import { type HostPortOptions, keepConnected } from "./host-port.ts";
import { recoverFromCrashes } from "./recovery.ts";
import { PAGE_URL } from "./page-url.ts";
import { visibleBounds, watchBounds } from "./window-bounds.ts";
import { WEB_PREFERENCES } from "./web-preferences.ts";

export type WindowOptions = HostPortOptions & {
  /** The built preload script. */
  readonly preload: string;
};

export type WindowStart = {
  readonly bounds: WindowBounds | undefined;
  readonly saveBounds: (bounds: WindowBounds) => void;
  /** True when the app was opened at login. The window then stays hidden. */
  readonly hidden: boolean;
};

export class AppWindow {
  readonly browserWindow: BrowserWindow;
  readonly #port: DesktopPort;
  /** The sessions in its panes. */
  #shown: readonly SessionId[] = [];

  constructor({ preload, serve, log }: WindowOptions, { bounds, saveBounds, hidden }: WindowStart) {
    const found = visibleBounds(bounds, screen.getAllDisplays());
    this.browserWindow = new BrowserWindow({
      title: "Cotty",
      width: found?.width ?? 1440,
      height: found?.height ?? 900,
      ...(found && { x: found.x, y: found.y }),
      minWidth: 900,
      minHeight: 600,
      show: false,
      autoHideMenuBar: true,
      // Visible until the page has painted. It avoids a white flash on a dark desktop.
      backgroundColor: nativeTheme.shouldUseDarkColors ? "#101214" : "#ffffff",
      webPreferences: { ...WEB_PREFERENCES, preload },
    });
    const window = this.browserWindow;
    // Maximize only now, because it would show a window that must stay hidden or has not painted yet.
    if (found?.maximized) window.once("show", () => window.maximize());
    window.once("show", () => watchBounds(window, saveBounds));
    if (!hidden) window.once("ready-to-show", () => window.show());
    keepConnected(window, { serve, log });
    recoverFromCrashes(window.webContents, log);
    this.#port = new DesktopPort(window.webContents, log);
    this.#port.onMessage((message) => {
      if (message.type === "seen") this.#shown = message.sessions;
    });
    window.loadURL(PAGE_URL).catch((error: unknown) => log.error(`The window could not be loaded: ${messageOf(error)}`));
  }

  get onMessage(): Event<PageMessage> {
    return this.#port.onMessage;
  }

  /** Fires when a page has loaded. The page has received no messages yet. */
  get onOpen(): Event<void> {
    return this.#port.onOpen;
  }

  send(message: DesktopMessage): void {
    this.#port.send(message);
  }

  /** Brings the window to the front and shows the session in it, if one is given. */
  show(session?: SessionId): void {
    const window = this.browserWindow;
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    if (session !== undefined) this.send({ type: "show", session });
  }

  /** Whether the window has the focus and shows this session. */
  isLookedAt(session: SessionId): boolean {
    const window = this.browserWindow;
    return !window.isDestroyed() && window.isFocused() && window.isVisible() && this.#shown.includes(session);
  }
}
