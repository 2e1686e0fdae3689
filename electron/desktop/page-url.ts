/** The addresses of the app's pages. */

export const SCHEME = "app";
export const HOST = "cotty";

/** The query `desktop` tells the page to wait for a port instead of opening a WebSocket. */
export const PAGE_PATH = "/index.html?desktop";
export const PAGE_URL = `${SCHEME}://${HOST}${PAGE_PATH}`;

export const RECOVERY_PATH = "/recovery.html";
/** Shown instead of the window when it keeps crashing. */
export const RECOVERY_URL = `${SCHEME}://${HOST}${RECOVERY_PATH}`;

/** Whether this is the window's own page. The fragment does not matter. */
export function isOwnPage(url: string): boolean {
  return url.split("#", 1)[0] === PAGE_URL;
}
