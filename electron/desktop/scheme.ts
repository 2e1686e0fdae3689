/**
 * The window's own scheme, `app://cotty/…`. Unlike `file:`, it has an origin
 * that the content security policy can name, and it reaches nothing but the
 * files that were read at start.
 */
import { protocol } from "electron";

const SCHEME = "app";
const HOST = "cotty";

/** `desktop` tells the page to wait for a port instead of opening a WebSocket. */
export const PAGE_URL = `${SCHEME}://${HOST}/index.html?desktop`;

/** Whether this is the window's own page; what stands in the fragment is the page's business. */
export function isOwnPage(url: string): boolean {
  return url.split("#", 1)[0] === PAGE_URL;
}

/** The window's files by path, each with its headers, the content security policy among them. */
export type PageFiles = ReadonlyMap<
  string,
  { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> }
>;

/** Must come before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Must come after the app is ready. */
export function serveScheme(files: PageFiles): void {
  protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    const file = host === HOST && request.method === "GET" ? files.get(pathname) : undefined;
    return file ? new Response(file.body, { headers: file.headers }) : new Response("not found\n", { status: 404 });
  });
}
