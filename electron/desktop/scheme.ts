/**
 * The window's own scheme, `app://cotty/…`. Unlike `file:`, it has an origin that
 * the content security policy can name. It serves only the files that were read
 * at the start.
 */
import { protocol } from "electron";
import { HOST, RECOVERY_PATH, SCHEME } from "./page-url.ts";

export type PageFile = { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> };

/** The window's files by path. Their headers include the content security policy. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Registers the scheme. Call it before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the files under the scheme. Call it after the app is ready. */
export function serveScheme(files: PageFiles, recovery: PageFile): void {
  protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    const found = pathname === RECOVERY_PATH ? recovery : files.get(pathname);
    const file = host === HOST && request.method === "GET" ? found : undefined;
    return file ? new Response(file.body, { headers: file.headers }) : new Response("not found\n", { status: 404 });
  });
}
