/**
 * The loopback HTTP server. It serves the window to browsers and MCP to agents.
 *
 * It listens only on 127.0.0.1. No setting changes that, and no setting turns the
 * request gate or the tokens off. A request must pass the gate before any of its
 * body is read.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Accept } from "../../shared/transport.ts";
import { BrowserAccess } from "./browser-access.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import { sendRefusal } from "./http-exchange.ts";
import { createRoutes, type Route, routeFor } from "./http-routes.ts";
import type { HttpMcp } from "./mcp-route.ts";
import { endAfterOffer, WebSocketOrPlainRequest } from "./offered-protocols.ts";
import { refusalOf } from "./request-gate.ts";
import type { ShareLinks } from "./share-links.ts";
import { loadStaticFiles } from "./static-files.ts";
import { WebSocketListener } from "./websocket-listener.ts";

const LOOPBACK = "127.0.0.1";

/** A client may take 10 s to send the headers and 30 s to send the whole request. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // The gate refuses a missing Host, with the same headers as every response.
  requireHostHeader: false,
};

export type HttpOptions = {
  /** Undefined: the preferred port, or any free port when that one is taken. 0: any free port. Otherwise exactly this port. */
  readonly port?: number | undefined;
  readonly preferredPort: number;
  /** The folder with the built window. */
  readonly rendererDirectory: string;
  readonly accept: Accept;
  readonly links: ShareLinks;
  /** Answers the MCP requests of agents. */
  readonly mcp: HttpMcp;
  readonly log: { info(message: string): void; error(message: string): void };
  /** For tests: the clock in milliseconds by which codes expire. */
  readonly now?: () => number;
};

export type HttpEndpoint = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly routes: readonly Route[];
  /** Creates an address that opens the window once. Its code stands in the fragment, which browsers never send. */
  newAddress(): { url: string; expiresInMs: number };
  close(): Promise<void>;
};

/** Starts the server. Rejects with `start-failed` when the window is not built or the requested port is taken. */
export async function startHttp(options: HttpOptions): Promise<HttpEndpoint> {
  const files = await loadStaticFiles(options.rendererDirectory);
  const server = createServer({ ...LIMITS, IncomingMessage: WebSocketOrPlainRequest });
  const connections = new ConnectionLimit(server);
  const port = await listen(server, options);
  // From here on nothing fails, so nothing is made that would have to be given back.
  const access = new BrowserAccess(options.now);
  const listener = new WebSocketListener({ access, connections, links: options.links, accept: options.accept });
  const routes = createRoutes({ files, access, connections, listener, mcp: options.mcp });
  serve({ server, port, routes, log: options.log });
  const origin = `http://${LOOPBACK}:${port}`;
  return {
    origin,
    routes,
    newAddress() {
      const { code, expiresInMs } = access.newCode();
      return { url: `${origin}/#code=${code}`, expiresInMs };
    },
    close: () => close(server, listener),
  };
}

async function listen(server: Server, { port, preferredPort, log }: HttpOptions): Promise<number> {
  if (port !== undefined) return listenOn(server, port);
  try {
    return await listenOn(server, preferredPort);
  } catch (error) {
    const found = await listenOn(server, 0);
    log.info(`Port ${preferredPort} cannot be used (${messageOf(error)}); the window is served on port ${found} instead`);
    return found;
  }
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const handleError = (error: Error): void => {
      reject(
        new HostError("start-failed", `Cannot listen on ${LOOPBACK}:${port}: ${error.message}. Choose another port, or none`),
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
    endAfterOffer(request, response);
    const refusal = refusalOf(request, port);
    if (refusal) return sendRefusal(response, refusal);
    const route = routeFor(routes, request.method ?? "", request.url ?? "");
    if ("status" in route) return sendRefusal(response, route);
    if (route.method === "UPGRADE") return;
    if (request.headers.expect !== undefined)
      return sendRefusal(response, { status: 417, reason: "send the request without Expect" });
    Promise.resolve(route.handle(request, response)).catch((error: unknown) => {
      log.error(`A request for ${route.path} failed: ${messageOf(error)}`);
      if (!response.headersSent) sendRefusal(response, { status: 500, reason: "internal error" });
    });
  };
  server.on("request", handle);
  // Without these listeners Node would ask for the body before the request has passed the gate.
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

/** Refuses an upgrade. Node passes only a socket for an upgrade; this sends the same response as for any other request. */
function refuseUpgrade(request: IncomingMessage, socket: Duplex, refusal: Parameters<typeof sendRefusal>[1]): void {
  const response = new ServerResponse(request);
  socket.on("error", () => socket.destroy());
  response.assignSocket(request.socket);
  response.on("finish", () => request.socket.destroySoon());
  sendRefusal(response, refusal);
}

function close(server: Server, listener: WebSocketListener): Promise<void> {
  return new Promise((resolve) => {
    // Upgraded sockets count as connections of this server, so it closes when the last one has closed.
    server.close(() => resolve());
    listener[Symbol.dispose]();
    server.closeAllConnections();
  });
}
