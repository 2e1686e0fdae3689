/** A browser's connection: one JSON object per WebSocket message. */
import type { WebSocket } from "ws";
import { parseFrame } from "../../shared/framing.ts";
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import { EndingTransport, type Message, type Transport } from "../../shared/transport.ts";

/** What the other side is told on closing (RFC 6455 section 7.4; 4000 and up are ours to define). */
export const CloseCode = { NORMAL: 1000, GOING_AWAY: 1001, UNAUTHORIZED: 4401 } as const;
type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

export class WebSocketServerTransport extends EndingTransport implements Transport {
  readonly #socket: WebSocket;
  /** Why `close` will say it closed. */
  closeCode: CloseCode = CloseCode.NORMAL;

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
    socket.on("message", (data, isBinary) => {
      this.#handleMessage(!isBinary && Buffer.isBuffer(data) ? data.toString("utf8") : "");
    });
    socket.on("close", (code) => this.end(`the WebSocket closed with code ${code}`));
    // `close` always follows and carries the news.
    socket.on("error", () => {});
  }

  send(message: Message): void {
    if (this.isClosed) return;
    this.#socket.send(JSON.stringify(message), () => {
      if (!this.isClosed && this.#socket.bufferedAmount === 0) this.drain.fire();
    });
  }

  /** The socket itself is cut when the other side does not answer in time (the server's `closeTimeout`). */
  close(): void {
    if (this.isClosed) return;
    this.#socket.close(this.closeCode);
    this.end("closed by this side");
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  #handleMessage(text: string): void {
    if (this.isClosed) return;
    const frame = parseFrame(text);
    if ("message" in frame) this.message.fire(frame.message);
    else this.send({ jsonrpc: "2.0", id: null, error: { code: RpcErrorNumber.parse, message: frame.error.message } });
  }
}
