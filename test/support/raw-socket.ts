/** The protocol over the local socket, byte by byte: for clients that misbehave. */
import { connect, type Socket } from "node:net";
import { readFileSync } from "node:fs";
import type { Home } from "./home.ts";
import { PATIENCE_MS, until } from "./until.ts";

export type RawMessage = {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly code: string } };
};

export class RawSocket implements Disposable {
  readonly messages: RawMessage[] = [];
  readonly #socket: Socket;
  #rest = Buffer.alloc(0);
  #nextId = 1;
  isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#receive(chunk));
    socket.on("error", () => {});
    socket.on("close", () => (this.isClosed = true));
  }

  static async open(home: Home, kind?: string): Promise<RawSocket> {
    const socket = connect(home.paths.socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    const raw = new RawSocket(socket);
    if (kind !== undefined) {
      const token = readFileSync(home.paths.token, "utf8").trim();
      await raw.request("host/hello", { protocol: 1, token, client: { name: "raw", kind } });
    }
    return raw;
  }

  send(text: string | Uint8Array): void {
    this.#socket.write(text);
  }

  /** Sends a request without waiting; returns its id. */
  post(method: string, params: unknown): number {
    const id = this.#nextId++;
    this.send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return id;
  }

  async answer(id: number, timeoutMs = PATIENCE_MS): Promise<RawMessage> {
    return until(`the answer to ${id}`, () => this.messages.find((message) => message.id === id), timeoutMs);
  }

  async request(method: string, params: unknown, timeoutMs?: number): Promise<RawMessage> {
    return this.answer(this.post(method, params), timeoutMs);
  }

  /** Stops reading: the system's buffers fill, then the host's. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      this.messages.push(JSON.parse(bytes.toString("utf8", 0, end)) as RawMessage);
      bytes = bytes.subarray(end + 1);
    }
    this.#rest = bytes;
  }
}
