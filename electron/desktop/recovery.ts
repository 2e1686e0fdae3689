/**
 * Reloads the window's page after a crash. Nothing is lost, because the sessions
 * belong to the host. After repeated crashes, the window shows a page without
 * scripts, where the user decides when to try again.
 */
import type { WebContents } from "electron";
import { messageOf } from "../../shared/errors.ts";
import { PAGE_PATH, PAGE_URL, RECOVERY_URL } from "./page-url.ts";
import type { PageFile } from "./scheme.ts";

const MAX_CRASHES = 3;
/** Measured only while a page is loaded, because loading it three times may take longer than this on a slow machine. */
const CRASH_PERIOD_MS = 10_000;

/** Counts crashes. Its clock runs only while the page is loaded. */
class CrashCount {
  /** The times of the last crashes on that clock. */
  #crashedAtMs: number[] = [];
  #loadedForMs = 0;
  #loadedAtMs: number | undefined;

  handleLoad(nowMs: number): void {
    this.#loadedAtMs ??= nowMs;
  }

  /** Counts a crash. Returns whether there have been too many within the period. */
  add(nowMs: number): boolean {
    this.#loadedForMs += nowMs - (this.#loadedAtMs ?? nowMs);
    this.#loadedAtMs = undefined;
    const crashAtMs = this.#loadedForMs;
    this.#crashedAtMs = [...this.#crashedAtMs.filter((atMs) => crashAtMs - atMs < CRASH_PERIOD_MS), crashAtMs];
    return this.#crashedAtMs.length >= MAX_CRASHES;
  }

  clear(): void {
    this.#crashedAtMs = [];
  }
}

/** Loads the page again after a crash, or the recovery page after too many crashes. */
export function recoverFromCrashes(contents: WebContents, log: { error(message: string): void }): void {
  const crashes = new CrashCount();
  contents.on("did-finish-load", () => crashes.handleLoad(performance.now()));
  contents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || contents.isDestroyed()) return;
    log.error(`The window's process ended: ${reason} (${exitCode})`);
    const isLoop = crashes.add(performance.now());
    // After “Try again”, the count starts anew.
    if (isLoop) crashes.clear();
    const url = isLoop ? RECOVERY_URL : PAGE_URL;
    // Not within the event, because Electron is still removing the old process.
    setImmediate(() => {
      if (contents.isDestroyed()) return;
      contents.loadURL(url).catch((error: unknown) => log.error(`The window could not be loaded again: ${messageOf(error)}`));
    });
  });
}

/** The page after too many crashes. It has no script, loads nothing, and links only to the window's page. */
export const recoveryPage: PageFile = {
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    "cache-control": "no-store",
  },
  body: new TextEncoder().encode(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cotty</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 90vh; margin: 0; }
  main { max-width: 30rem; padding: 1.5rem; }
  h1 { font-size: 1.3rem; }
  a { display: inline-block; margin-top: 0.5rem; padding: 0.4rem 1rem; border: 1px solid; border-radius: 6px; color: inherit; text-decoration: none; }
</style>
<main>
  <h1>The window keeps crashing</h1>
  <p>It has crashed ${MAX_CRASHES} times within ${CRASH_PERIOD_MS / 1000} seconds, so it is not reloaded automatically.</p>
  <p>Your sessions go on, because they do not run in this window. <code>cotty ls</code> lists them, <code>cotty serve</code> shows them in a browser.</p>
  <a href="${PAGE_PATH}">Try again</a>
</main>
</html>
`),
};
