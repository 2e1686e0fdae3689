/** The tray: what runs and what needs a person while the window is away, and the way back to it. */
import { app, type BrowserWindow, Menu, Tray } from "electron";
import { badgeIcon, trayIcon } from "./icons.ts";
import { type Status, summary, type TrayActions, trayMenu } from "./tray-menu.ts";

export class AppTray {
  readonly #tray: Tray;
  readonly #window: BrowserWindow;
  readonly #actions: TrayActions;

  constructor(window: BrowserWindow, actions: TrayActions) {
    this.#window = window;
    this.#actions = actions;
    this.#tray = new Tray(trayIcon());
    this.#tray.on("click", () => actions.show());
  }

  update(status: Status): void {
    const { needing } = status;
    this.#tray.setToolTip(`Cotty: ${summary(status)}`);
    // Beside the icon, on macOS only.
    if (process.platform === "darwin") this.#tray.setTitle(needing.length > 0 ? String(needing.length) : "");
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayMenu(status, this.#actions)));
    this.#setBadge(needing.length, summary(status));
  }

  /** On the dock or the launcher; Windows has only a small picture over the taskbar's button. */
  #setBadge(count: number, description: string): void {
    if (process.platform !== "win32") app.setBadgeCount(count);
    else if (!this.#window.isDestroyed()) this.#window.setOverlayIcon(count > 0 ? badgeIcon() : null, description);
  }
}
