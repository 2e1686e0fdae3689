/**
 * Limits the connections of the loopback server. Programs of other users and pages
 * can open as many as they like, and say nothing. So in place of the new connection,
 * the oldest goes on which nobody has shown a code or a token: that its client means
 * well is the less likely, the longer it has said nothing.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

const MAX_CONNECTIONS = 128;

export class ConnectionLimit {
  /** In the order in which they came. */
  readonly #strangers = new Set<Socket>();
  readonly #admitted = new Set<Socket>();

  constructor(server: Server) {
    server.on("connection", (socket) => this.#handleConnection(socket));
  }

  /** Somebody has shown a code or a token on this connection, so that no other one takes its place. */
  admit(socket: Socket): void {
    if (this.#strangers.delete(socket)) this.#admitted.add(socket);
  }

  /** With as many admitted ones as there may be, the oldest stranger is the new connection. */
  #handleConnection(socket: Socket): void {
    this.#strangers.add(socket);
    socket.once("close", () => {
      this.#strangers.delete(socket);
      this.#admitted.delete(socket);
    });
    if (this.#strangers.size + this.#admitted.size <= MAX_CONNECTIONS) return;
    const [oldest] = this.#strangers;
    if (!oldest) return;
    // At once, and not when it has closed: of connections that come together, each needs a place.
    this.#strangers.delete(oldest);
    oldest.destroy();
  }
}
