/**
 * The files of the window and their headers. All files are read into memory when
 * the server starts. A request must name a file exactly, and no path from a
 * request is ever used to read from the disk.
 */
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { HostError, messageOf } from "../../shared/errors.ts";

export type StaticFile = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/** Files by request path: `/`, `/index.html`, `/assets/index-3f2a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Scripts, fonts and connections come only from this server. Styles need
 * `unsafe-inline` because xterm adds a `<style>` element to the page.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The headers of every response, including refusals. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** For files under `assets/`: their names contain a hash of their content, so they never change. */
const IMMUTABLE = "private, max-age=31536000, immutable";

/** Reads the built window. Skips symbolic links, which could point anywhere. Throws `start-failed` when there is no window. */
export async function loadStaticFiles(directory: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new HostError("start-failed", `The window is not built (${messageOf(error)}): run \`npm run build\``);
  });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    files.set(path, { body: new Uint8Array(await readFile(file)), headers: headersOf(path) });
  }
  const index = files.get("/index.html");
  if (!index)
    throw new HostError("start-failed", `The window is not built (no index.html in ${directory}): run \`npm run build\``);
  files.set("/", index);
  return files;
}

function headersOf(path: string): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    "content-type": CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
    "cache-control": path.startsWith("/assets/") ? IMMUTABLE : "no-store",
  };
}
