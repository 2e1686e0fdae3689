/**
 * Ends the app. Closing the window asks the user if programs would end with the
 * app. Quitting stops the programs as the host does at every shutdown. Neither can
 * hang.
 */
import type { App, BrowserWindow } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { CloseAnswer } from "./close-question.ts";

/** Quitting waits at most this long for the host to stop its sessions and finish its recordings. */
export const QUIT_DEADLINE_MS = 10_000;

type Log = { error(message: string): void };

export type QuitOptions = {
  /** Ends the host, if this process is the host. */
  readonly stop: () => Promise<void>;
  readonly log: Log;
};

/** The part of Electron's `App` that quitting uses. */
export type QuittingApp = Pick<App, "quit" | "exit"> & {
  on(event: "will-quit", listener: (event: { preventDefault(): void }) => void): unknown;
};

/** Handles every way of quitting: waits for the host to end, but not longer than the deadline. */
export function quitCleanly(app: QuittingApp, { stop, log }: QuitOptions): void {
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

export type ClosingOptions = {
  readonly app: Pick<App, "quit"> & { on(event: "before-quit", listener: () => void): unknown };
  readonly window: Pick<BrowserWindow, "hide"> & {
    on(event: "close", listener: (event: { preventDefault(): void }) => void): unknown;
  };
  /** The number of programs that would end with the app. */
  readonly running: () => number;
  readonly ask: () => Promise<CloseAnswer["action"]>;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
};

/** Handles a click on the window's close button. Quitting never asks, because a user who quits wants the programs to end. */
export function handleClosing({ app, window, running, ask, platform, log }: ClosingOptions): void {
  let quitting = false;
  let asking = false;
  app.on("before-quit", () => (quitting = true));
  window.on("close", (event) => {
    if (quitting) return;
    const wouldEnd = running() > 0;
    // On macOS an app goes on running without a window.
    if (!wouldEnd && platform !== "darwin") return;
    event.preventDefault();
    if (!wouldEnd) return window.hide();
    if (asking) return;
    asking = true;
    const act = (action: CloseAnswer["action"]): void => {
      if (action === "keep") window.hide();
      if (action === "end") app.quit();
    };
    ask()
      .then(act)
      .catch((error: unknown) => log.error(`The question at closing could not be asked: ${messageOf(error)}`))
      .finally(() => (asking = false));
  });
}
