/** Takes in the browsers' WebSockets and lets them go when their grant ends. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { MAX_FRAME_BYTES } from "../../shared/framing.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Accept } from "../../shared/transport.ts";
import { AttemptLimit } from "./attempt-limit.ts";
import type { BrowserAccess, Grant } from "./browser-access.ts";
import type { Refusal } from "./request-gate.ts";
import { CloseCode, WebSocketServerTransport } from "./websocket-server-transport.ts";

/** Sockets that have not shown a token yet; the host lets each of them wait for a few seconds only. */
const MAX_GREETING = 16;
/** How long the other side may take to answer a close before its socket is cut. */
const CLOSE_TIMEOUT_MS = 500;

export class WebSocketListener implements Disposable {
  readonly #access: BrowserAccess;
  readonly #accept: Accept;
  readonly #store = new DisposableStore();
  readonly #greeting = new Set<WebSocketServerTransport>();
  readonly #admitted = new Map<WebSocketServerTransport, Grant>();
  readonly #failures = new AttemptLimit();
  readonly #server: WebSocketServer;

  constructor(access: BrowserAccess, accept: Accept) {
    this.#access = access;
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
    this.#store.add(access.onRevoke((grant) => this.#handleRevoke(grant)));
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
      this.#accept(transport, (token) => this.#authenticate(transport, token));
    });
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
    for (const transport of [...this.#greeting, ...this.#admitted.keys()]) {
      transport.closeCode = CloseCode.GOING_AWAY;
      transport.close();
    }
  }

  #authenticate(transport: WebSocketServerTransport, token: string): boolean {
    // Before the failures are looked at: others' guesses must not keep a browser out, and no guess finds 256 random bits.
    const grant = this.#access.grantOf(token);
    if (!grant) {
      transport.closeCode = CloseCode.UNAUTHORIZED;
      if (this.#failures.retryAfterSeconds > 0) transport.close();
      else this.#failures.fail();
      return false;
    }
    this.#greeting.delete(transport);
    this.#admitted.set(transport, grant);
    return true;
  }

  #handleRevoke(grant: Grant): void {
    for (const [transport, admittedBy] of [...this.#admitted]) {
      if (admittedBy !== grant) continue;
      transport.closeCode = CloseCode.UNAUTHORIZED;
      transport.close();
    }
  }
}

/** The refusal of somebody who has failed too often. */
export function tooMany(retryAfterSeconds: number): Refusal {
  return { status: 429, reason: "too many attempts", headers: { "retry-after": String(retryAfterSeconds) } };
}
