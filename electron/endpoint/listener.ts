/**
 * The host's local endpoint: takes the lock, binds the socket, keeps it there,
 * and hands every connection on. Works in Electron's main process and in plain Node.
 */
import { lstat } from "node:fs/promises";
import type { Server, Socket } from "node:net";
import { messageOf } from "../../shared/errors.ts";
import type { Accept, Authenticate } from "../../shared/transport.ts";
import type { Log } from "../platform/log.ts";
import type { Paths } from "../platform/paths.ts";
import { type BoundSocket, bindSocket, removeSocketFile } from "./bound-socket.ts";
import { claimHostLock, type HostLock } from "./host-lock.ts";
import { openRunDirectory, readToken, writeToken } from "./run-directory.ts";
import { SocketTransport } from "./socket-transport.ts";
import { createToken, tokensEqual } from "./token.ts";

/** How often to look whether somebody deleted the socket; it is to be back within five seconds. */
const LOOK_AFTER_MS = 2000;

export type ListenOptions = { readonly paths: Paths; readonly accept: Accept; readonly log: Log };

export type Listening = {
  readonly kind: "hosting";
  readonly token: string;
  readonly authenticate: Authenticate;
  /** Closes every connection, then the socket, then gives up the lock. */
  close(): Promise<void>;
};

/** Becomes the host's endpoint, or learns that another process is (`taken`). Throws when the place is unsafe. */
export async function listen(options: ListenOptions): Promise<Listening | { readonly kind: "taken" }> {
  const { paths, log } = options;
  openRunDirectory(paths);
  const lock = await claimHostLock(paths);
  if (!lock) return { kind: "taken" };
  const token = createToken();
  log.hide(token);
  try {
    // Before the bind, so that whoever can connect finds the right one.
    writeToken(paths, token);
    const listener = new Listener(options, lock, token);
    await listener.open();
    return { kind: "hosting", token, authenticate: listener.authenticate, close: () => listener.close() };
  } catch (error) {
    lock.release();
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return { kind: "taken" };
    throw error;
  }
}

class Listener {
  readonly #paths: Paths;
  readonly #accept: Accept;
  readonly #log: Log;
  readonly #lock: HostLock;
  readonly #token: string;
  readonly #transports = new Set<SocketTransport>();
  #bound: BoundSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ paths, accept, log }: ListenOptions, lock: HostLock, token: string) {
    this.#paths = paths;
    this.#accept = accept;
    this.#log = log;
    this.#lock = lock;
    this.#token = token;
  }

  readonly authenticate: Authenticate = (given) => tokensEqual(given, this.#token);

  async open(): Promise<void> {
    this.#bound = await this.#bind();
    this.#lookLater();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    const bound = this.#bound;
    if (bound) removeSocketFile(this.#paths, bound);
    for (const transport of this.#transports) transport.close();
    if (bound) await stopServer(bound.server);
    this.#lock.release();
  }

  async #bind(): Promise<BoundSocket> {
    const bound = await bindSocket(this.#paths, (socket) => this.#handleConnection(socket));
    bound.server.on("error", (error) => this.#log.error(`The local socket failed: ${error.message}`));
    return bound;
  }

  #handleConnection(socket: Socket): void {
    const transport = new SocketTransport(socket);
    this.#transports.add(transport);
    transport.onClose(() => this.#transports.delete(transport));
    this.#accept(transport, this.authenticate);
  }

  #lookLater(): void {
    // Windows keeps a pipe's name for as long as somebody listens.
    if (process.platform === "win32" || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#lookAfterFiles().then(
        () => this.#lookLater(),
        (error: unknown) => {
          this.#log.warn(`Cannot put ${this.#paths.socket} back: ${messageOf(error)}`);
          this.#lookLater();
        },
      );
    }, LOOK_AFTER_MS);
    this.#timer.unref();
  }

  /** Puts back what a cleaner of temporary files took away. Connections that exist do not notice. */
  async #lookAfterFiles(): Promise<void> {
    const found = await lstat(this.#paths.socket).catch(() => undefined);
    const bound = this.#bound;
    if (this.#closed || !bound || (found && found.ino === bound.inode)) return;
    openRunDirectory(this.#paths);
    if (!this.#lock.confirm()) {
      this.#log.warn(`Another host has taken ${this.#paths.socket}; this one keeps its clients and gets no new ones`);
      return;
    }
    if (!this.#tokenIsInPlace()) writeToken(this.#paths, this.#token);
    this.#bound = await this.#bind();
    this.#log.warn(`${this.#paths.socket} had been removed and is back`);
    await stopServer(bound.server);
    if (this.#closed) await this.#abandon(this.#bound);
  }

  /** The listener was closed while a new socket was being bound. */
  async #abandon(bound: BoundSocket): Promise<void> {
    removeSocketFile(this.#paths, bound);
    await stopServer(bound.server);
  }

  #tokenIsInPlace(): boolean {
    try {
      return this.authenticate(readToken(this.#paths));
    } catch {
      return false;
    }
  }
}

/** Stops accepting. Live connections go on, so their end is not waited for. */
async function stopServer(server: Server): Promise<void> {
  server.close();
  await new Promise((resolve) => setImmediate(resolve));
}
