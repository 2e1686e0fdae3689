/**
 * The host's local endpoint. It claims the host lock, binds the socket, restores
 * its files when something removes them, and passes on every connection.
 * It runs in Electron's main process and in plain Node.
 */
import { lstat } from "node:fs/promises";
import type { Server, Socket } from "node:net";
import { messageOf } from "../../shared/errors.ts";
import type { Accept, Authenticate } from "../../shared/transport.ts";
import type { Log } from "../platform/log.ts";
import type { Paths } from "../platform/paths.ts";
import { type LocalSocket, bindSocket, removeSocketFile } from "./local-socket.ts";
import { claimHostLock, type HostLock } from "./host-lock.ts";
import { openRunDirectory, readToken, writeToken } from "./run-directory.ts";
import { SocketTransport } from "./socket-transport.ts";
import { createToken, tokensEqual } from "./token.ts";

/** The interval for checking whether the files are still there. They must be back within five seconds, for which clients wait. */
const CHECK_EVERY_MS = 2000;

export type ListenOptions = { readonly paths: Paths; readonly accept: Accept; readonly log: Log };

export type LocalEndpoint = {
  readonly kind: "hosting";
  readonly token: string;
  readonly authenticate: Authenticate;
  /** Closes every connection, then the socket, then releases the lock. */
  close(): Promise<void>;
};

/**
 * Makes this process the host's endpoint. Resolves with `taken` when another
 * process is the host already. Throws when the run directory is unsafe.
 */
export async function listen(options: ListenOptions): Promise<LocalEndpoint | { readonly kind: "taken" }> {
  const { paths, log } = options;
  openRunDirectory(paths);
  const lock = await claimHostLock(paths);
  if (!lock) return { kind: "taken" };
  const token = createToken();
  log.hide(token);
  try {
    // Write the token before binding, so that a client that can connect reads the right token.
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
  #localSocket: LocalSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Why the last check could not restore the files. It is logged once, not with every check. */
  #obstacle: string | undefined;
  #closed = false;

  constructor({ paths, accept, log }: ListenOptions, lock: HostLock, token: string) {
    this.#paths = paths;
    this.#accept = accept;
    this.#log = log;
    this.#lock = lock;
    this.#token = token;
  }

  readonly authenticate = (given: string): boolean => tokensEqual(given, this.#token);

  async open(): Promise<void> {
    this.#localSocket = await this.#bind();
    this.#scheduleCheck();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    const localSocket = this.#localSocket;
    if (localSocket) removeSocketFile(this.#paths, localSocket);
    for (const transport of this.#transports) transport.close();
    if (localSocket) await stopServer(localSocket.server);
    this.#lock.release();
  }

  async #bind(): Promise<LocalSocket> {
    const localSocket = await bindSocket(this.#paths, (socket) => this.#handleConnection(socket));
    localSocket.server.on("error", (error) => this.#log.error(`The local socket failed: ${error.message}`));
    return localSocket;
  }

  #handleConnection(socket: Socket): void {
    const transport = new SocketTransport(socket);
    this.#transports.add(transport);
    transport.onClose(() => this.#transports.delete(transport));
    this.#accept(transport, this.authenticate);
  }

  #scheduleCheck(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#check(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    const obstacle = await this.#restoreFiles().catch(
      (error: unknown) => `Cannot restore the files in ${this.#paths.runDirectory}: ${messageOf(error)}`,
    );
    if (obstacle !== undefined && obstacle !== this.#obstacle) this.#log.warn(obstacle);
    this.#obstacle = obstacle;
    this.#scheduleCheck();
  }

  /**
   * Restores the socket, the lock and the token if something has removed one of them,
   * such as a cleaner of temporary files. Existing connections are not affected.
   * Resolves with the reason if they are not this host's any more.
   */
  async #restoreFiles(): Promise<string | undefined> {
    const isSocketInPlace = await this.#isSocketInPlace();
    if (this.#closed) return undefined;
    openRunDirectory(this.#paths);
    if (!this.#lock.confirm()) {
      return `Another host has taken ${this.#paths.socket}. This host keeps its clients and gets no new ones`;
    }
    if (!this.#isTokenInPlace()) {
      writeToken(this.#paths, this.#token);
      this.#log.warn(`${this.#paths.token} had been removed or changed and has been restored`);
    }
    if (!isSocketInPlace) await this.#restoreSocket();
    return undefined;
  }

  async #restoreSocket(): Promise<void> {
    const earlier = this.#localSocket;
    const restored = await this.#bind();
    this.#localSocket = restored;
    this.#log.warn(`${this.#paths.socket} had been removed and has been restored`);
    if (earlier) await stopServer(earlier.server);
    if (!this.#closed) return;
    // The listener was closed while it bound the new socket.
    removeSocketFile(this.#paths, restored);
    await stopServer(restored.server);
  }

  async #isSocketInPlace(): Promise<boolean> {
    // On Windows a pipe keeps its name as long as a process listens.
    if (process.platform === "win32") return true;
    const found = await lstat(this.#paths.socket).catch(() => undefined);
    return found !== undefined && found.ino === this.#localSocket?.inode;
  }

  #isTokenInPlace(): boolean {
    try {
      const found = readToken(this.#paths);
      return found !== undefined && this.authenticate(found);
    } catch {
      return false;
    }
  }
}

/** Stops accepting connections. Does not wait for the end of live connections, which go on. */
async function stopServer(server: Server): Promise<void> {
  server.close();
  await new Promise((resolve) => setImmediate(resolve));
}
