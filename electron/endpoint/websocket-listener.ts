/**
 * Accepts the WebSockets of browsers, and closes them when their token is
 * revoked. Nothing of ws is used here, or in websocket-server-transport.ts,
 * but its documented API.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { MAX_FRAME_BYTES } from "../../shared/framing.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Accept, Viewing } from "../../shared/transport.ts";
import type { ConnectionLimit } from "./connection-limit.ts";
import { RateLimit } from "./rate-limit.ts";
import type { BrowserAccess, BrowserToken } from "./browser-access.ts";
import type { Refusal } from "./request-gate.ts";
import type { ShareLink, ShareLinks } from "./share-links.ts";
import { CloseCode, WebSocketServerTransport } from "./websocket-server-transport.ts";

/** Sockets that have not shown a token yet; the host lets each of them wait for a few seconds only. */
const MAX_GREETING = 16;
/** How long the other side may take to answer a close before its socket is cut. */
const CLOSE_TIMEOUT_MS = 500;

export type WebSocketListenerOptions = {
  readonly access: BrowserAccess;
  readonly connections: ConnectionLimit;
  readonly links: ShareLinks;
  readonly accept: Accept;
};

export class WebSocketListener implements Disposable {
  readonly #access: BrowserAccess;
  readonly #connections: ConnectionLimit;
  readonly #links: ShareLinks;
  readonly #accept: Accept;
  readonly #store = new DisposableStore();
  readonly #greeting = new Set<WebSocketServerTransport>();
  /** By what each was let in. */
  readonly #admitted = new Map<WebSocketServerTransport, BrowserToken | ShareLink>();
  readonly #failures = new RateLimit();
  readonly #server: WebSocketServer;

  constructor({ access, connections, links, accept }: WebSocketListenerOptions) {
    this.#access = access;
    this.#connections = connections;
    this.#links = links;
    this.#accept = accept;
    // A name of its own, because the published types do not know `closeTimeout` yet.
    const options = {
      noServer: true,
      clientTracking: false,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      closeTimeout: CLOSE_TIMEOUT_MS,
    };
    this.#server = new WebSocketServer(options);
    this.#store.add(access.onRevoke((token) => this.#closeAll((admission) => admission === token)));
    this.#store.add(links.onEnded(({ id }) => this.#closeAll((admission) => "id" in admission && admission.id === id)));
  }

  /** Why no further socket is taken in just now. */
  get refusal(): Refusal | undefined {
    return this.#greeting.size >= MAX_GREETING ? { status: 503, reason: "busy", headers: { "retry-after": "5" } } : undefined;
  }

  /** Answers the handshake of a request that has passed the gate. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const transport = new WebSocketServerTransport(webSocket);
      this.#greeting.add(transport);
      transport.onClose(() => {
        this.#greeting.delete(transport);
        this.#admitted.delete(transport);
      });
      this.#accept(transport, (token) => {
        const admission = this.#authenticate(transport, token);
        if (admission !== false) this.#connections.admit(request.socket);
        return admission;
      });
    });
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
    for (const transport of [...this.#greeting, ...this.#admitted.keys()]) {
      transport.closeCode = CloseCode.GOING_AWAY;
      transport.close();
    }
  }

  #authenticate(transport: WebSocketServerTransport, token: string): boolean | Viewing {
    // Before the failures are looked at: others' guesses must not keep a browser out, and no guess finds 256 random bits.
    const link = this.#links.find(token);
    const found = link ?? this.#access.find(token);
    if (!found) {
      transport.closeCode = CloseCode.UNAUTHORIZED;
      if (this.#failures.retryAfterSeconds > 0) transport.close();
      else this.#failures.recordFailure();
      return false;
    }
    this.#greeting.delete(transport);
    this.#admitted.set(transport, found);
    return link ? { link: link.id, session: link.session } : true;
  }

  #closeAll(isOver: (admission: BrowserToken | ShareLink) => boolean): void {
    for (const [transport, admission] of [...this.#admitted]) {
      if (!isOver(admission)) continue;
      transport.closeCode = CloseCode.UNAUTHORIZED;
      transport.close();
    }
  }
}

/** The refusal of somebody who has failed too often. */
export function tooMany(retryAfterSeconds: number): Refusal {
  return { status: 429, reason: "too many attempts", headers: { "retry-after": String(retryAfterSeconds) } };
}
