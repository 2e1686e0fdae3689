/**
 * Messages over a local socket: one JSON object a line. Used by the host for
 * each connection and by clients to reach it; loads nothing else, because every
 * command of the command line pays for it.
 */
import { connect as connectSocket, type Socket } from "node:net";
import { Emitter } from "../../shared/emitter.ts";
import { HostError } from "../../shared/errors.ts";
import { encodeFrame, type Frame, FrameDecoder, type FrameError, MAX_FRAME_BYTES } from "../../shared/framing.ts";
import type { Message, Transport } from "../../shared/transport.ts";
import type { Paths } from "../platform/paths.ts";
import { checkRunDirectory, readToken } from "./run-directory.ts";

/** What a client accepts from its host: whole recordings and screens, but not without end. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Somebody who sends garbage and never reads our complaints has no more said to them than this. */
const MAX_UNREAD_COMPLAINTS_BYTES = 256 * 1024;
/** How long a closed connection may take to deliver what was sent before. */
const LINGER_MS = 2000;
/** A host whose queue of new connections is full needs a moment, not another host. */
const CONNECT_TIMEOUT_MS = 5000;
const CONNECT_RETRY_MS = 10;

/** JSON-RPC's numbers for a frame that cannot be used. */
const RPC_ERROR_NUMBER = { garbage: -32700, "too-long": -32600 } as const satisfies Record<FrameError["kind"], number>;

export class SocketTransport implements Transport {
  readonly #socket: Socket;
  readonly #decoder: FrameDecoder;
  readonly #onMessage = new Emitter<Message>();
  readonly #onClose = new Emitter<{ reason: string }>();
  readonly #onDrain = new Emitter<void>();
  readonly onMessage = this.#onMessage.event;
  readonly onClose = this.#onClose.event;
  readonly onDrain = this.#onDrain.event;
  #closed = false;
  #owesDrain = false;
  #failure = "the other side closed the connection";

  constructor(socket: Socket, maxFrameBytes: number = MAX_FRAME_BYTES) {
    this.#socket = socket;
    this.#decoder = new FrameDecoder(maxFrameBytes);
    socket.on("data", (chunk: Buffer) => this.#handleChunk(chunk));
    socket.on("error", (error) => {
      this.#failure = error.message;
    });
    // Neither side half-closes: whoever ends is gone. "close" alone would tell so a turn of the event loop later.
    socket.on("end", () => this.#finish(this.#failure));
    socket.on("close", () => this.#finish(this.#failure));
  }

  /** Bytes that the system has not taken yet. */
  get bufferedAmount(): number {
    return this.#socket.writableLength;
  }

  send(message: Message): void {
    if (this.#closed || !this.#socket.writable) return;
    this.#socket.write(encodeFrame(message), this.#handleWritten);
    if (this.#socket.writableLength > 0) this.#owesDrain = true;
  }

  close(): void {
    if (this.#closed) return;
    this.#linger();
    this.#finish("closed by this side");
  }

  // Node's own "drain" stays silent below its high-water mark; ours must not.
  readonly #handleWritten = (): void => {
    if (!this.#owesDrain || this.#socket.writableLength > 0) return;
    this.#owesDrain = false;
    this.#onDrain.fire();
  };

  #handleChunk(chunk: Buffer): void {
    if (this.#closed) return;
    for (const frame of this.#decoder.push(chunk)) {
      this.#handleFrame(frame);
      if (this.#closed) return;
    }
  }

  #handleFrame(frame: Frame): void {
    if ("message" in frame) {
      this.#onMessage.fire(frame.message);
      return;
    }
    const { kind, message } = frame.error;
    this.send({ jsonrpc: "2.0", id: null, error: { code: RPC_ERROR_NUMBER[kind], message } });
    if (kind === "garbage" && this.bufferedAmount <= MAX_UNREAD_COMPLAINTS_BYTES) return;
    this.#linger();
    this.#finish(message);
  }

  /** Ends this side and reads on into the void: closing with unread input would discard our last words. */
  #linger(): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
    socket.once("finish", () => socket.unref());
    socket.end();
  }

  #finish(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose.fire({ reason });
  }
}

/** Connects to the running host. Fails with `no-host` when there is none. */
export async function connect(paths: Paths): Promise<{ transport: Transport; token: string }> {
  checkRunDirectory(paths);
  const deadlineMs = Date.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    const socket = await tryConnect(paths.socket, deadlineMs);
    if (socket) {
      // The token is read now and not before: a new host writes it just before it listens.
      return { transport: new SocketTransport(socket, MAX_ANSWER_BYTES), token: readToken(paths) };
    }
    await new Promise((resolve) => setTimeout(resolve, CONNECT_RETRY_MS));
  }
}

/** Undefined while the host's queue is full. */
function tryConnect(path: string, deadlineMs: number): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(path);
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EAGAIN" && Date.now() < deadlineMs) resolve(undefined);
      else reject(new HostError("no-host", `Cannot connect to the host: ${error.message}`));
    });
  });
}
