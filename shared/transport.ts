/**
 * A pipe for messages between a client and the host. The seam is three verbs,
 * so that a socket, a WebSocket, a MessagePort and an in-memory pair are alike.
 */
import { Emitter, type Event } from "./emitter.ts";
import { DisposableStore } from "./lifecycle.ts";

/** One message: a plain JSON value (JSON-RPC 2.0 by convention of protocol.ts). */
export type Message = { readonly [key: string]: unknown };

export interface Transport {
  /** Sends one message. Never throws; a closed transport drops it. */
  send(message: Message): void;
  /** Closes both directions; `onClose` fires once, and then whoever listens is let go. */
  close(): void;
  readonly onMessage: Event<Message>;
  readonly onClose: Event<{ readonly reason: string }>;
  /** Bytes or characters accepted by `send` that have not left this process yet. */
  readonly bufferedAmount: number;
  /** Fires when `bufferedAmount` has come down to (nearly) nothing. */
  readonly onDrain: Event<void>;
}

class MemoryTransport implements Transport {
  readonly #events = new DisposableStore();
  readonly #onMessage = this.#events.add(new Emitter<Message>());
  readonly #onClose = this.#events.add(new Emitter<{ reason: string }>());
  readonly #onDrain = this.#events.add(new Emitter<void>());
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  readonly onDrain = this.#onDrain.event;
  readonly bufferedAmount = 0;
  other: MemoryTransport | undefined;
  #closed = false;

  send(message: Message): void {
    const other = this.other;
    if (this.#closed || !other) return;
    // A microtask, so that a reply never arrives before the request returns.
    queueMicrotask(() => {
      if (!other.#closed) other.#onMessage.fire(message);
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose.fire({ reason: "closed" });
    this.#events[Symbol.dispose]();
    const other = this.other;
    queueMicrotask(() => other?.close());
  }
}

/** Two transports joined back to back, for clients that live in the host's process and for tests. */
export function createTransportPair(): [Transport, Transport] {
  const a = new MemoryTransport();
  const b = new MemoryTransport();
  a.other = b;
  b.other = a;
  return [a, b];
}

/**
 * Decides whether a token opens this transport; a MessagePort to our own window
 * needs none. May close the transport where too many have been wrong: then
 * nothing is answered, and nothing written down.
 */
export type Authenticate = (token: string) => boolean;

/** What an endpoint does with a new connection: the host serves it from here on. */
export type Accept = (transport: Transport, authenticate: Authenticate) => void;
