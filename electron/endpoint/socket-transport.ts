/**
 * Sends messages over a local socket, one JSON object a line. The host uses it for
 * each connection, and clients use it to connect. It imports little, because
 * every command loads it.
 */
import { connect as connectSocket, type Socket } from "node:net";
import { HostError } from "../../shared/errors.ts";
import { encodeFrame, type Frame, FrameDecoder, frameErrorNumber, MAX_FRAME_BYTES, parseFrame } from "../../shared/framing.ts";
import { EndingTransport, type Message, type Transport } from "../../shared/transport.ts";
import type { Paths } from "../platform/paths.ts";
import { checkRunDirectory, readToken } from "./run-directory.ts";

/** The longest frame that a client accepts from its host. Screens and whole recordings are long. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** A peer that sends garbage and leaves this many bytes of our error messages unread is disconnected. */
const MAX_UNREAD_ERRORS_BYTES = 256 * 1024;
/** After a close, the messages sent before have this time to arrive. */
const LINGER_MS = 2000;
/** While the host's queue of new connections is full, a client tries again for this time. */
const CONNECT_TIMEOUT_S = 5;
const CONNECT_RETRY_MS = 10;
/** The same while the token's file is missing. The host writes it again within two seconds. */
const TOKEN_RETRY_MS = 100;

export class SocketTransport extends EndingTransport implements Transport {
  readonly #socket: Socket;
  readonly #decoder: FrameDecoder<Frame>;
  #isDrainDue = false;
  #failure = "the other side closed the connection";

  constructor(socket: Socket, maxFrameBytes: number = MAX_FRAME_BYTES) {
    super();
    this.#socket = socket;
    this.#decoder = new FrameDecoder(maxFrameBytes, parseFrame);
    socket.on("data", (chunk: Buffer) => this.#handleChunk(chunk));
    socket.on("error", (error) => {
      this.#failure = error.message;
    });
    // Neither side half-closes, so "end" means that the other side is gone. "close" comes a turn of the event loop later.
    socket.on("end", () => this.end(this.#failure));
    socket.on("close", () => this.end(this.#failure));
  }

  /** Bytes that the operating system has not accepted yet. */
  get bufferedAmount(): number {
    return this.#socket.writableLength;
  }

  send(message: Message): void {
    if (this.isClosed || !this.#socket.writable) return;
    this.#socket.write(encodeFrame(message), this.#handleWritten);
    if (this.#socket.writableLength > 0) this.#isDrainDue = true;
  }

  close(): void {
    if (this.isClosed) return;
    this.#linger();
    this.end("closed by this side");
  }

  // Not Node's "drain" event, which does not fire if the buffer never reached the high-water mark.
  readonly #handleWritten = (): void => {
    if (!this.#isDrainDue || this.#socket.writableLength > 0) return;
    this.#isDrainDue = false;
    this.drain.fire();
  };

  #handleChunk(chunk: Buffer): void {
    if (this.isClosed) return;
    for (const frame of this.#decoder.push(chunk)) {
      this.#handleFrame(frame);
      if (this.isClosed) return;
    }
  }

  #handleFrame(frame: Frame): void {
    if ("message" in frame) {
      this.message.fire(frame.message);
      return;
    }
    const { kind, message } = frame.error;
    this.send({ jsonrpc: "2.0", id: null, error: { code: frameErrorNumber(frame.error), message } });
    if (kind === "garbage" && this.bufferedAmount <= MAX_UNREAD_ERRORS_BYTES) return;
    this.#linger();
    this.end(message);
  }

  /**
   * Closes this side, but goes on reading and discards the input: closing a socket
   * with unread input would discard the messages that we have just sent.
   */
  #linger(): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
    socket.once("finish", () => socket.unref());
    socket.end();
  }
}

/** Connects to the running host. Fails with `no-host` when no host runs, and with `internal` when its token cannot be read. */
export async function connect(paths: Paths): Promise<{ transport: Transport; token: string }> {
  checkRunDirectory(paths);
  // Each command comes here, and `performance` would take it two milliseconds to load.
  const deadline = process.uptime() + CONNECT_TIMEOUT_S;
  for (;;) {
    const socket = await tryConnect(paths.socket, deadline);
    const token = socket && tokenOrClose(socket, paths);
    if (socket && token !== undefined) return { transport: new SocketTransport(socket, MAX_ANSWER_BYTES), token };
    if (socket && process.uptime() >= deadline) throw missingToken(paths);
    await new Promise((resolve) => setTimeout(resolve, socket ? TOKEN_RETRY_MS : CONNECT_RETRY_MS));
  }
}

/** The token, read only after connecting: a new host writes it just before it listens. Without a token the connection is closed. */
function tokenOrClose(socket: Socket, paths: Paths): string | undefined {
  let token: string | undefined;
  try {
    token = readToken(paths);
  } finally {
    if (token === undefined) socket.destroy();
  }
  return token;
}

function missingToken({ token }: Paths): HostError {
  return new HostError(
    "internal",
    `A host runs, but its token is missing: ${token} does not exist. The host writes it again within seconds. ` +
      `If it does not, check whether its process is suspended, or end it and start it again`,
  );
}

/** Undefined when the host's queue of new connections is full. `deadline` is in seconds of this process's time. */
function tryConnect(path: string, deadline: number): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(path);
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EAGAIN" && process.uptime() < deadline) resolve(undefined);
      else reject(new HostError("no-host", whyNoHost(path, error)));
    });
  });
}

function whyNoHost(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ECONNREFUSED") return `No host is running: nothing listens at ${path}`;
  return `Cannot connect to the host: ${message}`;
}
