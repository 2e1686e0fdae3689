/** The window's transport in a browser: one JSON object in each WebSocket message. */
import { Emitter, type Event } from "../../shared/emitter.ts";
import { parseFrame } from "../../shared/framing.ts";
import { toDisposable } from "../../shared/lifecycle.ts";
import type { Message, Transport } from "../../shared/transport.ts";

/** How the host's messages with frames of tiles begin. One that began otherwise would be parsed like all others. */
const TILE_FRAME = '{"jsonrpc":"2.0","method":"tiles/frame",';

export class WebSocketClientTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #onMessage = new Emitter<Message>();
  readonly #onClose = new Emitter<{ readonly reason: string }>();
  readonly #onTileFrame = new Emitter<string>();
  readonly onMessage = this.#onMessage.event;
  /** A `tiles/frame` event as it came, not parsed: it is large, comes often, and is the tile worker's alone. `onMessage` does not fire for it. */
  readonly onTileFrame = this.#onTileFrame.event;
  readonly onClose = this.#onClose.event;
  /** Never fires: browsers have no such event, and the window sends little. */
  readonly onDrain: Event<void> = () => toDisposable(() => {});

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#handleMessage(event.data));
    socket.addEventListener("close", (event) => this.#handleClose(event.reason));
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

  #handleClose(reason: string): void {
    this.#onClose.fire({ reason: reason || "the connection was lost" });
    for (const emitter of [this.#onMessage, this.#onTileFrame, this.#onClose]) emitter[Symbol.dispose]();
  }

  #handleMessage(text: unknown): void {
    if (typeof text !== "string") return;
    if (text.startsWith(TILE_FRAME)) return this.#onTileFrame.fire(text);
    const frame = parseFrame(text);
    // The host sends JSON. Anything else has no answer, so it is dropped.
    if ("message" in frame) this.#onMessage.fire(frame.message);
  }
}
