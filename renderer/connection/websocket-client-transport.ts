/** The window's transport in a browser: one JSON object in each WebSocket message. */
import { Emitter, type Event } from "../../shared/emitter.ts";
import { parseFrame } from "../../shared/framing.ts";
import { toDisposable } from "../../shared/lifecycle.ts";
import type { Message, Transport } from "../../shared/transport.ts";

export class WebSocketClientTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #onMessage = new Emitter<Message>();
  readonly #onClose = new Emitter<{ readonly reason: string }>();
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  /** Never fires: browsers have no such event, and the window sends little. */
  readonly onDrain: Event<void> = () => toDisposable(() => {});

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#handleMessage(event.data));
    socket.addEventListener("close", (event) => this.#onClose.fire({ reason: event.reason || "the connection was lost" }));
  }

  /** Resolves once messages can be sent. Rejects when the host does not answer. */
  static open(url: string): Promise<WebSocketClientTransport> {
    const socket = new WebSocket(url);
    return new Promise((resolve, reject) => {
      socket.addEventListener("open", () => resolve(new WebSocketClientTransport(socket)), { once: true });
      socket.addEventListener("error", () => reject(new Error("The host does not answer")), { once: true });
    });
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: Message): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }

  #handleMessage(text: unknown): void {
    if (typeof text !== "string") return;
    const frame = parseFrame(text);
    // The host sends JSON. Anything else has no answer, so it is dropped.
    if ("message" in frame) this.#onMessage.fire(frame.message);
  }
}
