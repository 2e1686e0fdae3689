/** A host that does as a test says, behind a real client, and keeps what it was asked. */
import { CurrentHost } from "../../../renderer/connection/current-host.ts";
import { Client } from "../../../shared/client.ts";
import type { ErrorCode } from "../../../shared/errors.ts";
import { createTransportPair, type Message, type Transport } from "../../../shared/transport.ts";

type Request = { readonly id: number; readonly method: string; readonly params: { readonly [name: string]: unknown } };

export class ScriptedHost implements Disposable {
  /** The window's side. */
  readonly current = new CurrentHost();
  readonly #requests: Request[] = [];
  #far: Transport;

  constructor() {
    this.#far = this.connect();
  }

  /** Connects the window, again if it was connected: the connection before that is closed. */
  connect(): Transport {
    const [near, far] = createTransportPair();
    this.current.client?.[Symbol.dispose]();
    // What was asked over that one gets no answer.
    this.#requests.length = 0;
    far.onMessage((message) => this.#requests.push(message as unknown as Request));
    this.#far = far;
    this.current.use(new Client(near));
    return far;
  }

  /** What was asked by this method and has no answer yet, oldest first. */
  async asked(method: string): Promise<readonly Request[]> {
    await settled();
    return this.#requests.filter((request) => request.method === method);
  }

  /** Answers the oldest open request of a method. */
  async answer(method: string, result: object): Promise<void> {
    await this.#reply(method, { result });
  }

  /** Refuses the oldest open request of a method. */
  async refuse(method: string, code: ErrorCode, message: string): Promise<void> {
    await this.#reply(method, { error: { code: -32_000, message, data: { code } } });
  }

  async event(method: string, params: object): Promise<void> {
    this.#far.send({ jsonrpc: "2.0", method, params });
    await settled();
  }

  [Symbol.dispose](): void {
    this.current.client?.[Symbol.dispose]();
  }

  async #reply(method: string, reply: Message): Promise<void> {
    const [request] = await this.asked(method);
    if (!request) throw new Error(`Nobody asked for ${method}`);
    this.#requests.splice(this.#requests.indexOf(request), 1);
    this.#far.send({ jsonrpc: "2.0", id: request.id, ...reply });
    await settled();
  }
}

/** Every message that is on its way has arrived, and has been answered by whoever answers at once. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
