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

/**
 * Refuses a request and closes the connection, so that the rest of the request is
 * not read. The reason is short and reveals nothing about the host.
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
  response.end(body);
}

/**
 * A client reads a refusal only when it has sent its body: closing before that resets the connection. So a body that is
 * too long is taken and dropped up to this many times the limit, and for this time.
 */
const DROPPED_BODIES = 8;
const DROPS_WITHIN_MS = 1000;

/** Reads the body as text. A body over `maxBytes` is refused. Undefined when the connection closed before its end. */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ text: string } | { refusal: Refusal } | undefined> {
  const tooLong = { refusal: { status: 413, reason: "too long" } };
  const declared = Number(request.headers["content-length"] ?? 0);
  return new Promise((resolve) => {
    if (declared > maxBytes * DROPPED_BODIES) return resolve(tooLong);
    const refuseLater = (): NodeJS.Timeout => setTimeout(() => resolve(tooLong), DROPS_WITHIN_MS).unref();
    let refusal = declared > maxBytes ? refuseLater() : undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      refusal ??= refuseLater();
      if (size > maxBytes * DROPPED_BODIES) resolve(tooLong);
    });
    request.on("end", () => resolve(size > maxBytes ? tooLong : { text: Buffer.concat(chunks).toString("utf8") }));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
