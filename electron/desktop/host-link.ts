/**
 * The desktop app's way to the host: its own, in this process, or the one that
 * was running before it, over its socket. When that one ends, the app becomes
 * the host at the next connection.
 */
import type { Accept, Message, Transport } from "../../shared/transport.ts";

/** What became of the attempt to be the host. */
export type Started =
  | {
      readonly kind: "hosting";
      readonly accept: Accept;
      /** A client has asked the host to end. */
      readonly shutdownRequested: Promise<void>;
      close(): Promise<void>;
    }
  /** Another process of this user is the host. */
  | { readonly kind: "taken" };

export type HostLinkOptions = {
  readonly startHost: () => Promise<Started>;
  /** Connects to the host that another process is. */
  readonly connect: () => Promise<{ transport: Transport; token: string }>;
};

export class HostLink {
  readonly #options: HostLinkOptions;
  #started: Promise<Started> | undefined;

  constructor(options: HostLinkOptions) {
    this.#options = options;
  }

  /** Hosts, or finds out who does. */
  async start(): Promise<void> {
    await this.#host();
  }

  /** Connects a window. Once this has resolved, what the window sends arrives. */
  async serve(window: Transport): Promise<void> {
    const started = await this.#host();
    if (started.kind === "hosting") {
      started.accept(window, () => true);
      return;
    }
    try {
      const { transport: host, token } = await this.#options.connect();
      host.onClose(() => this.#forget());
      forward({ window, host, token });
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** Ends the host if it is this process; one that was there before goes on. */
  async stop(): Promise<void> {
    const started = await this.#started?.catch(() => undefined);
    if (started?.kind === "hosting") await started.close();
  }

  #host(): Promise<Started> {
    return (this.#started ??= this.#startHost());
  }

  async #startHost(): Promise<Started> {
    try {
      const started = await this.#options.startHost();
      if (started.kind === "hosting") void started.shutdownRequested.then(() => this.#handleShutdown(started));
      return started;
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** The host ends as it was asked to; the window stays the person's to close, and gets a fresh host. */
  #handleShutdown(host: { close(): Promise<void> }): void {
    this.#started = host.close().then(() => this.#startHost());
    this.#started.catch(() => this.#forget());
  }

  /** The next connection asks again who is the host. */
  #forget(): void {
    this.#started = undefined;
  }
}

/** Passes messages on both ways, until either side ends. */
function forward({ window, host, token }: { window: Transport; host: Transport; token: string }): void {
  window.onMessage((message) => host.send(message["method"] === "host/hello" ? withToken(message, token) : message));
  host.onMessage((message) => window.send(message));
  window.onClose(() => host.close());
  host.onClose(() => window.close());
}

/** The page knows no token and needs none; the socket asks for one. */
function withToken(hello: Message, token: string): Message {
  const params = hello["params"];
  return { ...hello, params: { ...(typeof params === "object" ? params : {}), token } };
}
