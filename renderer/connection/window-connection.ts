/**
 * Keeps the window connected to its host: over a MessagePort in the desktop
 * app, over a WebSocket in a browser. Every new connection is a new `Client`,
 * announced through `onClient`.
 */
import { Client } from "../../shared/client.ts";
import { Emitter } from "../../shared/emitter.ts";
import { HostError, isConnectionEnd, messageOf } from "../../shared/errors.ts";
import type { ClientInfo, PROTOCOL_VERSION } from "../../shared/protocol.ts";
import type { Transport } from "../../shared/transport.ts";
import { WINDOW_PERSON } from "../../shared/client-kind.ts";
import { backoffMs } from "./backoff.ts";
import { exchangeCode, forgetToken, storedToken, takeCode } from "./credentials.ts";
import { PagePortTransport } from "./page-port-transport.ts";
import { WebSocketClientTransport } from "./websocket-client-transport.ts";

/** The protocol's version. Its type alone is imported, so that no schema is loaded into the page; a new version does not compile here. */
const PROTOCOL: typeof PROTOCOL_VERSION = 1;

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "reconnecting" }
  /** A client has ended the host. No other host starts by itself. */
  | { readonly kind: "ended"; readonly by: string; readonly stopped: number }
  /** Trying again would not help: the page needs a fresh address or a newer host. */
  | { readonly kind: "refused"; readonly reason: string };

export class WindowConnection {
  readonly #onState = new Emitter<ConnectionState>();
  readonly #onClient = new Emitter<{ readonly client: Client; readonly self: ClientInfo }>();
  readonly #onTileFrame = new Emitter<string>();
  readonly onState = this.#onState.event;
  /** The host has accepted this window; the client before this one is closed. */
  readonly onClient = this.#onClient.event;
  /** A `tiles/frame` event that nobody has parsed. Over a WebSocket, the client fires no such event. */
  readonly onTileFrame = this.#onTileFrame.event;
  #attempt = 0;
  #nextDial: ReturnType<typeof setTimeout> | undefined;
  #client: Client | undefined;

  /** Call once the listeners are in place. */
  start(): void {
    if (new URLSearchParams(location.search).has("desktop")) this.#startDesktop();
    else this.#startBrowser();
  }

  #startDesktop(): void {
    window.addEventListener("message", (event) => {
      // Only our own preload script may hand out a port to the host.
      if (event.source !== window || event.origin !== location.origin || event.data !== "cotty:port") return;
      const [port] = event.ports;
      if (port) void this.#introduce(new PagePortTransport(port), "");
    });
  }

  #startBrowser(): void {
    // A fresh address entered in the same tab changes only the fragment, so no page is loaded.
    window.addEventListener("hashchange", () => void this.#signIn());
    void this.#signIn();
  }

  async #signIn(): Promise<void> {
    const code = takeCode();
    try {
      if (code !== undefined && (await exchangeCode(code)) !== undefined) this.#attempt = 0;
    } catch (error) {
      this.#onState.fire({ kind: "refused", reason: messageOf(error) });
      return;
    }
    if (!this.#client) await this.#dial();
  }

  async #dial(): Promise<void> {
    // A fresh address does not wait for the next attempt, and makes it needless.
    clearTimeout(this.#nextDial);
    const token = storedToken();
    if (token === undefined) {
      this.#onState.fire({ kind: "refused", reason: "This address has no valid code. Each address opens the window once." });
      return;
    }
    try {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const transport = await WebSocketClientTransport.open(`${scheme}://${location.host}/ws`);
      transport.onTileFrame((text) => this.#onTileFrame.fire(text));
      await this.#introduce(transport, token);
    } catch {
      this.#dialLater();
    }
  }

  #dialLater(): void {
    this.#onState.fire({ kind: "reconnecting" });
    clearTimeout(this.#nextDial);
    this.#nextDial = setTimeout(() => void this.#dial(), backoffMs(this.#attempt++, Math.random()));
  }

  async #introduce(transport: Transport, token: string): Promise<void> {
    const client = new Client(transport);
    const before = this.#client;
    // First, so that the end of the one before is known to be that of a replaced client.
    this.#client = client;
    before?.[Symbol.dispose]();
    client.onClose(() => this.#handleClose(client));
    try {
      const { client: self } = await client.hello({ token, name: WINDOW_PERSON, kind: "window", protocol: PROTOCOL });
      this.#attempt = 0;
      this.#onClient.fire({ client, self });
      this.#onState.fire({ kind: "open" });
    } catch (error) {
      this.#handleRefusal(client, error);
    }
  }

  #handleRefusal(client: Client, error: unknown): void {
    // When a connection only ended, `#handleClose` tries again.
    if (!(error instanceof HostError) || isConnectionEnd(error)) return;
    if (this.#client === client) this.#client = undefined;
    client[Symbol.dispose]();
    if (error.code === "unauthorized") forgetToken();
    this.#onState.fire({ kind: "refused", reason: error.message });
  }

  #handleClose(client: Client): void {
    // The end of a client that was replaced or refused means nothing.
    if (this.#client !== client) return;
    this.#client = undefined;
    if (new URLSearchParams(location.search).has("desktop")) this.#onState.fire({ kind: "reconnecting" });
    else this.#dialLater();
  }
}
