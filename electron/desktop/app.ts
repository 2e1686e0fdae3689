/**
 * The desktop app around the window: one instance, one window, tray, menus, and
 * an end that always comes. Knows no host; it is handed what it needs of one.
 */
import { app, dialog, type MessageBoxOptions, type MessageBoxReturnValue, session, shell } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { SessionId } from "../../shared/protocol.ts";
import { AppStateFile } from "../platform/app-state.ts";
import type { RunningSession } from "../platform/run-state.ts";
import { ExternalLinks } from "./external-links.ts";
import { installGuards } from "./guards.ts";
import { HostWatch } from "./host-watch.ts";
import { HIDDEN_ARGUMENT } from "./open-at-login.ts";
import { quitCleanly } from "./quit.ts";
import { recoveryPage } from "./recovery.ts";
import { refuseSwitches } from "./refused-switches.ts";
import { type PageFiles, registerScheme, serveScheme } from "./scheme.ts";
import { wantedSession, wishOf } from "./start-request.ts";
import { Supervision } from "./supervision.ts";
import { reportLost } from "./lost-sessions.ts";
import { keepUpToDate, type UpdateLog } from "./updates.ts";
import { AppWindow, type WindowOptions } from "./window.ts";

export type DesktopOptions = WindowOptions & {
  readonly log: UpdateLog;
  /** Where Chromium keeps its own files; its usual bounds when absent. */
  readonly profileDirectory?: string | undefined;
  /** What the app remembers between two runs. */
  readonly stateFile: string;
  readonly loadFiles: () => Promise<PageFiles>;
  /** Starts the host, or finds the one that runs. What it rejects with is shown to the person. Resolves with what a crash took. */
  readonly start: () => Promise<readonly RunningSession[]>;
  /** Ends what `start` began. */
  readonly stop: () => Promise<void>;
  readonly host: {
    /** True while this process is the host. */
    readonly isHosting: boolean;
    /** Somebody ended the host: there is none until `resume`. */
    hold(): void;
    resume(): void;
  };
};

/** Call while the main module is being evaluated: schemes and switches must be set before the app is ready. */
export function runDesktop(options: DesktopOptions): void {
  if (options.profileDirectory !== undefined) app.setPath("userData", options.profileDirectory);
  const refused = refuseSwitches(app);
  if (refused.length > 0) options.log.warn(`Refused on the command line: ${refused.join(", ")}`);
  const wish = wishOf(process.argv);
  if (!app.requestSingleInstanceLock(wish)) {
    app.quit();
    return;
  }
  registerScheme();
  // Live terminals draw with WebGL; Chromium's limit of 16 contexts would kill the oldest. Bounded, so that a leak shows.
  app.commandLine.appendSwitch("max-active-webgl-contexts", "64");
  quitCleanly(app, options);
  // Unless a person chose to keep it in the tray, the app ends with its window; on macOS it never does.
  app.on("window-all-closed", () => app.quit());
  app.whenReady().then(
    () => start(options, wantedSession(wish)),
    (error: unknown) => fail(error, options),
  );
}

async function start(options: DesktopOptions, wanted: SessionId | undefined): Promise<void> {
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
    new Supervision({ window, watch, state, ask, host, log }).begin();
    const appWindow = window;
    app.on("second-instance", (_event, _argv, _cwd, data) => appWindow.show(wantedSession(data)));
    app.on("activate", () => appWindow.show());
    if (wanted !== undefined) appWindow.send({ type: "show", session: wanted });
    await watch.connect();
    await reportLost({ lost, ask, reveal: (file) => shell.showItemInFolder(file), log });
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
