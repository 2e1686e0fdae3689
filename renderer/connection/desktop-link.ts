/**
 * The page's connection to the desktop app around it. In a browser there is no
 * app: messages go nowhere, and none arrives.
 */
import type { DesktopMessage, PageMessage } from "../../shared/desktop-messages.ts";
import { Emitter } from "../../shared/emitter.ts";

export class DesktopLink {
  readonly #onMessage = new Emitter<DesktopMessage>();
  readonly #onOpen = new Emitter<void>();
  readonly onMessage = this.#onMessage.event;
  /** The app listens now, and knows nothing of this page yet. */
  readonly onOpen = this.#onOpen.event;
  #port: MessagePort | undefined;

  /** Call once the listeners are in place. */
  start(): void {
    window.addEventListener("message", (event) => {
      // Only our own preload script may hand out a port to the app.
      if (event.source !== window || event.origin !== location.origin || event.data !== "cotty:desktop") return;
      const [port] = event.ports;
      if (port) this.#use(port);
    });
  }

  /** There is an app around this page. */
  get isThere(): boolean {
    return this.#port !== undefined;
  }

  send(message: PageMessage): void {
    this.#port?.postMessage(message);
  }

  #use(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.addEventListener("message", (event: MessageEvent<DesktopMessage>) => this.#onMessage.fire(event.data));
    port.start();
    this.#onOpen.fire();
  }
}
