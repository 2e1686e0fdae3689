/**
 * The loopback server: the window for a browser, and MCP for agents.
 *
 * It listens on 127.0.0.1 and nowhere else; there is no setting for that, and
 * none that turns the gate or the tokens off. A request passes the gate before
 * a byte of its body is read.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Accept } from "../../shared/transport.ts";
import { BrowserAccess } from "./browser-access.ts";
import { sendRefusal } from "./http-exchange.ts";
import { createRoutes, type Route, routeFor } from "./http-routes.ts";
import type { HttpMcp } from "./mcp-route.ts";
import { refusalOf } from "./request-gate.ts";
import { loadStaticFiles } from "./static-files.ts";
import { WebSocketListener } from "./websocket-listener.ts";

/** The port when nobody asks for one, so that a browser finds the window at the same address again. */
export const DEFAULT_PORT = 26889;
const LOOPBACK = "127.0.0.1";

const MAX_CONNECTIONS = 128;
/** Slow senders are cut off: ten seconds for the headers, thirty for all of a request. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // The gate answers a missing Host, with the headers that every answer has.
  requireHostHeader: false,
};

export type HttpOptions = {
  /** Absent: the default port, or any other when that is taken. 0: any. Otherwise this one or none. */
  readonly port?: number | undefined;
  /** Where the built window is. */
  readonly rendererDirectory: string;
  readonly accept: Accept;
  /** What serves the agents that come over HTTP. */
  readonly mcp: HttpMcp;
  readonly log: { info(message: string): void; error(message: string): void };
  /** For tests: the clock that codes expire by. */
  readonly now?: () => number;
};

export type HttpEndpoint = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly routes: readonly Route[];
  /** An address that opens the window once, with its single-use code in the fragment, which no request carries. */
  newAddress(): { url: string; expiresInMs: number };
  /** Ends every browser's access: codes, tokens, and the connections they opened. */
  revokeBrowsers(): void;
  close(): Promise<void>;
};

/** Starts serving. Rejects with `start-failed` when the window is not built or the wanted port is taken. */
export async function startHttp(options: HttpOptions): Promise<HttpEndpoint> {
  const access = new BrowserAccess(options.now);
  const listener = new WebSocketListener(access, options.accept);
  const files = await loadStaticFiles(options.rendererDirectory);
  const routes = createRoutes({ files, access, listener, mcp: options.mcp });
  const server = createServer(LIMITS);
  server.maxConnections = MAX_CONNECTIONS;
  const port = await listen(server, options);
  serve({ server, port, routes, log: options.log });
  const origin = `http://${LOOPBACK}:${port}`;
  return {
    origin,
    routes,
    newAddress() {
      const { code, expiresInMs } = access.newCode();
      return { url: `${origin}/#code=${code}`, expiresInMs };
    },
    revokeBrowsers: () => access.revokeAll(),
    close: () => close(server, listener),
  };
}

async function listen(server: Server, { port, log }: HttpOptions): Promise<number> {
  if (port !== undefined) return listenOn(server, port);
  try {
    return await listenOn(server, DEFAULT_PORT);
  } catch (error) {
    const found = await listenOn(server, 0);
    log.info(`Port ${DEFAULT_PORT} cannot be used (${messageOf(error)}); the window is served on port ${found} instead`);
    return found;
  }
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const handleError = (error: Error): void => {
      reject(
        new HostError("start-failed", `Cannot listen on ${LOOPBACK}:${port}: ${error.message}; ask for another port or for none`),
      );
    };
    server.once("error", handleError);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off("error", handleError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

type ServeOptions = {
  readonly server: Server;
  readonly port: number;
  readonly routes: readonly Route[];
  readonly log: HttpOptions["log"];
};

function serve({ server, port, routes, log }: ServeOptions): void {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request, port);
    if (refusal) return sendRefusal(response, refusal);
    const route = routeFor(routes, request.method ?? "", request.url ?? "");
    if ("status" in route) return sendRefusal(response, route);
    if (route.method === "UPGRADE") return;
    if (request.headers.expect !== undefined) return sendRefusal(response, { status: 417, reason: "just send it" });
    Promise.resolve(route.handle(request, response)).catch((error: unknown) => {
      log.error(`A request for ${route.path} failed: ${messageOf(error)}`);
      if (!response.headersSent) sendRefusal(response, { status: 500, reason: "internal error" });
    });
  };
  server.on("request", handle);
  // Otherwise Node invites the body before the gate has been passed.
  server.on("checkContinue", handle);
  server.on("checkExpectation", handle);
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(request, port);
    if (refusal) return refuseUpgrade(request, socket, refusal);
    const route = routeFor(routes, "UPGRADE", request.url ?? "");
    if ("status" in route) return refuseUpgrade(request, socket, route);
    if (route.method !== "UPGRADE") return;
    const busy = route.listener.refusal;
    if (busy) return refuseUpgrade(request, socket, busy);
    route.listener.upgrade(request, socket, head);
  });
}

/** An upgrade comes with a bare socket; this gives it the same answer that any other request would get. */
function refuseUpgrade(request: IncomingMessage, socket: Duplex, refusal: Parameters<typeof sendRefusal>[1]): void {
  const response = new ServerResponse(request);
  socket.on("error", () => socket.destroy());
  response.assignSocket(request.socket);
  response.on("finish", () => request.socket.destroySoon());
  sendRefusal(response, refusal);
}

function close(server: Server, listener: WebSocketListener): Promise<void> {
  return new Promise((resolve) => {
    // Upgraded sockets count as connections of this server: it has closed when the last of them has gone.
    server.close(() => resolve());
    listener[Symbol.dispose]();
    server.closeAllConnections();
  });
}
