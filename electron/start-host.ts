/**
 * Puts a host together: sessions, screens, recordings, the local socket and,
 * when somebody wants it, the window for browsers. Used by the desktop app and
 * by the headless host alike; imports no Electron.
 */
import { join } from "node:path";
import { Emitter, type Event } from "../shared/emitter.ts";
import { messageOf } from "../shared/errors.ts";
import { Client } from "../shared/client.ts";
import type { ClientInfo, Params } from "../shared/protocol.ts";
import { type Accept, createTransportPair } from "../shared/transport.ts";
import { VERSION } from "../shared/version.ts";
import { startHttp, type HttpEndpoint } from "./endpoint/http.ts";
import { listen } from "./endpoint/listener.ts";
import type { McpSide } from "./host/caller.ts";
import { Connection } from "./host/connection.ts";
import { Host } from "./host/host.ts";
import type { Log } from "./platform/log.ts";
import type { Paths } from "./platform/paths.ts";
import type { RunningSession } from "./platform/run-state.ts";
import { keepHeapsSmall } from "./platform/small-heap.ts";
import { Recorder } from "./recording/recorder.ts";
import { ScreenPool } from "./screens/screen-pool.ts";
import { startPty } from "./sessions/pty.ts";

export type StartHostOptions = {
  readonly paths: Paths;
  readonly log: Log;
  /** The built window, out/renderer. */
  readonly rendererDirectory: string;
  /** The built screens/worker.ts. */
  readonly workerUrl: URL;
  /** The window's port; 0 for any, undefined for the default or, when that is taken, any. */
  readonly port?: number;
};

export type RunningHost = {
  readonly kind: "hosting";
  readonly accept: Accept;
  /** The sessions whose program runs, and when they may be others. */
  running(): RunningSession[];
  readonly onRunning: Event<void>;
  /** An address at which a browser may open the window once. */
  openWindow(): Promise<{ url: string; expiresInMs: number }>;
  /** Resolves when a client has asked the host to end and all sessions have been stopped. */
  readonly shutdownRequested: Promise<void>;
  /** Stops every session, flushes every recording, closes every endpoint. */
  close(): Promise<void>;
};

/** Becomes the user's host, or learns that another process is. Throws when the run directory is not safe. */
export async function startHost(options: StartHostOptions): Promise<RunningHost | { readonly kind: "taken" }> {
  const { paths, log } = options;
  keepHeapsSmall();
  const screens = new ScreenPool({ workerUrl: options.workerUrl, onWarning: (message) => log.warn(message) });
  const parts = new Parts(options, screens);
  const listening = await listen({ paths, accept: parts.accept, log });
  if (listening.kind === "taken") {
    screens[Symbol.dispose]();
    return listening;
  }
  return {
    kind: "hosting",
    accept: parts.accept,
    running: () => parts.running(),
    onRunning: parts.onRunning.event,
    openWindow: () => parts.openWindow(),
    shutdownRequested: new Promise((resolve) => void parts.host.onShutdown(() => resolve())),
    close: async () => {
      await parts.close();
      await listening.close();
    },
  };
}

/** The host and what hangs on it. */
class Parts {
  readonly host: Host;
  readonly #options: StartHostOptions;
  readonly #screens: ScreenPool;
  readonly #connections = new Set<Connection>();
  #http: Promise<HttpEndpoint> | undefined;
  readonly onRunning = new Emitter<void>();

  constructor(options: StartHostOptions, screens: ScreenPool) {
    const { paths, log } = options;
    this.#options = options;
    this.#screens = screens;
    this.host = new Host({
      version: VERSION,
      screens,
      spawnPty: startPty,
      recordingsDirectory: paths.recordings,
      startRecording: (start) => {
        try {
          return new Recorder({ ...start, directory: paths.recordings, onWarning: (message) => log.warn(message) });
        } catch (error) {
          log.warn(`A session is not recorded: ${messageOf(error)}`);
          return undefined;
        }
      },
      openMcp: (client, context, send) => this.#openMcp(client, context, send),
      openWindow: () => this.openWindow(),
      onWarning: (message) => log.warn(message),
    });
    this.host.onChanged(() => this.onRunning.fire());
    this.host.onClosed(() => this.onRunning.fire());
    this.host.onEnding((asking) => {
      for (const connection of this.#connections) if (connection.client?.id !== asking.id) connection[Symbol.dispose]();
    });
  }

  readonly accept: Accept = (transport, authenticate) => {
    const connection = new Connection(this.host, transport, { authenticate });
    this.#connections.add(connection);
    transport.onClose(() => this.#connections.delete(connection));
  };

  running(): RunningSession[] {
    const running = this.host.sessions.filter(({ session }) => !session.exit).map(({ session }) => session);
    return running.map(({ id, command, key, isRecording }) => ({
      id,
      command,
      ...(isRecording && { recording: join(this.#options.paths.recordings, `${key}.cast`) }),
    }));
  }

  async openWindow(): Promise<{ url: string; expiresInMs: number }> {
    const { port, rendererDirectory, log } = this.#options;
    this.#http ??= startHttp({ rendererDirectory, accept: this.accept, log, ...(port !== undefined && { port }) });
    try {
      return (await this.#http).newAddress();
    } catch (error) {
      this.#http = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.host.close();
    await this.#http?.then((http) => http.close()).catch(() => {});
    for (const connection of this.#connections) connection[Symbol.dispose]();
    this.host[Symbol.dispose]();
    this.#screens[Symbol.dispose]();
  }

  /** The MCP SDK takes 100 ms to load; only a host that agents use pays for it. */
  async #openMcp(
    client: ClientInfo,
    context: Params<"mcp/open">,
    send: (message: Record<string, unknown>) => void,
  ): Promise<McpSide> {
    const { serveMcp } = await import("./mcp/server.ts");
    const [near, far] = createTransportPair();
    const connection = new Connection(this.host, far, { client });
    this.#connections.add(connection);
    far.onClose(() => this.#connections.delete(connection));
    const { cwd, env } = context;
    return serveMcp({ client: new Client(near), context: { ...(cwd !== undefined && { cwd }), ...(env && { env }) }, send });
  }
}
