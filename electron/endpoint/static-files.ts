/**
 * The window's files, and the headers that go with them. Everything is read
 * into memory at start: a request names a file by exact match in a map, so no
 * path a client sends ever reaches the disk.
 */
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { HostError, messageOf } from "../../shared/errors.ts";

export type StaticFile = {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/** Request path to file: `/`, `/index.html`, `/assets/index-3f2a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Scripts, fonts and connections only from ourselves. Styles need
 * `unsafe-inline` because xterm puts its own `<style>` into the page.
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

/** On every response, whatever it is: the window's files, answers, refusals. */
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

/** The build puts a hash of the content into the names under `assets/`, so those never change. */
const IMMUTABLE = "private, max-age=31536000, immutable";

/** Reads the built window. Symbolic links are left out: they could point anywhere. */
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
