/** Sends the response to one request. Every response is sent from here, so that none lacks the security headers. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "./request-gate.ts";
import { SECURITY_HEADERS, type StaticFile } from "./static-files.ts";

/** Answers with a file of the window, which the browser may keep as its headers say. */
export function sendFile(response: ServerResponse, file: StaticFile): void {
  response.writeHead(200, { ...file.headers, "content-length": file.body.length });
  response.end(file.body);
}

/** Answers with JSON, which no cache may keep. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

/** How much of a refused request is taken and dropped before the connection closes, and for how long. */
const DROPPED_BYTES = 8 * 1024 * 1024;
const DROPS_WITHIN_MS = 1000;

/**
 * Refuses a request at once, and closes the connection when the client has sent its body: most clients read the answer
 * only then, and closing before it resets the connection. The reason is short and reveals nothing about the host.
 */
export function sendRefusal(response: ServerResponse, { status, reason, headers }: Refusal): void {
  const body = `${reason}\n`;
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
    connection: "close",
    ...headers,
  });
  response.write(body);
  dropBody(response.req, () => response.end());
}

/** Drops what comes of a request's body, and calls `then` once it has ended or is too much to wait for. */
function dropBody(request: IncomingMessage, then: () => void): void {
  if (request.readableEnded) return then();
  const timer = setTimeout(then, DROPS_WITHIN_MS).unref();
  let left = DROPPED_BYTES;
  request.on("data", function drop(chunk: Buffer) {
    left -= chunk.length;
    if (left >= 0) return;
    request.off("data", drop);
    then();
  });
  request.once("close", () => clearTimeout(timer));
  request.once("end", then);
}

/** Reads the body as text. A body over `maxBytes` is refused. Undefined when the connection closed before its end. */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ text: string } | { refusal: Refusal } | undefined> {
  const tooLong = { refusal: { status: 413, reason: "too long" } };
  return new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return resolve(tooLong);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(tooLong);
    });
    request.on("end", () => resolve({ text: Buffer.concat(chunks).toString("utf8") }));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
