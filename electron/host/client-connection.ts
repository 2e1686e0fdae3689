/**
 * One client's connection. It takes the client's requests to their handlers, and
 * answers and events back. A client that sends garbage, floods the host or never
 * reads harms only itself.
 */
import { randomUUID } from "node:crypto";
import { type ErrorCode, HostError, messageOf } from "../../shared/errors.ts";
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import {
  type ClientInfo,
  type ClientNotifications,
  type EventName,
  type Events,
  type Method,
  methods,
  type NotificationName,
  notifications,
  type Params,
  type Result,
  type RpcError,
} from "../../shared/protocol.ts";
import { parameterProblem, parameterWording } from "../../shared/parameter-wording.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import type { Authenticate, Message, Transport, Viewing } from "../../shared/transport.ts";
import { sanitized } from "../../shared/sanitized.ts";
import { Caller } from "./caller.ts";
import type { HostRuntime } from "./host-runtime.ts";
import { perform } from "./perform.ts";
import { type CallerIdentity, linkPrincipal, USER } from "./access/principal.ts";

/** A connection without a hello is dropped after this time. */
const HELLO_WITHIN_MS = 5000;
const WORDING = { error: parameterWording };
/** Requests of one connection that may be under way. Waits are long, so there may be many; a client in a loop has more. */
const MAX_REQUESTS = 256;
/** With more unsent bytes than this, the client is behind and gets a snapshot instead. */
const BEHIND_AT = 1024 * 1024;
/** With more unsent bytes than this, the client does not read at all and is dropped. */
const DROP_AT = 32 * 1024 * 1024;

/** Says who is at the other end: the token in its hello, or the code of this process that has opened the connection. */
export type Authentication = { readonly authenticate: Authenticate } | CallerIdentity;

export class ClientConnection implements Disposable {
  readonly #runtime: HostRuntime;
  readonly #transport: Transport;
  readonly #authenticate: Authenticate;
  readonly #store = new DisposableStore();
  readonly #running = new Map<number, AbortController>();
  /** What each notification does; before hello there is nothing that it could do. */
  readonly #reactions: { [N in NotificationName]: (params: ClientNotifications[N]) => void } = {
    "request/cancel": ({ request }) => this.#running.get(request)?.abort(),
    "tiles/ack": ({ seq }) => this.#caller?.acknowledgeTiles(seq),
    "mcp/message": ({ message }) => this.#caller?.receiveMcp(message),
  };
  #caller: Caller | undefined;

  constructor(runtime: HostRuntime, transport: Transport, identity: Authentication) {
    this.#runtime = runtime;
    this.#transport = transport;
    this.#authenticate = "authenticate" in identity ? identity.authenticate : () => false;
    if ("client" in identity) this.#caller = this.#createCaller(identity);
    else this.#expectHello();
    this.#store.add(transport.onMessage((message) => this.#handleMessage(message)));
    this.#store.add(transport.onClose(() => this[Symbol.dispose]()));
    this.#store.add(transport.onDrain(() => this.#caller?.handleDrain()));
  }

  /** Who is at the other end; undefined until hello. */
  get client(): ClientInfo | undefined {
    return this.#caller?.client;
  }

  [Symbol.dispose](): void {
    if (this.#store.isDisposed) return;
    this.#store[Symbol.dispose]();
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#caller?.[Symbol.dispose]();
    if (this.#caller) this.#runtime.host.removeClient(this.#caller.client);
    this.#transport.close();
  }

  #handleMessage(message: Message): void {
    // A client may say more at once than it has been admitted for.
    if (this.#store.isDisposed) return;
    const { id, method, params } = message;
    if (typeof method !== "string") {
      this.#reply(requestId(id), rpcError(RpcErrorNumber.invalid, "bad-request", "Not a request: `method` is missing"));
      return;
    }
    if (id === undefined || id === null) return this.#handleNotification(method, params);
    const request = requestId(id);
    if (request === null) {
      return this.#reply(null, rpcError(RpcErrorNumber.invalid, "bad-request", "`id` must be a whole number"));
    }
    if (!Object.hasOwn(methods, method)) {
      return this.#reply(
        request,
        rpcError(RpcErrorNumber.unknownMethod, "bad-request", `Unknown method: ${method.slice(0, 100)}`),
      );
    }
    void this.#handleRequest(request, method as Method, params);
  }

  #handleNotification(method: string, params: unknown): void {
    if (!Object.hasOwn(notifications, method)) return;
    const name = method as NotificationName;
    const parsed = notifications[name].safeParse(params);
    if (!parsed.success) return;
    const react = this.#reactions[name] as (params: unknown) => void;
    react(parsed.data);
  }

  async #handleRequest(id: number, method: Method, params: unknown): Promise<void> {
    if (method === "host/hello") return this.#hello(id, params);
    const caller = this.#caller;
    if (!caller) {
      // No token counts as a wrong one, and wrong ones are limited. Otherwise a stranger could fill the audit until its old rows are gone.
      this.#authenticate("");
      return this.#refuseStranger(method, "Say host/hello first", id);
    }
    if (this.#running.has(id) || this.#running.size >= MAX_REQUESTS) {
      return this.#reply(id, rpcError(RpcErrorNumber.host, "bad-request", "Too many requests under way, or an id used twice"));
    }
    const parsed = methods[method].params.safeParse(params ?? {}, WORDING);
    if (!parsed.success) {
      const problem = parameterProblem(parsed.error.issues);
      return this.#reply(id, rpcError(RpcErrorNumber.params, "bad-request", problem));
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await perform({ runtime: this.#runtime, caller, method, params: parsed.data, cancel: controller });
      caller.handleAnswering();
      this.#deliver({ jsonrpc: "2.0", id, result });
      caller.handleAnswered();
    } catch (error) {
      this.#reply(id, toRpcError(error));
    } finally {
      this.#running.delete(id);
    }
  }

  #expectHello(): void {
    const deadline = setTimeout(() => this.#caller ?? this.#drop("unauthorized", "No host/hello came in time"), HELLO_WITHIN_MS);
    this.#store.add({ [Symbol.dispose]: () => clearTimeout(deadline) });
  }

  #hello(id: number, params: unknown): void {
    // Before the token is looked at: a link's viewer would be counted to another link, and outlive its own.
    if (this.#caller) return this.#reply(id, rpcError(RpcErrorNumber.invalid, "bad-request", "host/hello was said already"));
    const parsed = methods["host/hello"].params.safeParse(params, WORDING);
    if (!parsed.success) return this.#drop("bad-request", parameterProblem(parsed.error.issues), id);
    const { protocol, token, client } = parsed.data;
    const admitted = this.#authenticate(token);
    if (admitted === false) return this.#refuseStranger("host/hello", "Wrong or missing token", id, client.name);
    if (protocol !== PROTOCOL_VERSION) {
      const message = `This host speaks protocol ${PROTOCOL_VERSION}, the client ${protocol}. Update the older one and restart it`;
      return this.#drop("version-mismatch", message, id);
    }
    const identity = admitted === true ? this.#identityOf(client) : viewerIdentity(admitted);
    this.#caller = this.#createCaller(identity);
    this.#runtime.host.addClient(identity);
    const result: Result<"host/hello"> = {
      protocol: PROTOCOL_VERSION,
      version: this.#runtime.version,
      pid: process.pid,
      client: identity.client,
    };
    this.#deliver({ jsonrpc: "2.0", id, result });
  }

  /** A client with the host's token acts for the user, unless it says that it is an agent. */
  #identityOf({ name, kind, key }: Params<"host/hello">["client"]): CallerIdentity {
    const client: ClientInfo = { id: randomUUID(), name: cleanName(name), kind };
    return { client, principal: kind === "mcp" ? this.#runtime.host.grants.agent(client, key) : USER };
  }

  #createCaller(identity: CallerIdentity): Caller {
    return new Caller(this.#runtime, identity, {
      send: (name, event) => this.#send(name, event),
      isBehind: () => this.#transport.bufferedAmount > BEHIND_AT,
    });
  }

  #send<E extends EventName>(method: E, params: Events[E]): void {
    this.#deliver({ jsonrpc: "2.0", method, params });
  }

  #reply(id: number | null, error: RpcError): void {
    this.#deliver({ jsonrpc: "2.0", id, error });
  }

  /** Sends an event or an answer. A client that asks and never reads must not fill the host's memory. */
  #deliver(message: Message): void {
    if (this.#store.isDisposed) return;
    if (this.#transport.bufferedAmount > DROP_AT) return this[Symbol.dispose]();
    this.#transport.send(message);
  }

  #refuseStranger(method: Method, message: string, id: number, name = ""): void {
    // The connection was closed after too many guesses. The rows that those have are enough.
    if (this.#store.isDisposed) return;
    this.#runtime.audit({ principal: "unknown", name: "", client: cleanName(name), method, decision: "unauthorized" });
    this.#drop("unauthorized", message, id);
  }

  #drop(code: ErrorCode, message: string, id: number | null = null): void {
    this.#reply(id, rpcError(RpcErrorNumber.host, code, message));
    this[Symbol.dispose]();
  }
}

function requestId(id: unknown): number | null {
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}

/** Whatever the page of a share link says of itself, it is no person at a keyboard and no agent. */
function viewerIdentity(viewing: Viewing): CallerIdentity {
  const principal = linkPrincipal(viewing);
  return { client: { id: randomUUID(), name: principal.name, kind: "script" }, principal };
}

/** A name is shown to people: no control characters, not empty. */
function cleanName(name: string): string {
  return sanitized(name).trim() || "unnamed client";
}

function rpcError(code: number, reason: ErrorCode, message: string): RpcError {
  return { code, message, data: { code: reason } };
}

function toRpcError(error: unknown): RpcError {
  if (error instanceof HostError) return rpcError(RpcErrorNumber.host, error.code, error.message);
  return rpcError(RpcErrorNumber.host, "internal", messageOf(error));
}
