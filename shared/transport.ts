/**
 * A transport carries messages between a client and the host. The interface is
 * small, so that a socket, a WebSocket, a MessagePort and an in-memory pair can
 * all implement it.
 */
import { Emitter, type Event } from "./emitter.ts";
import { DisposableStore } from "./lifecycle.ts";

/** One message: a plain JSON object, which protocol.ts defines as JSON-RPC 2.0. */
export type Message = { readonly [key: string]: unknown };

export interface Transport {
  /** Sends one message. Never throws. A closed transport drops the message. */
  send(message: Message): void;
  /** Closes both directions. `onClose` fires once, and then all listeners are removed. */
  close(): void;
  readonly onMessage: Event<Message>;
  readonly onClose: Event<{ readonly reason: string }>;
  /** The bytes or characters that `send` has accepted and that have not left this process yet. */
  readonly bufferedAmount: number;
  /** Fires when `bufferedAmount` has come down to zero or nearly zero. */
  readonly onDrain: Event<void>;
}

/** The events of a transport, and its end. Anybody may listen; only the transport fires them. */
export abstract class EndingTransport implements Pick<Transport, "onMessage" | "onClose" | "onDrain"> {
  readonly #events = new DisposableStore();
  readonly #onClose = this.#events.add(new Emitter<{ readonly reason: string }>());
  protected readonly message = this.#events.add(new Emitter<Message>());
  protected readonly drain = this.#events.add(new Emitter<void>());
  readonly onMessage = this.message.event;
  readonly onClose = this.#onClose.event;
  readonly onDrain = this.drain.event;
  #isClosed = false;

  protected get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The transport is closed from here on. Only the first call counts. */
  protected end(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose.fire({ reason });
    this.#events[Symbol.dispose]();
  }
}

class MemoryTransport extends EndingTransport implements Transport {
  readonly bufferedAmount = 0;
  other: MemoryTransport | undefined;

  send(message: Message): void {
    const other = this.other;
    if (this.isClosed || !other) return;
    // A microtask, so that a reply never arrives before the request returns.
    queueMicrotask(() => {
      if (!other.isClosed) other.message.fire(message);
    });
  }

  close(): void {
    if (this.isClosed) return;
    this.end("closed");
    const other = this.other;
    queueMicrotask(() => other?.close());
  }
}

/** Two connected transports, for clients inside the host's process and for tests. */
export function createTransportPair(): [Transport, Transport] {
  const a = new MemoryTransport();
  const b = new MemoryTransport();
  a.other = b;
  b.other = a;
  return [a, b];
}

/**
 * Decides whether a token is right for this transport. For a MessagePort to our
 * own window, every token is. After too many wrong tokens it may close the
 * transport; the host then neither answers nor writes a row in the audit.
 */
export type Authenticate = (token: string) => boolean | Viewing;

/** The connection of a share link: it watches one session, named by its id, and may do nothing else. */
export type Viewing = { readonly link: string; readonly session: string };

/** Passes a new connection to the host, which serves it from then on. */
export type Accept = (transport: Transport, authenticate: Authenticate) => void;
