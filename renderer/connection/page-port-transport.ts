/**
 * The window's transport in the desktop app: plain objects over a MessagePort.
 * After every message it sends back how many it has received, as a bare number:
 * a port does not say whether anybody reads.
 */
import { Emitter, type Event } from "../../shared/emitter.ts";
import { toDisposable } from "../../shared/lifecycle.ts";
import type { Message, Transport } from "../../shared/transport.ts";

export class PagePortTransport implements Transport {
  readonly #port: MessagePort;
  readonly #onMessage = new Emitter<Message>();
  readonly #onClose = new Emitter<{ readonly reason: string }>();
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  /** Never fires: the window sends little. */
  readonly onDrain: Event<void> = () => toDisposable(() => {});
  readonly bufferedAmount = 0;
  #received = 0;
  #closed = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.addEventListener("message", (event: MessageEvent<Message>) => this.#handleMessage(event.data));
    port.addEventListener("close", () => this.#handleClose("the host closed the connection"));
    port.start();
  }

  send(message: Message): void {
    if (!this.#closed) this.#port.postMessage(message);
  }

  close(): void {
    this.#port.close();
    this.#handleClose("closed by this window");
  }

  #handleMessage(message: Message): void {
    this.#received += 1;
    // After the work is done: a page that falls behind must not say that it keeps up.
    this.#onMessage.fire(message);
    if (!this.#closed) this.#port.postMessage(this.#received);
  }

  #handleClose(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose.fire({ reason });
  }
}
