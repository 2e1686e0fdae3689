/**
 * What the app does beside its window. It updates the tray, the badge, the menus
 * and the notifications, and it reacts when the user closes the window or a client
 * ends the host.
 */
import { app, dialog, Menu, type MessageBoxOptions, type MessageBoxReturnValue, Notification } from "electron";
import { homedir } from "node:os";
import { messageOf } from "../../shared/errors.ts";
import { isQuietAt } from "../../shared/settings/quiet-hours.ts";
import type { WindowCommandId } from "../../shared/window-commands.ts";
import { VERSION } from "../../shared/version.ts";
import type { AppStateFile } from "../platform/app-state.ts";
import { type CloseAnswer, askBeforeClosing } from "./close-question.ts";
import type { HostLink } from "./host-link.ts";
import type { HostWatch } from "./host-watch.ts";
import { installCommand } from "./install-command.ts";
import { menuTemplate } from "./menu.ts";
import { NeedingSessions } from "./needing-sessions.ts";
import { type NotificationText, Notifications } from "./notifications.ts";
import { type LoginOptions, opensAtLogin, setOpenAtLogin } from "./open-at-login.ts";
import { handleClosing } from "./quit.ts";
import { sessionTitle } from "./session-text.ts";
import { AppTray } from "./tray.ts";
import type { AppWindow } from "./window.ts";

/** The same id as in electron-builder.yml. */
const APP_ID = "app.cotty.desktop";

export type SupervisionOptions = {
  readonly window: AppWindow;
  readonly watch: HostWatch;
  readonly state: AppStateFile;
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
  readonly host: Pick<HostLink, "isHosting" | "running" | "hold" | "resume">;
  readonly log: { error(message: string): void };
};

export class Supervision {
  readonly #options: SupervisionOptions;
  readonly #needingSessions: NeedingSessions;
  readonly #notifications: Notifications;
  /** The notifications on the screen. A notification that is garbage-collected does not react to a click. */
  readonly #shown = new Set<Notification>();
  #tray: AppTray | undefined;

  constructor(options: SupervisionOptions) {
    this.#options = options;
    this.#needingSessions = new NeedingSessions(options.watch);
    this.#notifications = new Notifications({
      unseen: (id) => {
        const isQuiet = isQuietAt(options.watch.settings.quietHours, new Date());
        return isQuiet || options.window.isLookedAt(id) ? undefined : this.#needingSessions.telling(id);
      },
      show: (notice) => this.#notify(notice),
      platform: process.platform,
    });
  }

  begin(): void {
    const { window } = this.#options;
    // Windows shows notifications only for an app whose id the installer has registered.
    if (process.platform === "win32") app.setAppUserModelId(APP_ID);
    app.setAboutPanelOptions({ applicationName: "Cotty", applicationVersion: VERSION, copyright: "MIT license" });
    this.#setMenu();
    this.#openTray();
    this.#needingSessions.onNeeding((session) => this.#notifications.add(session));
    this.#needingSessions.onChanged(() => this.#updateTray());
    this.#options.watch.onSettings(() => this.#setMenu());
    this.#listenToHost();
    this.#listenToPage();
    handleClosing({
      app,
      window: window.browserWindow,
      running: () => this.#programsThatWouldEnd().length,
      ask: () => this.#askAtClose(),
      platform: process.platform,
      log: this.#options.log,
    });
    app.on("quit", () => this.#notifications[Symbol.dispose]());
  }

  /** Shows the window and runs a command of the menu in it. */
  #run(command: WindowCommandId): void {
    const { window } = this.#options;
    window.show();
    window.send({ type: "command", command });
  }

  /** The titles of the programs that would end with this process. */
  #programsThatWouldEnd(): string[] {
    const { host, watch } = this.#options;
    const titles = new Map(watch.sessions.map((session) => [session.id, sessionTitle(session)]));
    return host.running.map((id) => titles.get(id) ?? id);
  }

  #listenToHost(): void {
    const { watch, window, host } = this.#options;
    watch.onShow(({ id }) => window.show(id));
    let ended: Parameters<typeof window.send>[0] | undefined;
    watch.onEnding(({ by, stopped }) => {
      // Hold before anything reconnects: a host that a client has ended must not come back by itself.
      host.hold();
      ended = { type: "host-ended", by, stopped };
      window.send(ended);
    });
    window.onOpen(() => ended && window.send(ended));
    window.onMessage((message) => {
      if (message.type !== "start-host") return;
      ended = undefined;
      host.resume();
    });
  }

  #listenToPage(): void {
    const { window } = this.#options;
    window.onMessage((message) => {
      if (message.type !== "seen") return;
      const { sessions, dismissed } = message;
      this.#needingSessions.setDismissed(dismissed);
      this.#needingSessions.markSeen(sessions.filter((session) => window.isLookedAt(session)));
    });
  }

  #notify({ title, body, session }: NotificationText): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    this.#shown.add(notification);
    notification.on("click", () => this.#options.window.show(session));
    notification.on("close", () => this.#shown.delete(notification));
    notification.show();
  }

  #openTray(): void {
    const { window, watch, log } = this.#options;
    try {
      this.#tray = new AppTray(window.browserWindow, {
        show: (session) => window.show(session),
        newSession: () => this.#run("new-session"),
        toggleHalt: () => {
          watch.toggleHalt().catch((error: unknown) => log.error(`The agents were not halted: ${messageOf(error)}`));
        },
        quit: () => app.quit(),
      });
      this.#updateTray();
    } catch (error) {
      log.error(`The tray could not be created: ${messageOf(error)}`);
    }
  }

  #updateTray(): void {
    const { watch, host } = this.#options;
    this.#tray?.update({
      running: watch.running.length,
      needing: this.#needingSessions.list,
      isHalted: watch.isHalted,
      isHosting: host.isHosting,
    });
  }

  async #askAtClose(): Promise<CloseAnswer["action"]> {
    const { state, ask } = this.#options;
    const { action, remember } = await askBeforeClosing({
      onClose: state.state.onClose,
      running: this.#programsThatWouldEnd(),
      ask,
    });
    if (remember && action !== "cancel") {
      state.update({ onClose: action });
      this.#setMenu();
    }
    return action;
  }

  #setMenu(): void {
    const { state, window, watch } = this.#options;
    const template = menuTemplate(
      {
        platform: process.platform,
        opensAtLogin: opensAtLogin(login()),
        asksAtClose: state.state.onClose === "ask",
        keys: watch.settings.keys,
      },
      {
        run: (command) => this.#run(command),
        reload: () => window.browserWindow.webContents.reload(),
        toggleFullScreen: () => window.browserWindow.setFullScreen(!window.browserWindow.isFullScreen()),
        about: () => app.showAboutPanel(),
        quit: () => app.quit(),
        installCommand: () => void this.#installCommand(),
        setOpenAtLogin: (on) => this.#setOpenAtLogin(on),
        setAskAtClose: (on) => {
          // Without a remembered choice, programs go on running, because that loses nothing.
          state.update({ onClose: on ? "ask" : "keep" });
        },
      },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  #setOpenAtLogin(on: boolean): void {
    try {
      setOpenAtLogin(login(), on);
    } catch (error) {
      dialog.showErrorBox("The setting “Open at login” was not changed", messageOf(error));
    }
    this.#setMenu();
  }

  async #installCommand(): Promise<void> {
    const { platform, env, resourcesPath: resources } = process;
    const { isPackaged } = app;
    try {
      const done = await installCommand({ platform, env, isPackaged, resources, appPath: app.getAppPath(), home: homedir() });
      await this.#options.ask({ type: "info", message: "The cotty command is installed", detail: done, buttons: ["OK"] });
    } catch (error) {
      dialog.showErrorBox("The cotty command was not installed", messageOf(error));
    }
  }
}

function login(): LoginOptions {
  const { platform, env, execPath } = process;
  const command = app.isPackaged ? [env["APPIMAGE"] || execPath] : [execPath, app.getAppPath()];
  return { app, platform, env, home: homedir(), command };
}
