/**
 * The desktop app around the window: one instance, one window, and an end that
 * always comes. Knows no host; it is handed what it needs of one.
 */
import { app, type BrowserWindow, dialog, Menu } from "electron";
import { messageOf } from "../../shared/errors.ts";
import { installGuards } from "./guards.ts";
import { type PageFiles, registerScheme, serveScheme } from "./scheme.ts";
import { keepUpToDate, type UpdateLog } from "./updates.ts";
import { openWindow, type WindowOptions } from "./window.ts";

/** Quitting waits for the host to end its sessions and finish its recordings, but never longer than this. */
const QUIT_DEADLINE_MS = 10_000;

export type DesktopOptions = WindowOptions & {
  readonly log: UpdateLog;
  /** Where Chromium keeps its own files; its usual place when absent. */
  readonly profileDirectory?: string | undefined;
  readonly loadFiles: () => Promise<PageFiles>;
  /** Starts the host, or finds the one that runs. What it rejects with is shown to the person. */
  readonly start: () => Promise<void>;
  /** Ends what `start` began. */
  readonly stop: () => Promise<void>;
};

/** Call while the main module is being evaluated: schemes and switches must be set before the app is ready. */
export function runDesktop(options: DesktopOptions): void {
  if (options.profileDirectory !== undefined) app.setPath("userData", options.profileDirectory);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  registerScheme();
  // Live terminals draw with WebGL; Chromium's limit of 16 contexts would kill the oldest. Bounded, so that a leak shows.
  app.commandLine.appendSwitch("max-active-webgl-contexts", "64");
  quitCleanly(options);
  app.whenReady().then(
    () => open(options),
    (error: unknown) => fail(error, options),
  );
}

async function open(options: DesktopOptions): Promise<void> {
  try {
    installGuards();
    setMenu();
    const [files] = await Promise.all([options.loadFiles(), options.start()]);
    serveScheme(files);
    const window = openWindow(options);
    app.on("second-instance", () => present(window));
    const { isPackaged } = app;
    keepUpToDate({ isPackaged, resources: process.resourcesPath, platform: process.platform, env: process.env }, options.log);
  } catch (error) {
    fail(error, options);
  }
}

function fail(error: unknown, { log }: DesktopOptions): void {
  log.error(`Cotty could not start: ${messageOf(error)}`);
  dialog.showErrorBox("Cotty could not start", messageOf(error));
  app.exit(1);
}

function present(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Electron's default menu would take Ctrl+R, Ctrl+W and others away from the programs in the terminals. */
function setMenu(): void {
  const menu =
    process.platform === "darwin"
      ? Menu.buildFromTemplate([{ role: "appMenu" }, { role: "editMenu" }, { role: "windowMenu" }])
      : null;
  Menu.setApplicationMenu(menu);
}

function quitCleanly({ stop, log }: DesktopOptions): void {
  app.on("window-all-closed", () => app.quit());
  let stopping = false;
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    const deadline = setTimeout(() => {
      log.error(`The host did not end within ${QUIT_DEADLINE_MS} ms`);
      app.exit(1);
    }, QUIT_DEADLINE_MS);
    stop()
      .catch((error: unknown) => log.error(`The host did not end cleanly: ${messageOf(error)}`))
      .finally(() => {
        clearTimeout(deadline);
        app.exit(0);
      });
  });
}
