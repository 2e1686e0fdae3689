/**
 * The client side of the protocol. It sends requests with typed answers and
 * receives events by name. It imports no schema at run time, so that commands
 * start fast.
 */
import { Emitter } from "./emitter.ts";
import { type ErrorCode, HostError } from "./errors.ts";
import type { ClientKind, ClientNotifications, EventName, Events, Method, Params, Result, RpcError } from "./protocol.ts";
import type { Message, Transport } from "./transport.ts";

/** The first request is the hello. */
const HELLO_ID = 1;

type Pending = { resolve: (value: never) => void; reject: (error: HostError) => void };

export class Client implements Disposable {
  readonly #transport: Transport;
  readonly #pending = new Map<number, Pending>();
  readonly #events = new Map<string, Emitter<unknown>>();
  readonly #onClose = new Emitter<{ readonly reason: string }>();
  /** Fires when the connection has ended. Every open request has then been rejected, see `request`. */
  readonly onClose = this.#onClose.event;
  #nextId = HELLO_ID;
  #closedReason: string | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.onMessage((message) => this.#handleMessage(message));
    transport.onClose(({ reason }) => this.#handleClose(reason));
  }

  /**
   * Sends `host/hello`, which must be the first request. Others may follow at once: where the host refuses the hello, they fail
   * for the same reason.
   */
  async hello(options: {
    token: string;
    name: string;
    kind: ClientKind;
    /** The secret by which the host recognizes an agent after a lost connection. */
    key?: string | undefined;
    protocol: number;
  }): Promise<Result<"host/hello">> {
    const { token, name, kind, key, protocol } = options;
    return this.request("host/hello", { protocol, token, client: { name, kind, ...(key !== undefined && { key }) } });
  }

  /**
   * Sends a request. Rejects with a `HostError`; its code is `disconnected` when the
   * connection ends first, and `no-host` when it ends before the host has answered the
   * hello. Aborting `signal` cancels a request that waits.
   */
  request<M extends Method>(method: M, params: Params<M>, signal?: AbortSignal): Promise<Result<M>> {
    if (this.#closedReason !== undefined) {
      return Promise.reject(new HostError("disconnected", `Not connected: ${this.#closedReason}`));
    }
    const id = this.#nextId++;
    const answer = new Promise<Result<M>>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#transport.send({ jsonrpc: "2.0", id, method, params });
    const cancel = (): void => {
      if (this.#pending.has(id)) this.notify("request/cancel", { request: id });
    };
    // A signal that was aborted before does not say so again.
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel);
    return answer;
  }

  /** Sends a notification, which has no answer. */
  notify<N extends keyof ClientNotifications>(method: N, params: ClientNotifications[N]): void {
    this.#transport.send({ jsonrpc: "2.0", method, params });
  }

  /** Subscribes to an event of the host. */
  on<E extends EventName>(name: E, listener: (event: Events[E]) => void): Disposable {
    let emitter = this.#events.get(name);
    if (!emitter) {
      emitter = new Emitter<unknown>();
      this.#events.set(name, emitter);
    }
    return emitter.event((event) => listener(event as Events[E]));
  }

  get isClosed(): boolean {
    return this.#closedReason !== undefined;
  }

  [Symbol.dispose](): void {
    this.#transport.close();
    this.#handleClose("closed by this side");
  }

  #handleMessage(message: Message): void {
    if (typeof message["method"] === "string") {
      const emitter = this.#events.get(message["method"]);
      emitter?.fire(message["params"]);
      return;
    }
    const id = message["id"];
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (typeof id !== "number" || !pending) {
      // An error without an id is about a message that the host could not parse. No request waits for it.
      return;
    }
    this.#pending.delete(id);
    const error = message["error"] as RpcError | undefined;
    if (error) {
      const failure = new HostError(errorCodeOf(error), error.message);
      pending.reject(failure);
      if (id === HELLO_ID) this.fail(failure);
    } else pending.resolve(message["result"] as never);
  }

  /** Rejects all open requests with this error, because the host has refused the connection or says nothing. */
  fail(error: HostError): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #handleClose(reason: string): void {
    if (this.#closedReason !== undefined) return;
    this.#closedReason = reason;
    // A host that dies still accepts connections for a moment. To a client that it never answered, it was not there.
    const code = this.#pending.has(HELLO_ID) ? "no-host" : "disconnected";
    this.fail(new HostError(code, `The connection to the host ended (${reason}) before the answer came`));
    this.#onClose.fire({ reason });
    // No event will follow, so the listeners can be released.
    for (const emitter of [this.#onClose, ...this.#events.values()]) emitter[Symbol.dispose]();
  }
}

function errorCodeOf(error: RpcError): ErrorCode {
  return error.data?.code ?? "internal";
}
