/**
 * The main process's side of a window's MessagePort. Messages are plain objects
 * and are not encoded. A port accepts everything at once and does not tell what
 * the page has read. So the page answers every message with a number: how many
 * messages it has read so far. Messages that are not yet counted are buffered, so
 * a frozen page is noticed like a slow socket.
 */
import type { MessagePortMain } from "electron";
import { isRecord } from "../../shared/json.ts";
import { RpcErrorNumber } from "../../shared/json-rpc.ts";
import { EndingTransport, type Message, type Transport } from "../../shared/transport.ts";

/** `onDrain` fires when the buffered size has come down to this. */
const DRAINED_AT = 64 * 1024;

/** The part of Electron's `MessagePortMain` that this file uses. */
export type Port = Pick<MessagePortMain, "postMessage" | "start" | "close"> & {
  on(event: "message", listener: (message: { data: unknown }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
};

export class MainPortTransport extends EndingTransport implements Transport {
  readonly #port: Port;
  /** The sizes of the messages that the page has not counted yet, oldest first. */
  readonly #unread: number[] = [];
  #unreadSize = 0;
  #readCount = 0;
  #isDrainDue = false;

  constructor(port: Port) {
    super();
    this.#port = port;
    port.on("message", ({ data }) => this.#handleMessage(data));
    port.on("close", () => this.end("the page closed its port"));
    port.start();
  }

  get bufferedAmount(): number {
    return this.#unreadSize;
  }

  send(message: Message): void {
    if (this.isClosed) return;
    const size = roughSize(message);
    this.#unread.push(size);
    this.#unreadSize += size;
    if (this.#unreadSize > DRAINED_AT) this.#isDrainDue = true;
    this.#port.postMessage(message, []);
  }

  close(): void {
    if (this.isClosed) return;
    this.#port.close();
    this.end("closed by this side");
  }

  /** Checks everything that the page sends, because the page shows what programs print. */
  #handleMessage(data: unknown): void {
    if (this.isClosed) return;
    if (typeof data === "number") this.#handleCount(data);
    else if (isRecord(data)) this.message.fire(data);
    else this.send({ jsonrpc: "2.0", id: null, error: { code: RpcErrorNumber.parse, message: "Send one JSON-RPC 2.0 object" } });
  }

  /** Removes the messages that the page has read from the buffer. Ignores a wrong count: a lower one, one too high, NaN. */
  #handleCount(count: number): void {
    const read = this.#unread.splice(0, Math.max(0, Math.min(count - this.#readCount, this.#unread.length)) || 0);
    this.#readCount += read.length;
    for (const size of read) this.#unreadSize -= size;
    if (!this.#isDrainDue || this.#unreadSize > DRAINED_AT) return;
    this.#isDrainDue = false;
    this.drain.fire();
  }
}

/** The approximate size of a value in bytes. Encoding it to get the exact size would double the cost of sending it. */
function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let size = 8;
  for (const item of Array.isArray(value) ? value : Object.values(value)) size += roughSize(item);
  return size;
}
