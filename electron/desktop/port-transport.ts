/** The host's side of a window's MessagePort: messages are plain objects, nothing is encoded. */
import type { MessagePortMain } from "electron";
import { Emitter, type Event } from "../../shared/emitter.ts";
import { toDisposable } from "../../shared/lifecycle.ts";
import { RpcErrorNumber } from "../../shared/protocol.ts";
import type { Message, Transport } from "../../shared/transport.ts";

export class PortTransport implements Transport {
  readonly #port: MessagePortMain;
  readonly #onMessage = new Emitter<Message>();
  readonly #onClose = new Emitter<{ readonly reason: string }>();
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  /** A port takes everything at once and does not tell what the page has read, so there is never anything to drain. */
  readonly onDrain: Event<void> = () => toDisposable(() => {});
  readonly bufferedAmount = 0;
  #closed = false;

  constructor(port: MessagePortMain) {
    this.#port = port;
    port.on("message", ({ data }) => this.#handleMessage(data));
    port.on("close", () => this.#handleClose("the page went away"));
    port.start();
  }

  send(message: Message): void {
    if (!this.#closed) this.#port.postMessage(message, []);
  }

  close(): void {
    if (this.#closed) return;
    this.#port.close();
    this.#handleClose("closed by this side");
  }

  /** The page is ours, but it shows what programs print: what it sends is checked like anybody's. */
  #handleMessage(data: unknown): void {
    if (this.#closed) return;
    if (typeof data === "object" && data !== null && !Array.isArray(data)) this.#onMessage.fire(data as Message);
    else this.send({ jsonrpc: "2.0", id: null, error: { code: RpcErrorNumber.parse, message: "Send one JSON-RPC 2.0 object" } });
  }

  #handleClose(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose.fire({ reason });
  }
}
