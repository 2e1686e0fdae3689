/** What the loopback server serves: one table, from which its tests take their list too. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseFrame } from "../../shared/framing.ts";
import { AttemptLimit } from "./attempt-limit.ts";
import type { BrowserAccess } from "./browser-access.ts";
import { readBody, sendFile, sendJson, sendRefusal } from "./http-exchange.ts";
import { createMcpHandler, type HttpMcp } from "./mcp-route.ts";
import { bodyRefusalOf, type Refusal } from "./request-gate.ts";
import type { StaticFiles } from "./static-files.ts";
import { tooMany, type WebSocketListener } from "./websocket-listener.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type Route = { readonly path: string } & (
  | { readonly method: "GET" | "POST"; readonly handle: Handle }
  | { readonly method: "UPGRADE"; readonly listener: WebSocketListener }
);

/** A code and the JSON around it are under 100 bytes. */
const MAX_SESSION_BODY_BYTES = 1024;

export type RouteOptions = {
  readonly files: StaticFiles;
  readonly access: BrowserAccess;
  readonly listener: WebSocketListener;
  readonly mcp: HttpMcp;
};

export function createRoutes({ files, access, listener, mcp }: RouteOptions): Route[] {
  return [
    ...Array.from(files, ([path, file]): Route => ({
      method: "GET",
      path,
      handle: (_request, response) => sendFile(response, file),
    })),
    { method: "POST", path: "/session", handle: createSessionHandler(access) },
    { method: "UPGRADE", path: "/ws", listener },
    { method: "POST", path: "/mcp", handle: createMcpHandler(mcp) },
  ];
}

/** The route for a request, or why there is none. */
export function routeFor(routes: readonly Route[], method: string, target: string): Route | Refusal {
  const [path = ""] = target.split("?", 1);
  const there = routes.filter((route) => route.path === path);
  if (there.length === 0) return { status: 404, reason: "not found" };
  const route = there.find((candidate) => candidate.method === method);
  if (route) return route;
  if (there.every((candidate) => candidate.method === "UPGRADE")) {
    return { status: 426, reason: "a WebSocket only", headers: { upgrade: "websocket" } };
  }
  return { status: 405, reason: "wrong method", headers: { allow: there.map((candidate) => candidate.method).join(", ") } };
}

/** `POST /session {"code":"…"}` → `{"token":"…"}`: the page trades the code of its address for a token. */
function createSessionHandler(access: BrowserAccess): Handle {
  const failures = new AttemptLimit();
  return async (request, response) => {
    const unfit = bodyRefusalOf(request);
    if (unfit) return sendRefusal(response, unfit);
    const body = await readBody(request, MAX_SESSION_BODY_BYTES);
    if (!body) return;
    if ("refusal" in body) return sendRefusal(response, body.refusal);
    const token = access.redeem(codeIn(body.text));
    // Before the failures are looked at: others' guesses must not use up the minute that a code lasts.
    if (token !== undefined) return sendJson(response, { token });
    const retryAfter = failures.retryAfterSeconds;
    if (retryAfter > 0) return sendRefusal(response, tooMany(retryAfter));
    failures.fail();
    sendRefusal(response, { status: 401, reason: "no such code", headers: { "www-authenticate": "Bearer" } });
  };
}

/** The code in a request's body; one that cannot be right when there is none. */
function codeIn(body: string): string {
  const frame = parseFrame(body);
  const code = "message" in frame ? frame.message["code"] : undefined;
  return typeof code === "string" ? code : "";
}
