/**
 * The app's own line to its page, beside the page's line to the host: a fresh
 * port after every load. What is said while no page is there waits for the next.
 */
import { MessageChannelMain, type MessagePortMain, type WebContents } from "electron";
import { type DesktopMessage, type PageMessage, parsePageMessage } from "../../shared/desktop-messages.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { PortChannel } from "./port-channels.ts";
import { isOwnPage } from "./page-url.ts";

const CHANNEL: PortChannel = "cotty:desktop";
/** A page that does not come back is not told more than this. */
const MAX_WAITING = 100;

export class DesktopPort {
  readonly #onMessage = new Emitter<PageMessage>();
  readonly #onOpen = new Emitter<void>();
  /** What the page says; what it may not say is passed over. */
  readonly onMessage = this.#onMessage.event;
  /** A page has loaded, and hears what is sent from now on. */
  readonly onOpen = this.#onOpen.event;
  readonly #log: { error(message: string): void };
  #port: MessagePortMain | undefined;
  #waiting: DesktopMessage[] = [];

  constructor(contents: WebContents, log: { error(message: string): void }) {
    this.#log = log;
    contents.on("did-finish-load", () => this.#open(contents));
    contents.on("render-process-gone", () => this.#close());
    contents.on("destroyed", () => this.#close());
  }

  send(message: DesktopMessage): void {
    if (this.#port) this.#port.postMessage(message);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(message);
  }

  #open(contents: WebContents): void {
    this.#close();
    if (!isOwnPage(contents.getURL())) return;
    const { port1, port2 } = new MessageChannelMain();
    this.#port = port1;
    port1.on("message", ({ data }) => this.receive(data));
    port1.on("close", () => {
      if (this.#port === port1) this.#port = undefined;
    });
    port1.start();
    contents.postMessage(CHANNEL, null, [port2]);
    for (const message of this.#waiting.splice(0)) port1.postMessage(message);
    this.#onOpen.fire();
  }

  #close(): void {
    const port = this.#port;
    this.#port = undefined;
    port?.close();
  }

  /** One message as it came from the page. */
  receive(data: unknown): void {
    const message = parsePageMessage(data);
    if (message) this.#onMessage.fire(message);
    else this.#log.error("The page sent something that it may not send");
  }
}
