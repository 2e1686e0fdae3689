/**
 * How the app ends: closing the window asks when programs would end with it,
 * quitting ends them by the host's ladder, and neither can hang.
 */
import type { App, BrowserWindow } from "electron";
import { messageOf } from "../../shared/errors.ts";
import type { Answer } from "./close-choice.ts";

/** Quitting waits for the host to end its sessions and finish its recordings, but never longer than this. */
export const QUIT_DEADLINE_MS = 10_000;

type Log = { error(message: string): void };

export type QuitOptions = {
  /** Ends what the app began: its host, if it is one. */
  readonly stop: () => Promise<void>;
  readonly log: Log;
};

/** What this needs of the app. */
export type QuittingApp = Pick<App, "quit" | "exit"> & {
  on(event: "will-quit", listener: (event: { preventDefault(): void }) => void): unknown;
};

/** Every way out of the app leads through here: the end is awaited, and bounded. */
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
  /** How many programs would end with the app. */
  readonly running: () => number;
  readonly ask: () => Promise<Answer["action"]>;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
};

/** What a click on the window's close button does. Quitting is not asked about: who quits says what is meant. */
export function handleClosing({ app, window, running, ask, platform, log }: ClosingOptions): void {
  let quitting = false;
  let asking = false;
  app.on("before-quit", () => (quitting = true));
  window.on("close", (event) => {
    if (quitting) return;
    const wouldEnd = running() > 0;
    // On macOS an app outlives its windows.
    if (!wouldEnd && platform !== "darwin") return;
    event.preventDefault();
    if (!wouldEnd) return window.hide();
    if (asking) return;
    asking = true;
    const act = (action: Answer["action"]): void => {
      if (action === "keep") window.hide();
      if (action === "end") app.quit();
    };
    ask()
      .then(act)
      .catch((error: unknown) => log.error(`The question at closing could not be asked: ${messageOf(error)}`))
      .finally(() => (asking = false));
  });
}
