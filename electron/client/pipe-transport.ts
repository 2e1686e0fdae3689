/**
 * Connects a command to the host by the handle beneath `node:net`. Loading `net` and
 * making a socket takes about 10 ms, as long as all else that a command does.
 */
import { getSystemErrorName } from "node:util";
import { encodeFrame } from "../../shared/framing.ts";
import type { Message, Transport } from "../../shared/transport.ts";
import { CLOSED_BY_OTHER, FramedTransport } from "../endpoint/framed-transport.ts";
import { type Dial, dialSocket, MAX_ANSWER_BYTES } from "../endpoint/socket-transport.ts";
import { createPipe, type Pipe } from "./pipe-internals.ts";

/** Dials by Node's own handle; by `node:net` where that handle cannot be used. */
export const dialPipe: Dial = (path) => {
  const pipe = createPipe();
  return pipe ? connectPipe(pipe, path) : dialSocket(path);
};

function connectPipe(pipe: Pipe, path: string): Promise<Transport> {
  const { handle } = pipe;
  return new Promise((resolve, reject) => {
    const handleConnected = (status: number): void => {
      if (status === 0) return resolve(new PipeTransport(pipe));
      handle.close();
      const code = getSystemErrorName(status);
      reject(Object.assign(new Error(`connect ${code} ${path}`), { code }));
    };
    const status = handle.connect(Object.assign(pipe.connectRequest(), { oncomplete: handleConnected }), path);
    if (status) handleConnected(status);
  });
}

class PipeTransport extends FramedTransport {
  readonly #pipe: Pipe;
  #isOpen = true;

  constructor(pipe: Pipe) {
    super(MAX_ANSWER_BYTES);
    this.#pipe = pipe;
    pipe.handle.onread = (chunk) => this.#handleRead(pipe.read(chunk));
    pipe.handle.readStart();
  }

  get bufferedAmount(): number {
    return this.#isOpen ? this.#pipe.handle.writeQueueSize : 0;
  }

  /** What cannot be written is dropped: where the other side is gone, reading tells so, after what it has said last. */
  send(message: Message): void {
    if (this.isClosed || !this.#isOpen) return;
    const request = Object.assign(this.#pipe.writeRequest(), { oncomplete: this.#handleWritten });
    this.#pipe.handle.writeUtf8String(request, encodeFrame(message));
  }

  readonly #handleWritten = (): void => {
    if (this.bufferedAmount === 0) this.drain.fire();
  };

  #handleRead(read: Uint8Array | number): void {
    if (typeof read !== "number") return this.receive(read);
    if (read === 0) return;
    this.#isOpen = false;
    this.#pipe.handle.close();
    const code = getSystemErrorName(read);
    this.end(code === "EOF" ? CLOSED_BY_OTHER : `read ${code}`);
  }

  /** The handle stays open until the other side closes, too. The process need not wait for that. */
  protected linger(): void {
    const { handle, shutdownRequest } = this.#pipe;
    if (this.#isOpen) handle.shutdown(Object.assign(shutdownRequest(), { oncomplete: () => handle.unref() }));
  }
}
