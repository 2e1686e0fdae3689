/**
 * Owns the sessions. Everything that is done to one passes here: this is where
 * the lease is checked, once, for every kind of client.
 */
import { randomBytes } from "node:crypto";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { Emitter } from "../../shared/emitter.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, EndedProcess, Events, Params, Result, SessionInfo } from "../../shared/protocol.ts";
import type { ScreenPool } from "../screens/screen-pool.ts";
import { childEnvironment } from "../sessions/child-environment.ts";
import type { SpawnPty } from "../sessions/pty.ts";
import { type Recording, Session } from "../sessions/session.ts";
import type { McpSide } from "./caller.ts";
import { HostedSession } from "./hosted-session.ts";
import { shellCommand } from "./shell.ts";

/** A pty, a screen and a recording each; the limit is there so that a loop cannot take the machine down. */
const MAX_SESSIONS = 500;
const DEFAULT_SIZE = { cols: 80, rows: 24 } as const;

export type RecordingStart = {
  readonly key: string;
  readonly size: { cols: number; rows: number };
  readonly startedAtMs: number;
};

export type HostOptions = {
  readonly version: string;
  readonly screens: ScreenPool;
  readonly spawnPty: SpawnPty;
  readonly recordingsDirectory: string;
  /** Begins a recording; undefined (after a warning) when none can be made. */
  readonly startRecording: (start: RecordingStart) => Recording | undefined;
  /** Opens the MCP side of a connection, as the client that it is. */
  readonly openMcp: (
    client: ClientInfo,
    context: Params<"mcp/open">,
    send: (message: Record<string, unknown>) => void,
  ) => Promise<McpSide>;
  /** Makes an address at which a browser may open the window once. */
  readonly openWindow: () => Promise<Result<"window/open">>;
  readonly onWarning: (message: string) => void;
};

export class Host implements Disposable {
  readonly options: HostOptions;
  readonly startedAtMs = Date.now();
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<HostedSession>());
  readonly onChanged = this.#onChanged.event;
  readonly #onClosed = this.#store.add(new Emitter<string>());
  readonly onClosed = this.#onClosed.event;
  readonly #onClients = this.#store.add(new Emitter<void>());
  readonly onClients = this.#onClients.event;
  readonly #onStopped = this.#store.add(new Emitter<Events["host/ending"]>());
  /** Every session has been stopped because a client asked the host to end: the last thing that clients are told. */
  readonly onStopped = this.#onStopped.event;
  readonly #onShow = this.#store.add(new Emitter<Events["window/show"]>());
  /** A client wants the window, or a session in it, to be seen. */
  readonly onShow = this.#onShow.event;
  readonly #onEnding = this.#store.add(new Emitter<ClientInfo>());
  /** The host is about to end, as this client has asked; the others can be told. */
  readonly onEnding = this.#onEnding.event;
  readonly #onShutdown = this.#store.add(new Emitter<void>());
  /** Somebody asked the host to end, and every session has been stopped. */
  readonly onShutdown = this.#onShutdown.event;
  readonly #sessions = new Map<string, HostedSession>();
  readonly #clients = new Map<string, ClientInfo>();
  #closing = false;

  constructor(options: HostOptions) {
    this.options = options;
  }

  get sessions(): readonly HostedSession[] {
    return [...this.#sessions.values()];
  }

  get clients(): readonly ClientInfo[] {
    return [...this.#clients.values()];
  }

  /** Throws `no-such-session`. */
  session(id: string): HostedSession {
    const hosted = this.#sessions.get(id);
    if (hosted) return hosted;
    const known = [...this.#sessions.keys()].slice(0, 10).join(", ");
    const next = known ? `Running or readable: ${known}` : "There are no sessions; start one";
    throw new HostError("no-such-session", `Process not found: ${id}. ${next}`);
  }

  /** Starts a program. Throws `session-exists`, `start-failed`, `too-many-sessions` or `bad-request`. */
  create(client: ClientInfo, params: Params<"session/create">): HostedSession {
    if (this.#closing) throw new HostError("no-host", "The host is shutting down");
    const id = this.#freeId(params.id);
    if (this.#sessions.size >= MAX_SESSIONS) {
      throw new HostError("too-many-sessions", `There are ${MAX_SESSIONS} sessions already; stop some first`);
    }
    const key = randomBytes(16).toString("hex");
    const cwd = workingDirectory(params.cwd);
    const env = childEnvironment(params.env ?? process.env, { id, key, version: this.options.version });
    const size = params.size ?? DEFAULT_SIZE;
    const recording = this.options.startRecording({ key, size, startedAtMs: Date.now() });
    const spawn = { ...shellCommand(params.command, env), cwd, env, size };
    try {
      const { spawnPty, screens } = this.options;
      const session = new Session({ id, key, command: params.command, owner: client, spawn }, { spawnPty, screens, recording });
      return this.#add(new HostedSession(session));
    } catch (error) {
      recording?.discard();
      throw error;
    }
  }

  list(): SessionInfo[] {
    return this.sessions.map((hosted) => hosted.info());
  }

  /** Ends the program and all it started; the session stays readable. */
  kill(id: string): Promise<EndedProcess[]> {
    return this.session(id).session.kill();
  }

  /** Kills if need be and removes the session. */
  async stop(id: string): Promise<EndedProcess[]> {
    const hosted = this.session(id);
    const ended = await hosted.session.kill();
    if (this.#sessions.get(id) === hosted) {
      this.#sessions.delete(id);
      hosted[Symbol.dispose]();
      this.#onClosed.fire(id);
    }
    return ended;
  }

  async stopAll(): Promise<{ stopped: number; ended: EndedProcess[] }> {
    const ids = [...this.#sessions.keys()];
    const results = await Promise.allSettled(ids.map((id) => this.stop(id)));
    for (const result of results) {
      if (result.status === "rejected") this.options.onWarning(`Stop failed: ${messageOf(result.reason)}`);
    }
    return { stopped: ids.length, ended: results.flatMap((result) => (result.status === "fulfilled" ? result.value : [])) };
  }

  /** Stops every session and then tells the owner of the process to end it. */
  async shutdown(asking: ClientInfo): Promise<number> {
    const stopped = await this.close();
    this.#onStopped.fire({ by: asking, stopped });
    // Before the answer: whoever acts on it must not find the others still connected to a host that goes.
    this.#onEnding.fire(asking);
    // After the answer to whoever asked for it.
    setImmediate(() => this.#onShutdown.fire());
    return stopped;
  }

  /** Stops every session and takes no new ones. Returns how many there were. */
  async close(): Promise<number> {
    this.#closing = true;
    return (await this.stopAll()).stopped;
  }

  /** Asks whoever has a window to bring it to the front. Returns whether anybody has; throws `no-such-session`. */
  show(id: string | undefined): boolean {
    if (id !== undefined) this.session(id);
    this.#onShow.fire(id === undefined ? {} : { id });
    return this.#onShow.listenerCount > 0;
  }

  addClient(client: ClientInfo): void {
    this.#clients.set(client.id, client);
    this.#onClients.fire();
  }

  /** The client's connection has ended: what it held is free. */
  removeClient(client: ClientInfo): void {
    if (!this.#clients.delete(client.id)) return;
    for (const hosted of this.#sessions.values()) hosted.clientGone(client);
    this.#onClients.fire();
  }

  [Symbol.dispose](): void {
    for (const hosted of this.#sessions.values()) hosted[Symbol.dispose]();
    this.#sessions.clear();
    this.#store[Symbol.dispose]();
  }

  #add(hosted: HostedSession): HostedSession {
    this.#sessions.set(hosted.session.id, hosted);
    hosted.onChanged(() => this.#onChanged.fire(hosted));
    this.#onChanged.fire(hosted);
    return hosted;
  }

  #freeId(wanted: string | undefined): string {
    if (!wanted) return `proc-${randomBytes(6).toString("hex")}`;
    if (this.#sessions.has(wanted)) {
      throw new HostError("session-exists", `Session '${wanted}' already exists. Stop it first, or choose another name`);
    }
    return wanted;
  }
}

/** node-pty reports a missing directory only as exit code 1, so it is checked here. */
function workingDirectory(cwd: string | undefined): string {
  if (!cwd) return homedir();
  if (!isAbsolute(cwd)) throw new HostError("bad-request", `The working directory must be an absolute path: ${cwd}`);
  try {
    if (!statSync(cwd).isDirectory()) throw new HostError("start-failed", `Not a directory: ${cwd}`);
    accessSync(cwd, constants.X_OK);
  } catch (error) {
    if (error instanceof HostError) throw error;
    const denied = error instanceof Error && "code" in error && error.code === "EACCES";
    throw new HostError("start-failed", `${denied ? "Permission denied" : "No such directory"}: ${cwd}`);
  }
  return cwd;
}
