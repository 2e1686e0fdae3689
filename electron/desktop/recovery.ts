/**
 * A window whose page crashes loads it again: the sessions are the host's, so
 * nothing is lost. One that crashes again and again gets a page without a script,
 * where a person decides when to try once more.
 */
import type { WebContents } from "electron";
import { messageOf } from "../../shared/errors.ts";
import { PAGE_PATH, PAGE_URL, RECOVERY_URL } from "./page-url.ts";
import type { PageFile } from "./scheme.ts";

const MAX_CRASHES = 3;
/** Of the page being there: on a slow machine it takes longer than this to load it three times. */
const CRASH_PERIOD_MS = 10_000;

/** Counts crashes, by a clock that goes only while the page is there. */
class CrashCount {
  #crashes: number[] = [];
  #thereForMs = 0;
  #thereSince: number | undefined;

  /** The page has been loaded. */
  handleLoad(nowMs: number): void {
    this.#thereSince ??= nowMs;
  }

  /** Notes a crash; true when there have been too many within the period. */
  add(nowMs: number): boolean {
    this.#thereForMs += nowMs - (this.#thereSince ?? nowMs);
    this.#thereSince = undefined;
    const now = this.#thereForMs;
    this.#crashes = [...this.#crashes.filter((atMs) => now - atMs < CRASH_PERIOD_MS), now];
    return this.#crashes.length >= MAX_CRASHES;
  }

  clear(): void {
    this.#crashes = [];
  }
}

export function recoverFromCrashes(contents: WebContents, log: { error(message: string): void }): void {
  const crashes = new CrashCount();
  contents.on("did-finish-load", () => crashes.handleLoad(performance.now()));
  contents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || contents.isDestroyed()) return;
    log.error(`The window's process ended: ${reason} (${exitCode})`);
    const isLoop = crashes.add(performance.now());
    // Whoever tries once more from there has as many tries again.
    if (isLoop) crashes.clear();
    const url = isLoop ? RECOVERY_URL : PAGE_URL;
    // Not from within the event: Electron is still taking the old process down.
    setImmediate(() => {
      if (contents.isDestroyed()) return;
      contents.loadURL(url).catch((error: unknown) => log.error(`The window could not be loaded again: ${messageOf(error)}`));
    });
  });
}

/** No script, nothing from elsewhere, and no way on but to the window itself. */
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
  <p>It has crashed ${MAX_CRASHES} times within ${CRASH_PERIOD_MS / 1000} seconds of being there, so it is not loaded again by itself.</p>
  <p>Your sessions go on: they do not live in this window. <code>cotty ls</code> lists them, <code>cotty serve</code> shows them in a browser.</p>
  <a href="${PAGE_PATH}">Try again</a>
</main>
</html>
`),
};
