/**
 * `cotty mcp`: carries MCP messages between an agent (lines on stdin and
 * stdout) and the MCP server in the host. To survive a restart of the host, it
 * keeps track of two things: the requests that are still open, and the messages
 * that initialized the MCP session.
 */
import type { Client } from "../../shared/client.ts";
import { messageOf } from "../../shared/errors.ts";
import { type Frame, FrameDecoder, frameErrorNumber, frameOf, MAX_FRAME_BYTES, parseFrame } from "../../shared/framing.ts";
import { isRecord } from "../../shared/json.ts";
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import type { Params } from "../../shared/protocol.ts";
import type { Message } from "../../shared/transport.ts";
import { MAX_BATCH, RelayBatches } from "./relay-batches.ts";
import { errorMessage, idRefusal, isRequestId, type RequestId } from "./relay-ids.ts";

export type RelayOptions = {
  /** The folder and the environment in which the agent's sessions start. */
  readonly context: Params<"mcp/open">;
  /** Connects to a host, and starts one when none runs. `name` is the agent's own name. */
  readonly connect: (name: string) => Promise<Client>;
  /** Sends one line to the agent. */
  readonly write: (line: string) => void;
};

/** Room for the JSON that is added around a message on its way to the host. */
const ENVELOPE_BYTES = 256;
/** What the tool marks of output that looks like it, as its notices begin; see mcp/notices.ts. */
const LOSS = "host lost";
const AFTER_LOSS = "If the host ended, its sessions are gone and their recordings are kept. Use list to see what is left.";

export class Relay {
  readonly #context: RelayOptions["context"];
  readonly #connect: RelayOptions["connect"];
  readonly #batches: RelayBatches;
  readonly #decoder = new FrameDecoder(MAX_FRAME_BYTES - ENVELOPE_BYTES, parseLine);
  /** Requests from the agent that the host has not answered and the agent has not cancelled. `isCall`: of the tool. */
  readonly #agentRequests = new Map<RequestId, { readonly isCall: boolean; readonly action: unknown }>();
  /** The agent may have sessions that a host takes with it. */
  #hasSessions = false;
  /** Requests from the host that the agent has not answered and the host has not cancelled. */
  readonly #hostRequests = new Set<RequestId>();
  /** The two messages that initialized the MCP session. The relay repeats them to a new host. */
  #initialize: Message | undefined;
  #initialized: Message | undefined;
  /** The `initialize` that the relay itself has sent. The agent must not see the answer to its id. */
  #replay: { id: string; settle: () => void } | undefined;
  #replays = 0;
  #client: Client | undefined;
  /** Settles when the last message has been forwarded. Messages keep their order while one waits for a connection. */
  #lastForward: Promise<void> = Promise.resolve();
  #whenIdle: (() => void) | undefined;
  /** Why the connection was lost between two calls. The next answer of the tool says so. */
  #untoldLoss: string | undefined;

  constructor({ context, connect, write }: RelayOptions) {
    this.#context = context;
    this.#connect = connect;
    this.#batches = new RelayBatches(write);
  }

  /** Accepts bytes from the agent, cut anywhere. */
  push(chunk: Uint8Array): void {
    for (const frame of this.#decoder.push(chunk)) {
      if ("error" in frame) {
        this.#fail(null, frameErrorNumber(frame.error), frame.error.message);
        continue;
      }
      if ("batch" in frame) this.#acceptBatch(frame.batch);
      else this.#accept(frame.message);
    }
  }

  #accept(message: Message): void {
    const refusal = idRefusal(message);
    if (refusal) this.#batches.write(refusal);
    else this.#enqueue(message);
  }

  #acceptBatch(elements: readonly unknown[]): void {
    if (elements.length === 0 || elements.length > MAX_BATCH) {
      return this.#fail(null, RpcErrorNumber.invalid, `A batch has 1 to ${MAX_BATCH} messages`);
    }
    const failures: Message[] = [];
    const messages: Message[] = [];
    for (const frame of elements.map(frameOf)) {
      const failure =
        "error" in frame ? errorMessage(null, RpcErrorNumber.invalid, frame.error.message) : idRefusal(frame.message);
      if (failure) failures.push(failure);
      else if ("message" in frame) messages.push(frame.message);
    }
    this.#batches.begin(
      messages.filter(isRequest).map(({ id }) => id),
      failures,
    );
    for (const message of messages) this.#enqueue(message);
  }

  #enqueue(message: Message): void {
    this.#lastForward = this.#lastForward.then(() => this.#forward(message));
  }

  /** Resolves when every message has been forwarded and every request of the agent has been answered or cancelled. */
  async idle(): Promise<void> {
    await this.#lastForward;
    if (this.#agentRequests.size === 0) return;
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
    // The host's end and this message may arrive in one turn of the event loop. Let the relay notice the end first,
    // so that the message goes to the next host.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      this.#client ??= await this.#connectAndInitialize(message);
    } catch (error) {
      if (isRequest(message)) this.#answerWithError(message.id, `Cotty's host cannot be reached: ${messageOf(error)}`);
      return;
    }
    if (message["method"] === "initialize") this.#initialize = message;
    if (message["method"] === "notifications/initialized") this.#initialized = message;
    // Drop an answer to an earlier host: the new host would take it for an answer to a request of its own.
    if (isResponse(message) && !this.#hostRequests.delete(message.id)) return;
    if (isRequest(message)) this.#noteRequest(message);
    try {
      this.#client.notify("mcp/message", { message });
    } catch {
      // What can be parsed can nest too deep to be written again.
      if (isRequest(message)) this.#answerWithError(message.id, "The message nests too deep to be passed on");
      return;
    }
    this.#cancel(cancelledBy(message));
  }

  #noteRequest(message: Message & { id: RequestId }): void {
    const args = asObject(asObject(message["params"])["arguments"]);
    const { action, id } = { ...asObject(args["args"]), ...args };
    this.#hasSessions ||= action === "start" || id !== undefined;
    this.#agentRequests.set(message.id, { isCall: message["method"] === "tools/call", action });
  }

  /** MCP: a request that its sender has cancelled is not answered. */
  #cancel(id: RequestId | undefined): void {
    if (id === undefined || !this.#agentRequests.has(id)) return;
    this.#batches.cancel(id);
    this.#settle(id);
  }

  /** Connects to a host. Repeats the initialization if an earlier host has already had it. */
  async #connectAndInitialize(first: Message): Promise<Client> {
    const client = await this.#connect(clientNameIn(this.#initialize ?? first) ?? "MCP client");
    client.on("mcp/message", ({ message }) => this.#handleHostMessage(message));
    client.onClose(({ reason }) => this.#handleHostGone(client, reason));
    await client.request("mcp/open", this.#context);
    if (this.#initialize && first["method"] !== "initialize") {
      await this.#repeatInitialize(client, this.#initialize);
      if (this.#initialized) client.notify("mcp/message", { message: this.#initialized });
    }
    if (client.isClosed) throw new Error("it ended while the MCP session was being restored");
    return client;
  }

  #repeatInitialize(client: Client, initialize: Message): Promise<void> {
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
    if (isRequest(message)) this.#hostRequests.add(message.id);
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) this.#hostRequests.delete(cancelled);
    if (isResponse(message)) {
      // Drop an answer that the host had sent before it learned that the request was cancelled.
      if (!this.#agentRequests.has(message.id)) return;
      // The answer to a start is the name alone, which programs read.
      const isTold = this.#agentRequests.get(message.id)?.action !== "start";
      this.#settle(message.id);
      return this.#batches.write(isTold ? this.#withUntoldLoss(message) : message);
    }
    this.#batches.write(message);
  }

  /** The answer of the tool after a loss that no call was there to be told of. */
  #withUntoldLoss(message: Message): Message {
    const result = asObject(message["result"]);
    const { content } = result;
    if (this.#untoldLoss === undefined || !Array.isArray(content)) return message;
    const text = `[${LOSS} before this call (${this.#untoldLoss}). ${AFTER_LOSS}]`;
    this.#untoldLoss = undefined;
    return { ...message, result: { ...result, content: [...(content as unknown[]), { type: "text", text }] } };
  }

  #handleHostGone(client: Client, reason: string): void {
    this.#hostRequests.clear();
    this.#replay?.settle();
    this.#replay = undefined;
    if (this.#client !== client) return;
    this.#client = undefined;
    // Only the error of a call reaches the model.
    const isTold = [...this.#agentRequests.values()].some(({ isCall }) => isCall);
    this.#untoldLoss = isTold || !this.#hasSessions ? undefined : reason;
    for (const id of [...this.#agentRequests.keys()]) {
      const next = "The next call reconnects, and starts a host if none runs";
      this.#answerWithError(id, `The connection to the Cotty host was lost during this call (${reason}). ${next}. ${AFTER_LOSS}`);
    }
  }

  #answerWithError(id: RequestId, message: string): void {
    this.#fail(id, RpcErrorNumber.host, message);
    this.#settle(id);
  }

  #fail(id: RequestId | null, code: number, message: string): void {
    this.#batches.write(errorMessage(id, code, message));
  }

  #settle(id: RequestId): void {
    this.#agentRequests.delete(id);
    if (this.#agentRequests.size === 0) this.#whenIdle?.();
  }
}

/** Parses one line: a message, or a batch of them. */
function parseLine(text: string): Frame | { readonly batch: readonly unknown[] } {
  const frame = parseFrame(text);
  if ("message" in frame || !text.trimStart().startsWith("[")) return frame;
  try {
    return { batch: JSON.parse(text) as unknown[] };
  } catch {
    return frame;
  }
}

function isRequest(message: Message): message is Message & { id: RequestId } {
  return typeof message["method"] === "string" && isRequestId(message["id"]);
}

function isResponse(message: Message): message is Message & { id: RequestId } {
  return message["method"] === undefined && isRequestId(message["id"]);
}

/** The request of its own that the sender of this message cancels with it. */
function cancelledBy(message: Message): RequestId | undefined {
  if (message["method"] !== "notifications/cancelled") return undefined;
  const id = asObject(message["params"])["requestId"];
  return isRequestId(id) ? id : undefined;
}

/** The agent's own name: from `initialize` or, since the 2026 revision of MCP, from the `_meta` of any request. */
function clientNameIn(message: Message): string | undefined {
  const params = asObject(message["params"]);
  const info = asObject(params["clientInfo"] ?? asObject(params["_meta"])["io.modelcontextprotocol/clientInfo"]);
  const name = info["title"] ?? info["name"];
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}

function asObject(value: unknown): Message {
  return isRecord(value) ? value : {};
}
