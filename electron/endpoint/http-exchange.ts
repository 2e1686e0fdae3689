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
      if (size <= maxBytes) chunks.push(chunk);
      else resolve(tooLong);
    });
    request.on("end", () => resolve({ text: Buffer.concat(chunks).toString("utf8") }));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
