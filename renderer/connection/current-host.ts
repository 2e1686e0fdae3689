/** The host as the rest of the window sees it: the connection there is now, if there is one. */
import type { Client } from "../../shared/client.ts";
import { Emitter } from "../../shared/emitter.ts";
import { HostError } from "../../shared/errors.ts";
import type { ClientNotifications, Method, NotificationName, Params, Result } from "../../shared/protocol.ts";

export class CurrentHost {
  readonly #onClient = new Emitter<Client>();
  /** There is a new connection. Subscriptions to the one before are gone and must be made again. */
  readonly onClient = this.#onClient.event;
  #client: Client | undefined;

  get client(): Client | undefined {
    return this.#client?.isClosed ? undefined : this.#client;
  }

  use(client: Client): void {
    this.#client = client;
    this.#onClient.fire(client);
  }

  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    const client = this.client;
    if (client) return client.request(method, params);
    return Promise.reject(new HostError("disconnected", "Not connected to the host. The window keeps trying"));
  }

  /** Sends a notification. While there is no connection it is dropped. */
  notify<N extends NotificationName>(method: N, params: ClientNotifications[N]): void {
    this.client?.notify(method, params);
  }
}
