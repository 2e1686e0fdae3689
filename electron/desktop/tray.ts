/** The tray icon. It shows what runs and what needs the user, and it brings the window back. */
import { app, type BrowserWindow, Menu, Tray } from "electron";
import { badgeIcon, trayIcon } from "./tray-icons.ts";
import { type TrayStatus, summary, type TrayActions, trayMenu } from "./tray-menu.ts";

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

  /** Updates the tooltip, the menu and the badge. */
  update(status: TrayStatus): void {
    const { needing } = status;
    this.#tray.setToolTip(`Cotty: ${summary(status)}`);
    // macOS shows the number beside the icon.
    if (process.platform === "darwin") this.#tray.setTitle(needing.length > 0 ? String(needing.length) : "");
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayMenu(status, this.#actions)));
    this.#setBadge(needing.length, summary(status));
  }

  /** Shows the number on the dock or the launcher. Windows has no number there, only an icon over the taskbar's button. */
  #setBadge(count: number, description: string): void {
    if (process.platform !== "win32") app.setBadgeCount(count);
    else if (!this.#window.isDestroyed()) this.#window.setOverlayIcon(count > 0 ? badgeIcon() : null, description);
  }
}
