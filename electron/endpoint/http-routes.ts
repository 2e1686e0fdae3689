/** The routes of the loopback server, in one table. The tests iterate over the same table. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseFrame } from "../../shared/framing.ts";
import { RateLimit } from "./rate-limit.ts";
import type { ConnectionLimit } from "./connection-limit.ts";
import type { BrowserAccess } from "./browser-access.ts";
import { readBody, sendFile, sendJson, sendRefusal } from "./http-exchange.ts";
import { createMcpHandler, type HttpMcp } from "./mcp-route.ts";
import { bodyRefusalOf, type Refusal } from "./request-gate.ts";
import type { StaticFiles } from "./static-files.ts";
import { tooMany, type WebSocketListener } from "./websocket-listener.ts";

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type Route = { readonly path: string } & (
  | { readonly method: "GET" | "POST"; readonly handle: RequestHandler }
  | { readonly method: "UPGRADE"; readonly listener: WebSocketListener }
);

/** Ample: a code with the JSON around it has less than 100 bytes. */
const MAX_SESSION_BODY_BYTES = 1024;

export type RouteOptions = {
  readonly files: StaticFiles;
  readonly access: BrowserAccess;
  readonly connections: ConnectionLimit;
  readonly listener: WebSocketListener;
  readonly mcp: HttpMcp;
};

export function createRoutes({ files, access, connections, listener, mcp }: RouteOptions): Route[] {
  return [
    ...Array.from(files, ([path, file]): Route => ({
      method: "GET",
      path,
      handle: (_request, response) => sendFile(response, file),
    })),
    { method: "POST", path: "/session", handle: createSessionHandler(access, connections) },
    { method: "UPGRADE", path: "/ws", listener },
    { method: "POST", path: "/mcp", handle: createMcpHandler(mcp, connections) },
  ];
}

/** The route for a request, or the reason to refuse the request. */
export function routeFor(routes: readonly Route[], method: string, target: string): Route | Refusal {
  const [path = ""] = target.split("?", 1);
  const samePath = routes.filter((route) => route.path === path);
  if (samePath.length === 0) return { status: 404, reason: "not found" };
  const found = samePath.find((route) => route.method === method);
  if (found) return found;
  if (samePath.every((route) => route.method === "UPGRADE")) {
    return { status: 426, reason: "WebSocket only", headers: { upgrade: "websocket" } };
  }
  return { status: 405, reason: "wrong method", headers: { allow: samePath.map((route) => route.method).join(", ") } };
}

/** `POST /session {"code":"…"}` → `{"token":"…"}`: the page exchanges the code in its address for a token. */
function createSessionHandler(access: BrowserAccess, connections: ConnectionLimit): RequestHandler {
  const failures = new RateLimit();
  return async (request, response) => {
    const refusal = bodyRefusalOf(request);
    if (refusal) return sendRefusal(response, refusal);
    const body = await readBody(request, MAX_SESSION_BODY_BYTES);
    if (!body) return;
    if ("refusal" in body) return sendRefusal(response, body.refusal);
    const token = access.redeem(codeIn(body.text));
    // Check the code before the rate limit: another client's guesses must not block a valid code.
    if (token !== undefined) {
      connections.admit(request.socket);
      return sendJson(response, { token });
    }
    const retryAfter = failures.retryAfterSeconds;
    if (retryAfter > 0) return sendRefusal(response, tooMany(retryAfter));
    failures.recordFailure();
    sendRefusal(response, { status: 401, reason: "no such code", headers: { "www-authenticate": "Bearer" } });
  };
}

/** The code in a request's body. Empty, and so never valid, when the body has no code. */
function codeIn(body: string): string {
  const frame = parseFrame(body);
  const code = "message" in frame ? frame.message["code"] : undefined;
  return typeof code === "string" ? code : "";
}
