/**
 * Sends messages over a local socket, one JSON object a line. The host uses it for
 * each connection, and clients use it to connect. It imports little, because
 * every command loads it.
 */
import { connect as connectSocket, type Socket } from "node:net";
import { HostError } from "../../shared/errors.ts";
import { encodeFrame, MAX_FRAME_BYTES } from "../../shared/framing.ts";
import type { Message, Transport } from "../../shared/transport.ts";
import type { Paths } from "../platform/paths.ts";
import { CLOSED_BY_OTHER, FramedTransport } from "./framed-transport.ts";
import { checkRunDirectory, readToken } from "./run-directory.ts";

/** The longest frame that a client accepts from its host. Screens and whole recordings are long. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** After a close, the messages sent before have this time to arrive. */
const LINGER_MS = 2000;
/** While the host's queue of new connections is full, a client tries again for this time. */
const CONNECT_TIMEOUT_S = 5;
const CONNECT_RETRY_MS = 10;
/** The same while the token's file is missing. The host writes it again within two seconds. */
const TOKEN_RETRY_MS = 100;
/** What the system says, or Node with its option `--permission`, where a sandbox forbids the connection. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "ERR_ACCESS_DENIED"]);

export class SocketTransport extends FramedTransport {
  readonly #socket: Socket;
  #isDrainDue = false;
  #failure = CLOSED_BY_OTHER;

  constructor(socket: Socket, maxFrameBytes: number = MAX_FRAME_BYTES) {
    super(maxFrameBytes);
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("error", (error) => {
      this.#failure = error.message;
    });
    // Neither side half-closes, so "end" means that the other side is gone. "close" comes a turn of the event loop later.
    socket.on("end", () => this.end(this.#failure));
    socket.on("close", () => this.end(this.#failure));
  }

  get bufferedAmount(): number {
    return this.#socket.writableLength;
  }

  send(message: Message): void {
    if (this.isClosed || !this.#socket.writable) return;
    this.#socket.write(encodeFrame(message), this.#handleWritten);
    if (this.#socket.writableLength > 0) this.#isDrainDue = true;
  }

  // Not Node's "drain" event, which does not fire if the buffer never reached the high-water mark.
  readonly #handleWritten = (): void => {
    if (!this.#isDrainDue || this.#socket.writableLength > 0) return;
    this.#isDrainDue = false;
    this.drain.fire();
  };

  protected linger(): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
    socket.once("finish", () => socket.unref());
    socket.end();
  }
}

/** Opens a connection to a local socket. Rejects with the error of the system, which has a `code`. */
export type Dial = (path: string) => Promise<Transport>;

/** Dials by `node:net`. */
export const dialSocket: Dial = (path) =>
  new Promise((resolve, reject) => {
    const socket = connectSocket(path);
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(new SocketTransport(socket, MAX_ANSWER_BYTES));
    });
  });

/**
 * Connects to the running host. Fails with `no-host` when no host runs, and with `internal` when it takes no connection, this
 * process may not connect, or the token cannot be read.
 */
export async function connect(paths: Paths, dial: Dial = dialSocket): Promise<{ transport: Transport; token: string }> {
  checkRunDirectory(paths);
  // Each command comes here, and `performance` would take it two milliseconds to load.
  const deadline = process.uptime() + CONNECT_TIMEOUT_S;
  for (;;) {
    const transport = await dialUnlessBusy(dial, paths.socket, deadline);
    const token = transport && tokenOrClose(transport, paths);
    if (transport && token !== undefined) return { transport, token };
    if (transport && process.uptime() >= deadline) throw missingToken(paths);
    await new Promise((resolve) => setTimeout(resolve, transport ? TOKEN_RETRY_MS : CONNECT_RETRY_MS));
  }
}

/** The token, read only after connecting: a new host writes it just before it listens. Without a token the connection is closed. */
function tokenOrClose(transport: Transport, paths: Paths): string | undefined {
  let token: string | undefined;
  try {
    token = readToken(paths);
  } finally {
    if (token === undefined) transport.close();
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
async function dialUnlessBusy(dial: Dial, path: string, deadline: number): Promise<Transport | undefined> {
  try {
    return await dial(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN" && process.uptime() < deadline) return undefined;
    throw connectionError(path, error as NodeJS.ErrnoException);
  }
}

/** Whoever may not connect, or finds the queue full, must not be told that no host runs: a command would say that there are no sessions, or start another host. */
function connectionError(path: string, { code, message }: NodeJS.ErrnoException): HostError {
  if (code === "ENOENT" || code === "ECONNREFUSED")
    return new HostError("no-host", `No host is running: nothing listens at ${path}`);
  if (code === "EAGAIN")
    return new HostError("internal", `The host takes no connection at ${path}. Check whether its process is suspended`);
  if (code !== undefined && NOT_ALLOWED.has(code)) {
    const fix = `If a sandbox keeps this process in, allow it the socket ${path}`;
    return new HostError("internal", `Not allowed to connect to the host (${message}). ${fix}`);
  }
  return new HostError("no-host", `Cannot connect to the host: ${message}`);
}
