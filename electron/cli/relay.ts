/**
 * `cotty mcp`: carries MCP messages between an agent (lines on stdin and
 * stdout) and the host, where the MCP side lives. It understands only as much
 * of them as it takes to survive a restart of the host: which requests are
 * open, and how the conversation began.
 */
import type { Client } from "../../shared/client.ts";
import { messageOf } from "../../shared/errors.ts";
import { encodeFrame, FrameDecoder, MAX_FRAME_BYTES } from "../../shared/framing.ts";
import type { Params } from "../../shared/protocol.ts";

type Message = Record<string, unknown>;
type RequestId = string | number;

export type RelayOptions = {
  /** Where the agent's sessions start, and with which environment. */
  readonly context: Params<"mcp/open">;
  /** Connects to a host, starting one if need be. `name` is what the agent calls itself. */
  readonly connect: (name: string) => Promise<Client>;
  /** Takes one line for the agent. */
  readonly write: (line: string) => void;
};

/** What is added around a message on its way to the host. */
const ENVELOPE_BYTES = 256;
/** JSON-RPC: an error of the implementation's own, between -32000 and -32099. */
const HOST_GONE = -32000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export class Relay {
  readonly #context: RelayOptions["context"];
  readonly #connect: RelayOptions["connect"];
  readonly #write: RelayOptions["write"];
  readonly #decoder = new FrameDecoder(MAX_FRAME_BYTES - ENVELOPE_BYTES);
  /** The agent's requests that the host has not answered. */
  readonly #open = new Set<RequestId>();
  /** The host's requests that the agent has not answered. */
  readonly #asked = new Set<RequestId>();
  /** How the conversation began, to begin it again with another host. */
  #initialize: Message | undefined;
  #initialized: Message | undefined;
  /** The id of our own `initialize`, whose answer is not for the agent, and who waits for it. */
  #replay: { id: string; settle: () => void } | undefined;
  #replays = 0;
  #client: Client | undefined;
  /** Messages go one after the other, so that none overtakes one that waits for a connection. */
  #tail: Promise<void> = Promise.resolve();
  #whenIdle: (() => void) | undefined;

  constructor({ context, connect, write }: RelayOptions) {
    this.#context = context;
    this.#connect = connect;
    this.#write = write;
  }

  /** Takes bytes from the agent. */
  push(chunk: Uint8Array): void {
    for (const frame of this.#decoder.push(chunk)) {
      if ("error" in frame) {
        this.#fail(null, frame.error.kind === "garbage" ? PARSE_ERROR : INVALID_REQUEST, frame.error.message);
        continue;
      }
      const { message } = frame;
      this.#tail = this.#tail.then(() => this.#forward(message));
    }
  }

  /** Resolves once everything has been passed on and answered. */
  async idle(): Promise<void> {
    await this.#tail;
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.[Symbol.dispose]();
  }

  async #forward(message: Message): Promise<void> {
    // A host that has gone has said so by now, if only in the same turn as this message came: then it goes to the next one.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      this.#client ??= await this.#converse(message);
    } catch (error) {
      if (isRequest(message)) this.#answerWithError(message.id, `Cotty's host cannot be reached: ${messageOf(error)}`);
      return;
    }
    if (message["method"] === "initialize") this.#initialize = message;
    if (message["method"] === "notifications/initialized") this.#initialized = message;
    // An answer to a host that is gone would be taken for an answer to this one.
    if (isResponse(message) && !this.#asked.delete(message.id)) return;
    if (isRequest(message)) this.#open.add(message.id);
    this.#client.notify("mcp/message", { message });
  }

  /** Connects, and brings a new host to where the conversation with the former one was. */
  async #converse(first: Message): Promise<Client> {
    const client = await this.#connect(clientNameIn(this.#initialize ?? first) ?? "MCP client");
    client.on("mcp/message", ({ message }) => this.#handleHostMessage(message));
    client.onClose(({ reason }) => this.#handleHostGone(client, reason));
    await client.request("mcp/open", this.#context);
    if (this.#initialize && first["method"] !== "initialize") {
      await this.#repeatBeginning(client, this.#initialize);
      if (this.#initialized) client.notify("mcp/message", { message: this.#initialized });
    }
    if (client.isClosed) throw new Error("it ended while the conversation was being taken up again");
    return client;
  }

  #repeatBeginning(client: Client, initialize: Message): Promise<void> {
    const id = `cotty-relay-${++this.#replays}`;
    return new Promise((resolve) => {
      this.#replay = { id, settle: resolve };
      client.notify("mcp/message", { message: { ...initialize, id } });
    });
  }

  #handleHostMessage(message: Message): void {
    if (this.#replay && message["id"] === this.#replay.id && isResponse(message)) {
      this.#replay.settle();
      this.#replay = undefined;
      return;
    }
    if (isRequest(message)) this.#asked.add(message.id);
    if (isResponse(message)) this.#close(message.id);
    this.#write(encodeFrame(message));
  }

  #handleHostGone(client: Client, reason: string): void {
    this.#asked.clear();
    this.#replay?.settle();
    this.#replay = undefined;
    if (this.#client !== client) return;
    this.#client = undefined;
    for (const id of [...this.#open]) {
      this.#answerWithError(
        id,
        `The Cotty host ended while it worked on this, or the connection to it did (${reason}). If it ended, its sessions are gone ` +
          `and their recordings kept. The next call connects again, and starts a host if need be: list shows what is left.`,
      );
    }
  }

  #answerWithError(id: RequestId, message: string): void {
    this.#fail(id, HOST_GONE, message);
    this.#close(id);
  }

  #fail(id: RequestId | null, code: number, message: string): void {
    this.#write(encodeFrame({ jsonrpc: "2.0", id, error: { code, message } }));
  }

  #close(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#whenIdle?.();
  }
}

function isRequest(message: Message): message is Message & { id: RequestId } {
  return typeof message["method"] === "string" && hasId(message);
}

function isResponse(message: Message): message is Message & { id: RequestId } {
  return message["method"] === undefined && hasId(message);
}

function hasId({ id }: Message): boolean {
  return typeof id === "string" || typeof id === "number";
}

/** What the agent calls itself: in `initialize`, or (since the 2026 revision) in the `_meta` of any request. */
function clientNameIn(message: Message): string | undefined {
  const params = asObject(message["params"]);
  const info = asObject(params["clientInfo"] ?? asObject(params["_meta"])["io.modelcontextprotocol/clientInfo"]);
  const name = info["title"] ?? info["name"];
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}

function asObject(value: unknown): Message {
  return typeof value === "object" && value !== null ? (value as Message) : {};
}
