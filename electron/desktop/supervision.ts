/**
 * What the app does beside its window while it runs: it watches the sessions for
 * tray, badge and notifications, keeps the menus, and answers when the window is
 * closed or the host is ended.
 */
import { app, dialog, Menu, type MessageBoxOptions, type MessageBoxReturnValue, Notification } from "electron";
import { homedir } from "node:os";
import { messageOf } from "../../shared/errors.ts";
import type { WindowCommandId } from "../../shared/window-commands.ts";
import { VERSION } from "../../shared/version.ts";
import type { AppStateFile } from "../platform/app-state.ts";
import { type Answer, chooseClose } from "./close-choice.ts";
import type { HostWatch } from "./host-watch.ts";
import { installCommand } from "./install-command.ts";
import { menuTemplate } from "./menu.ts";
import { NeedingSessions } from "./needing-sessions.ts";
import { type Notice, Notifications } from "./notifications.ts";
import { type LoginOptions, opensAtLogin, setOpenAtLogin } from "./open-at-login.ts";
import { handleClosing } from "./quit.ts";
import { sessionTitle } from "./session-text.ts";
import { AppTray } from "./tray.ts";
import type { AppWindow } from "./window.ts";

/** As in electron-builder.yml. */
const APP_ID = "app.cotty.desktop";

export type SupervisionOptions = {
  readonly window: AppWindow;
  readonly watch: HostWatch;
  readonly state: AppStateFile;
  readonly ask: (options: MessageBoxOptions) => Promise<MessageBoxReturnValue>;
  readonly host: { readonly isHosting: boolean; hold(): void; resume(): void };
  readonly log: { error(message: string): void };
};

export class Supervision {
  readonly #options: SupervisionOptions;
  readonly #needs: NeedingSessions;
  readonly #notifications: Notifications;
  /** Shown notifications: one that is garbage-collected does not answer a click. */
  readonly #shown = new Set<Notification>();
  #tray: AppTray | undefined;

  constructor(options: SupervisionOptions) {
    this.#options = options;
    this.#needs = new NeedingSessions(options.watch);
    this.#notifications = new Notifications({
      unseen: (id) => this.#needs.list.find((session) => session.id === id && !options.window.isLookedAt(id)),
      show: (notice) => this.#notify(notice),
      platform: process.platform,
    });
  }

  begin(): void {
    const { window } = this.#options;
    // Windows shows notifications only of an app that it knows by this name, which the installer gives it too.
    if (process.platform === "win32") app.setAppUserModelId(APP_ID);
    app.setAboutPanelOptions({ applicationName: "Cotty", applicationVersion: VERSION, copyright: "MIT licence" });
    this.#setMenu();
    this.#openTray();
    this.#needs.onNews((session) => this.#notifications.add(session));
    this.#needs.onChanged(() => this.#updateTray());
    this.#answerHost();
    this.#answerPage();
    handleClosing({
      app,
      window: window.browserWindow,
      running: () => this.#ending().length,
      ask: () => this.#askAtClose(),
      platform: process.platform,
      log: this.#options.log,
    });
    app.on("quit", () => this.#notifications[Symbol.dispose]());
  }

  /** Shows the window and does as a menu says. */
  #run(command: WindowCommandId): void {
    const { window } = this.#options;
    window.show();
    window.send({ type: "command", command });
  }

  /** Programs that would end with this process. */
  #ending(): string[] {
    return this.#options.host.isHosting ? this.#options.watch.running.map(sessionTitle) : [];
  }

  #answerHost(): void {
    const { watch, window, host } = this.#options;
    watch.onShow(({ id }) => window.show(id));
    let ended: Parameters<typeof window.send>[0] | undefined;
    watch.onEnding(({ by, stopped }) => {
      // Before anything connects again: a host that was ended does not come back by itself.
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

  #answerPage(): void {
    const { window } = this.#options;
    window.onMessage((message) => {
      if (message.type !== "seen") return;
      const { session, dismissed } = message;
      const isSeen = session !== undefined && window.isLookedAt(session);
      this.#needs.markSeen([...dismissed, ...(isSeen ? [session] : [])]);
    });
  }

  #notify({ title, body, session }: Notice): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    this.#shown.add(notification);
    notification.on("click", () => this.#options.window.show(session));
    notification.on("close", () => this.#shown.delete(notification));
    notification.show();
  }

  #openTray(): void {
    const { window, log } = this.#options;
    try {
      this.#tray = new AppTray(window.browserWindow, {
        show: (session) => window.show(session),
        newSession: () => this.#run("new-session"),
        quit: () => app.quit(),
      });
      this.#updateTray();
    } catch (error) {
      log.error(`There is no tray here: ${messageOf(error)}`);
    }
  }

  #updateTray(): void {
    const { watch, host } = this.#options;
    this.#tray?.update({ running: watch.running.length, needing: this.#needs.list, isHosting: host.isHosting });
  }

  async #askAtClose(): Promise<Answer["action"]> {
    const { state, ask } = this.#options;
    const { action, remember } = await chooseClose({ onClose: state.state.onClose, running: this.#ending(), ask });
    if (remember && action !== "cancel") {
      state.update({ onClose: action });
      this.#setMenu();
    }
    return action;
  }

  #setMenu(): void {
    const { state, window } = this.#options;
    const template = menuTemplate(
      { platform: process.platform, opensAtLogin: opensAtLogin(login()), asksAtClose: state.state.onClose === "ask" },
      {
        run: (command) => this.#run(command),
        reload: () => window.browserWindow.webContents.reload(),
        toggleFullScreen: () => window.browserWindow.setFullScreen(!window.browserWindow.isFullScreen()),
        about: () => app.showAboutPanel(),
        quit: () => app.quit(),
        installCommand: () => void this.#installCommand(),
        setOpenAtLogin: (on) => this.#setOpenAtLogin(on),
        setAskAtClose: (on) => {
          // Unticked without a choice made, it leaves programs running: the choice that loses nothing.
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
      dialog.showErrorBox("Opening at login was not changed", messageOf(error));
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
