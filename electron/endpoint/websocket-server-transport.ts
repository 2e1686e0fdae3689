/** A browser's connection: one JSON object per WebSocket message. */
import type { WebSocket } from "ws";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import { parseFrame } from "../../shared/framing.ts";
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import type { Message, Transport } from "../../shared/transport.ts";

/** What the other side is told on closing (RFC 6455 section 7.4; 4000 and up are ours to define). */
export const CloseCode = { NORMAL: 1000, GOING_AWAY: 1001, UNAUTHORIZED: 4401 } as const;
type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

export class WebSocketServerTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #events = new DisposableStore();
  readonly #onMessage = this.#events.add(new Emitter<Message>());
  readonly #onClose = this.#events.add(new Emitter<{ readonly reason: string }>());
  readonly #onDrain = this.#events.add(new Emitter<void>());
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  readonly onDrain = this.#onDrain.event;
  /** Why `close` will say it closed. */
  closeCode: CloseCode = CloseCode.NORMAL;
  #closed = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data, isBinary) => {
      this.#handleMessage(!isBinary && Buffer.isBuffer(data) ? data.toString("utf8") : "");
    });
    socket.on("close", (code) => this.#handleClose(`the WebSocket closed with code ${code}`));
    // `close` always follows and carries the news.
    socket.on("error", () => {});
  }

  send(message: Message): void {
    if (this.#closed) return;
    this.#socket.send(JSON.stringify(message), () => {
      if (!this.#closed && this.#socket.bufferedAmount === 0) this.#onDrain.fire();
    });
  }

  /** The socket itself is cut when the other side does not answer in time (the server's `closeTimeout`). */
  close(): void {
    if (this.#closed) return;
    this.#socket.close(this.closeCode);
    this.#handleClose("closed by this side");
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  #handleMessage(text: string): void {
    if (this.#closed) return;
    const frame = parseFrame(text);
    if ("message" in frame) this.#onMessage.fire(frame.message);
    else this.send({ jsonrpc: "2.0", id: null, error: { code: RpcErrorNumber.parse, message: frame.error.message } });
  }

  #handleClose(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose.fire({ reason });
    this.#events[Symbol.dispose]();
  }
}
