/**
 * Requests that offer another protocol in `Upgrade`. Only a WebSocket is taken up.
 * Any other offer, such as h2c of `curl --http2`, is ignored, as HTTP allows: the
 * request is a plain one, with its body.
 *
 * Node takes every request with an offer for an upgrade, and reads no body of it,
 * as soon as a server listens for upgrades. It decides by the property `upgrade` of
 * the request. The option `shouldUpgradeCallback` says the same, but Node 20 does not
 * know it. Without either, such a request would be refused.
 */
import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request that is an upgrade only if it asks for a WebSocket (or is a CONNECT, which nobody listens for). */
export class WebSocketOrPlainRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    let hasOffer = false;
    Object.defineProperty(this, "upgrade", {
      get: () => hasOffer && (this.method === "CONNECT" || this.headers.upgrade?.toLowerCase() === "websocket"),
      set: (value: unknown) => {
        hasOffer = value === true;
      },
    });
  }
}

/**
 * Closes the connection after the response if the request has made an offer. Node's
 * parser discards what arrives in one piece with such a request, so a client that
 * has sent more must not take the answer to a later request for the next one.
 */
export function endAfterOffer(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.upgrade !== undefined) response.setHeader("connection", "close");
}
