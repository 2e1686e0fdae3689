/**
 * The desktop app's way to the host: its own, in this process, or the one that
 * was running before it, over its socket. When that one is gone, the app becomes
 * the host at the next connection; but a host that somebody ended stays ended
 * until a person asks for a new one.
 */
import type { Accept, Message, Transport } from "../../shared/transport.ts";

/** A page that has so much unread from a host elsewhere is frozen: it is cut off, and gets a fresh screen when it is back. */
const CUT_OFF_AT = 16 * 1024 * 1024;

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
  #isHosting = false;
  /** Present while there is to be no host. */
  #held: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  /** The host of this process, while it ends as it was asked to. */
  #ending: Promise<void> | undefined;

  constructor(options: HostLinkOptions) {
    this.#options = options;
  }

  /** True while this process is the host: then its sessions end with it. */
  get isHosting(): boolean {
    return this.#isHosting;
  }

  /** Hosts, or finds out who does. */
  async start(): Promise<void> {
    await this.#host();
  }

  /** Connects a window. Once this has resolved, what the window sends arrives. Waits while the link is held. */
  async serve(window: Transport): Promise<void> {
    await this.#held?.over;
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

  /** Somebody ended the host: none is started, and nothing is connected, until `resume`. */
  hold(): void {
    if (this.#held) return;
    let end = (): void => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#held = { over, end };
  }

  /** A person wants a host again. */
  resume(): void {
    this.#held?.end();
    this.#held = undefined;
  }

  /** Ends the host if it is this process; one that was there before goes on. */
  async stop(): Promise<void> {
    const started = await this.#started?.catch(() => undefined);
    if (started?.kind === "hosting") await started.close();
    await this.#ending;
  }

  async #host(): Promise<Started> {
    await this.#ending;
    return (this.#started ??= this.#startHost());
  }

  async #startHost(): Promise<Started> {
    try {
      const started = await this.#options.startHost();
      this.#isHosting = started.kind === "hosting";
      if (started.kind === "hosting") void started.shutdownRequested.then(() => this.#handleShutdown(started));
      return started;
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #handleShutdown(host: { close(): Promise<void> }): void {
    this.hold();
    this.#forget();
    this.#ending = host
      .close()
      .catch(() => {})
      .finally(() => (this.#ending = undefined));
  }

  /** The next connection asks again who is the host. */
  #forget(): void {
    this.#started = undefined;
    this.#isHosting = false;
  }
}

/** Passes messages on both ways, until either side ends. */
function forward({ window, host, token }: { window: Transport; host: Transport; token: string }): void {
  window.onMessage((message) => host.send(message["method"] === "host/hello" ? withToken(message, token) : message));
  host.onMessage((message) => {
    window.send(message);
    // The host sees a socket that is read; only here is it known that the page does not follow.
    if (window.bufferedAmount > CUT_OFF_AT) window.close();
  });
  window.onClose(() => host.close());
  host.onClose(() => window.close());
}

/** The page knows no token and needs none; the socket asks for one. */
function withToken(hello: Message, token: string): Message {
  const params = hello["params"];
  return { ...hello, params: { ...(typeof params === "object" ? params : {}), token } };
}
