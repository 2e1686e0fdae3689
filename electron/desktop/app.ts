/**
 * Starts the desktop app: a single instance with one window, a tray and menus.
 * Quitting always ends the app. This folder does not know the host; the caller
 * passes in what it needs from one.
 */
import { app, dialog, type MessageBoxOptions, type MessageBoxReturnValue, session, shell } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { SessionId } from "../../shared/protocol.ts";
import { AppStateFile } from "../platform/app-state.ts";
import type { RunningSession } from "../platform/running-sessions-file.ts";
import { ExternalLinks } from "./external-links.ts";
import { installGuards } from "./guards.ts";
import type { HostLink } from "./host-link.ts";
import { HostWatch } from "./host-watch.ts";
import { HIDDEN_ARGUMENT } from "./open-at-login.ts";
import { quitCleanly } from "./quit.ts";
import { recoveryPage } from "./recovery.ts";
import { refuseSwitches } from "./refused-switches.ts";
import { type PageFiles, registerScheme, serveScheme } from "./scheme.ts";
import { requestedSession, launchRequest } from "./launch-request.ts";
import { Supervision } from "./supervision.ts";
import { reportLost } from "./lost-sessions.ts";
import { keepUpToDate, type UpdateLog } from "./updates.ts";
import { AppWindow, type WindowOptions } from "./window.ts";

export type DesktopOptions = WindowOptions & {
  readonly log: UpdateLog;
  /** The folder where Chromium keeps its files. Undefined for its default. */
  readonly profileDirectory?: string | undefined;
  /** The path of the file with what the app remembers between two runs. */
  readonly stateFile: string;
  readonly loadFiles: () => Promise<PageFiles>;
  /**
   * Starts the host, or finds the one that runs. Resolves with the sessions that a crash of the app has ended.
   * The user sees the message of an error.
   */
  readonly start: () => Promise<readonly RunningSession[]>;
  /** Ends what `start` began. */
  readonly stop: () => Promise<void>;
  readonly host: Pick<HostLink, "isHosting" | "running" | "hold" | "resume">;
};

/** Starts the app. Call it while the main module is evaluated: schemes and switches must be set before the app is ready. */
export function runDesktop(options: DesktopOptions): void {
  if (options.profileDirectory !== undefined) app.setPath("userData", options.profileDirectory);
  const refused = refuseSwitches(app);
  if (refused.length > 0) options.log.warn(`Refused on the command line: ${refused.join(", ")}`);
  const request = launchRequest(process.argv);
  // A second instance passes its request to the first one and ends.
  if (!app.requestSingleInstanceLock(request)) {
    app.quit();
    return;
  }
  registerScheme();
  // Live terminals draw with WebGL. Chromium allows 16 contexts by default and then destroys the oldest. The limit here
  // is still finite, so that a leak gets noticed.
  app.commandLine.appendSwitch("max-active-webgl-contexts", "64");
  quitCleanly(app, options);
  // A window that the user keeps in the tray is hidden, not closed, and so is every closed window on macOS.
  app.on("window-all-closed", () => app.quit());
  app.whenReady().then(
    () => start(options, requestedSession(request)),
    (error: unknown) => fail(error, options),
  );
}

/** Tells the user why the app has not even a log to write to, and ends. */
export async function refuseToStart(reason: string): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox("Cotty could not start", reason);
  app.exit(1);
}

async function start(options: DesktopOptions, sessionToShow: SessionId | undefined): Promise<void> {
  try {
    const { log, host } = options;
    let window: AppWindow | undefined;
    const ask = (question: MessageBoxOptions): Promise<MessageBoxReturnValue> =>
      window?.browserWindow.isVisible() ? dialog.showMessageBox(window.browserWindow, question) : dialog.showMessageBox(question);
    const links = new ExternalLinks({ ask, open: (href) => shell.openExternal(href), log });
    installGuards(app, session.defaultSession, { onOpen: (url) => links.follow(url) });
    const [files, lost] = await Promise.all([options.loadFiles(), options.start()]);
    serveScheme(files, recoveryPage);
    const state = new AppStateFile(options.stateFile, (message) => log.warn(message));
    const watch = new HostWatch(options);
    window = new AppWindow(options, {
      bounds: state.state.window,
      saveBounds: (bounds) => state.update({ window: bounds }),
      hidden: process.argv.includes(HIDDEN_ARGUMENT),
    });
    reportLost(lost, window, log);
    new Supervision({ window, watch, state, ask, host, log }).begin();
    const appWindow = window;
    app.on("second-instance", (_event, _argv, _cwd, data) => appWindow.show(requestedSession(data)));
    app.on("activate", () => appWindow.show());
    if (sessionToShow !== undefined) appWindow.send({ type: "show", session: sessionToShow });
    await watch.connect();
    const { isPackaged } = app;
    keepUpToDate({ isPackaged, resources: process.resourcesPath, platform: process.platform, env: process.env }, log);
  } catch (error) {
    fail(error, options);
  }
}

function fail(error: unknown, { log }: DesktopOptions): void {
  log.error(`Cotty could not start: ${messageOf(error)}`);
  dialog.showErrorBox("Cotty could not start", messageOf(error));
  app.exit(1);
}
