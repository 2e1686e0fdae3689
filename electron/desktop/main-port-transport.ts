/**
 * The host's side of a window's MessagePort: messages are plain objects, nothing
 * is encoded. A port takes everything at once and does not tell what the page
 * has read, so the page says so itself: for every message it gets, it sends back
 * how many it has had so far, as a bare number. What is not yet counted is
 * buffered, and a frozen page is found out like a slow socket.
 */
import type { MessagePortMain } from "electron";
import { Emitter } from "../../shared/emitter.ts";
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { Message, Transport } from "../../shared/transport.ts";

/** Below this the page has nearly caught up. */
const DRAINED_AT = 64 * 1024;

/** What this needs of a port. */
export type Port = Pick<MessagePortMain, "postMessage" | "start" | "close"> & {
  on(event: "message", listener: (message: { data: unknown }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
};

export class MainPortTransport implements Transport {
  readonly #port: Port;
  readonly #events = new DisposableStore();
  readonly #onMessage = this.#events.add(new Emitter<Message>());
  readonly #onClose = this.#events.add(new Emitter<{ readonly reason: string }>());
  readonly #onDrain = this.#events.add(new Emitter<void>());
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  readonly onDrain = this.#onDrain.event;
  /** Sizes of the messages that the page has not counted yet, oldest first. */
  readonly #unread: number[] = [];
  #unreadSize = 0;
  #read = 0;
  #owesDrain = false;
  #closed = false;

  constructor(port: Port) {
    this.#port = port;
    port.on("message", ({ data }) => this.#handleMessage(data));
    port.on("close", () => this.#handleClose("the page went away"));
    port.start();
  }

  get bufferedAmount(): number {
    return this.#unreadSize;
  }

  send(message: Message): void {
    if (this.#closed) return;
    const size = roughSize(message);
    this.#unread.push(size);
    this.#unreadSize += size;
    if (this.#unreadSize > DRAINED_AT) this.#owesDrain = true;
    this.#port.postMessage(message, []);
  }

  close(): void {
    if (this.#closed) return;
    this.#port.close();
    this.#handleClose("closed by this side");
  }

  /** The page is ours, but it shows what programs print: what it sends is checked like anybody's. */
  #handleMessage(data: unknown): void {
    if (this.#closed) return;
    if (typeof data === "number") this.#handleCount(data);
    else if (typeof data === "object" && data !== null && !Array.isArray(data)) this.#onMessage.fire(data as Message);
    else this.send({ jsonrpc: "2.0", id: null, error: { code: RpcErrorNumber.parse, message: "Send one JSON-RPC 2.0 object" } });
  }

  /** A count that goes back, or beyond what was sent, frees nothing more than there is. */
  #handleCount(count: number): void {
    const read = this.#unread.splice(0, Math.max(0, Math.min(count - this.#read, this.#unread.length)) || 0);
    this.#read += read.length;
    for (const size of read) this.#unreadSize -= size;
    if (!this.#owesDrain || this.#unreadSize > DRAINED_AT) return;
    this.#owesDrain = false;
    this.#onDrain.fire();
  }

  #handleClose(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose.fire({ reason });
    this.#events[Symbol.dispose]();
  }
}

/** About what a value takes up on its way to the page; counted, since encoding it to know would cost as much again. */
function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let size = 8;
  for (const item of Array.isArray(value) ? value : Object.values(value)) size += roughSize(item);
  return size;
}
