/**
 * Connects the desktop app to the host. The host is this process, or another
 * process that was the host before the app started; the app then uses its socket.
 * When that process has ended, the app becomes the host at the next connection.
 * But if a client has ended the host, no new one starts until the user asks for it.
 */
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import type { Accept, Message, Transport } from "../../shared/transport.ts";

/**
 * A page with this many unread bytes from a host in another process is frozen. Its
 * connection is closed, and it gets new snapshots when it connects again.
 */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** The result of the attempt to become the host. */
export type StartOutcome =
  | {
      readonly kind: "hosting";
      readonly accept: Accept;
      /** The programs that run now. */
      running(): readonly Pick<SessionInfo, "id">[];
      /** Resolves when a client has asked the host to end. */
      readonly shutdownRequested: Promise<void>;
      close(): Promise<void>;
    }
  /** Another process of this user is the host. */
  | { readonly kind: "taken" };

export type HostLinkOptions = {
  readonly startHost: () => Promise<StartOutcome>;
  /** Connects to a host in another process. */
  readonly connect: () => Promise<{ transport: Transport; token: string }>;
};

export class HostLink {
  readonly #options: HostLinkOptions;
  #started: Promise<StartOutcome> | undefined;
  /** The host in this process. */
  #hosting: Extract<StartOutcome, { kind: "hosting" }> | undefined;
  /** Set while no host may be started. */
  #held: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  /** Set while the host in this process is shutting down. */
  #ending: Promise<void> | undefined;

  constructor(options: HostLinkOptions) {
    this.#options = options;
  }

  /** True while this process is the host. The sessions then end with it. */
  get isHosting(): boolean {
    return this.#hosting !== undefined;
  }

  /** The programs that run in this process now, and end with it. No client may know yet that one has started or ended. */
  get running(): readonly SessionId[] {
    return this.#hosting?.running().map(({ id }) => id) ?? [];
  }

  /** Becomes the host, or finds that another process is the host. */
  async start(): Promise<void> {
    await this.#host();
  }

  /** Connects a window to the host. Resolves when the window may send. Waits while no host may be started. */
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

  /** Starts no host and connects nothing until `resume`, because a client has ended the host. */
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

  /** Ends the host if it is this process. A host in another process goes on. */
  async stop(): Promise<void> {
    const started = await this.#started?.catch(() => undefined);
    if (started?.kind === "hosting") await started.close();
    await this.#ending;
  }

  async #host(): Promise<StartOutcome> {
    await this.#ending;
    return (this.#started ??= this.#startHost());
  }

  async #startHost(): Promise<StartOutcome> {
    try {
      const started = await this.#options.startHost();
      if (started.kind === "hosting") {
        this.#hosting = started;
        void started.shutdownRequested.then(() => this.#handleShutdown(started));
      }
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

  /** Makes the next connection look for the host again. */
  #forget(): void {
    this.#started = undefined;
    this.#hosting = undefined;
  }
}

/** Passes messages in both directions until either side closes. */
function forward({ window, host, token }: { window: Transport; host: Transport; token: string }): void {
  window.onMessage((message) => host.send(message["method"] === "host/hello" ? withToken(message, token) : message));
  host.onMessage((message) => {
    window.send(message);
    // The host cannot notice a page that does not read, because this process reads the socket.
    if (window.bufferedAmount > MAX_UNREAD_BYTES) window.close();
  });
  window.onClose(() => host.close());
  host.onClose(() => window.close());
}

/** Adds the token to the page's `host/hello`. The page does not know it, and a host in another process requires it. */
function withToken(hello: Message, token: string): Message {
  const params = hello["params"];
  return { ...hello, params: { ...(typeof params === "object" ? params : {}), token } };
}
