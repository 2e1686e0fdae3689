/**
 * The window's own scheme, `app://cotty/…`. Unlike `file:`, it has an origin
 * that the content security policy can name, and it reaches nothing but the
 * files that were read at start.
 */
import { protocol } from "electron";
import { HOST, RECOVERY_PATH, SCHEME } from "./page-url.ts";

export type PageFile = { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> };

/** The window's files by path, each with its headers, the content security policy among them. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Must come before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Must come after the app is ready. */
export function serveScheme(files: PageFiles, recovery: PageFile): void {
  protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    const wanted = pathname === RECOVERY_PATH ? recovery : files.get(pathname);
    const file = host === HOST && request.method === "GET" ? wanted : undefined;
    return file ? new Response(file.body, { headers: file.headers }) : new Response("not found\n", { status: 404 });
  });
}
