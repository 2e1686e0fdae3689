/** The host as the rest of the window sees it: the connection there is now, if there is one. */
import type { Client } from "../../shared/client.ts";
import { Emitter } from "../../shared/emitter.ts";
import { HostError } from "../../shared/errors.ts";
import type { ClientNotifications, Method, NotificationName, Params, Result } from "../../shared/protocol.ts";

/** How long a request waits for the first connection. */
const EARLY_MS = 5000;

export class CurrentHost {
  readonly #onClient = new Emitter<Client>();
  /** There is a new connection. Subscriptions to the one before are gone and must be made again. */
  readonly onClient = this.#onClient.event;
  #client: Client | undefined;
  /** Requests from before the first attempt to connect has ended; `undefined` once it has. */
  #early: ((client: Client | undefined) => void)[] | undefined = [];
  #earlyTimer: ReturnType<typeof setTimeout> | undefined;

  get client(): Client | undefined {
    return this.#client?.isClosed ? undefined : this.#client;
  }

  use(client: Client): void {
    this.#client = client;
    this.#onClient.fire(client);
    this.#answerEarly(client);
  }

  /** The first attempt to connect has failed: requests that waited for it are refused, and later ones do not wait. */
  handleUnreachable(): void {
    this.#answerEarly(undefined);
  }

  /**
   * Sends a request. One that a person makes while the window still opens waits
   * for the connection, for five seconds at most. Without a connection after that
   * it is refused at once with the code `disconnected`: what was meant for a moment
   * is not done much later.
   */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    const early = this.#early;
    if (!early) return requestFrom(this.client, method, params);
    // Nobody may tell that there is no host, as where one is there and does not answer.
    this.#earlyTimer ??= setTimeout(() => this.handleUnreachable(), EARLY_MS);
    return new Promise((resolve) => early.push((client) => resolve(requestFrom(client, method, params))));
  }

  /** Sends a notification. While there is no connection it is dropped. */
  notify<N extends NotificationName>(method: N, params: ClientNotifications[N]): void {
    this.client?.notify(method, params);
  }

  #answerEarly(client: Client | undefined): void {
    const early = this.#early;
    this.#early = undefined;
    clearTimeout(this.#earlyTimer);
    early?.forEach((send) => send(client));
  }
}

function requestFrom<M extends Method>(client: Client | undefined, method: M, params: Params<M>): Promise<Result<M>> {
  if (client) return client.request(method, params);
  return Promise.reject(new HostError("disconnected", "Not connected to the host. The window keeps trying"));
}
