/**
 * The connection between the app and its page, beside the page's connection to
 * the host. Every load of the page gets a new port. Messages that are sent while
 * no page is loaded wait for the next page.
 */
import { MessageChannelMain, type MessagePortMain, type WebContents } from "electron";
import { type DesktopMessage, type PageMessage, parsePageMessage } from "../../shared/desktop-messages.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { PortChannel } from "./port-channels.ts";
import { isOwnPage } from "./page-url.ts";

const CHANNEL: PortChannel = "cotty:desktop";
/** The most messages that wait for a page. */
const MAX_WAITING = 100;

export class DesktopPort {
  readonly #onMessage = new Emitter<PageMessage>();
  readonly #onOpen = new Emitter<void>();
  /** Fires for every valid message from the page. */
  readonly onMessage = this.#onMessage.event;
  /** Fires when a page has loaded and can receive messages. */
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

  /** Handles a message from the page. A malformed one is logged and ignored. */
  receive(data: unknown): void {
    const message = parsePageMessage(data);
    if (message) this.#onMessage.fire(message);
    else this.#log.error("The page has sent an invalid message");
  }
}
