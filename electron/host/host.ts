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
import type { ClientInfo, EndedProcess, Events, Params, Result, TokenInfo } from "../../shared/protocol.ts";
import type { ScreenPool } from "../screens/pool/screen-pool.ts";
import { childEnvironment } from "../sessions/child-environment.ts";
import type { SpawnPty } from "../sessions/pty.ts";
import { Session } from "../sessions/session.ts";
import type { Recording } from "../sessions/session-recording.ts";
import { Quotas } from "./access/quotas.ts";
import type { Audit } from "./access/audit.ts";
import type { McpSide } from "./caller.ts";
import { HostedSession } from "./hosted-session.ts";
import { type CallerIdentity, type Principal, tokenPrincipal } from "./access/principal.ts";
import { SessionAccess } from "./access/session-access.ts";
import { SessionTable } from "./access/session-table.ts";
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
    known: CallerIdentity,
    context: Params<"mcp/open">,
    send: (message: Record<string, unknown>) => void,
  ) => Promise<McpSide>;
  /** Makes an address at which a browser may open the window once. */
  readonly openWindow: () => Promise<Result<"window/open">>;
  /** Every client sees every session, as terminalcp has it. */
  readonly flatSessions: boolean;
  /** The agents' ways in over HTTP. */
  readonly tokens: Tokens;
  /** Switches MCP over HTTP, or says how it stands. */
  readonly switchHttp: (on: boolean | undefined) => Promise<Result<"http/switch">>;
  readonly audit: Audit;
  readonly onWarning: (message: string) => void;
};

/** Tokens for agents that come over HTTP. */
export interface Tokens {
  /** Throws `bad-request` for a name that is taken. */
  create(name: string, tier: TokenInfo["tier"]): Result<"token/create">;
  list(): TokenInfo[];
  /** Throws `bad-request` for a name that there is none of. */
  revoke(name: string): void;
}

export class Host implements Disposable {
  readonly options: HostOptions;
  readonly startedAtMs = Date.now();
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<HostedSession>());
  readonly onChanged = this.#onChanged.event;
  readonly #onClosed = this.#store.add(new Emitter<HostedSession>());
  readonly onClosed = this.#onClosed.event;
  readonly #onUnshared = this.#store.add(new Emitter<HostedSession>());
  /** Some can no longer reach the session; the others hear nothing of it. */
  readonly onUnshared = this.#onUnshared.event;
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
  /** The sessions, and who may reach which. */
  readonly sessions: SessionTable;
  readonly quotas = new Quotas();
  readonly #clients = new Map<string, CallerIdentity>();
  #closing = false;

  constructor(options: HostOptions) {
    this.options = options;
    this.sessions = new SessionTable(options.flatSessions);
  }

  get clients(): readonly ClientInfo[] {
    return [...this.#clients.values()].map(({ client }) => client);
  }

  /** Who is there now. */
  get connected(): readonly Principal[] {
    return [...this.#clients.values()].map(({ principal }) => principal);
  }

  /** The agents that are connected, own a session or hold a token. */
  get agents(): readonly Principal[] {
    const known = [
      ...this.connected,
      ...this.sessions.all.map(({ access }) => access.owner),
      ...this.options.tokens.list().map(tokenPrincipal),
    ];
    return [...new Map(known.filter(({ tier }) => tier !== "admin").map((principal) => [principal.id, principal])).values()];
  }

  /**
   * Starts a program. Throws `session-exists`, `start-failed`, `too-many-sessions`, `too-many-requests`
   * or `bad-request`.
   */
  create({ client, principal }: CallerIdentity, params: Params<"session/create">): HostedSession {
    if (this.#closing) throw new HostError("no-host", "The host is shutting down");
    const { id, name } = this.sessions.name(principal, params.id);
    if (this.sessions.all.length >= MAX_SESSIONS) {
      throw new HostError("too-many-sessions", `There are ${MAX_SESSIONS} sessions already; stop some first`);
    }
    this.quotas.start(principal, this.sessions.all.filter(({ access }) => access.isOwnedBy(principal)).length);
    const key = randomBytes(16).toString("hex");
    const cwd = workingDirectory(params.cwd);
    const env = childEnvironment(params.env ?? process.env, { id, key, version: this.options.version });
    const size = params.size ?? DEFAULT_SIZE;
    const recording = this.options.startRecording({ key, size, startedAtMs: Date.now() });
    const spawn = { ...shellCommand(params.command, env), cwd, env, size };
    try {
      const { spawnPty, screens, onWarning } = this.options;
      const parts = { spawnPty, screens, recording, onWarning };
      const session = new Session({ id, key, command: params.command, owner: client, spawn }, parts);
      return this.#add(new HostedSession(session, new SessionAccess(principal, name)));
    } catch (error) {
      recording?.discard();
      throw error;
    }
  }

  /** Kills if need be and removes the session. */
  async stop(hosted: HostedSession): Promise<EndedProcess[]> {
    const ended = await hosted.session.kill();
    if (this.sessions.delete(hosted)) {
      hosted[Symbol.dispose]();
      this.#onClosed.fire(hosted);
    }
    return ended;
  }

  async stopAll(sessions: readonly HostedSession[]): Promise<{ stopped: number; ended: EndedProcess[] }> {
    const results = await Promise.allSettled(sessions.map((hosted) => this.stop(hosted)));
    for (const result of results) {
      if (result.status === "rejected") this.options.onWarning(`Stop failed: ${messageOf(result.reason)}`);
    }
    return { stopped: sessions.length, ended: results.flatMap((result) => (result.status === "fulfilled" ? result.value : [])) };
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
    return (await this.stopAll(this.sessions.all)).stopped;
  }

  /** Asks whoever has a window to bring it to the front, with this session in it. Returns whether anybody has. */
  show(id: string | undefined): boolean {
    this.#onShow.fire(id === undefined ? {} : { id });
    return this.#onShow.listenerCount > 0;
  }

  /** Takes a session back from agents of that name, or from all; what they follow of it ends. */
  unshare(hosted: HostedSession, name: string | undefined): void {
    hosted.unshare(name);
    this.#onUnshared.fire(hosted);
  }

  addClient(known: CallerIdentity): void {
    this.#clients.set(known.client.id, known);
    this.#onClients.fire();
  }

  /** The client's connection has ended: what it held is free. */
  removeClient(client: ClientInfo): void {
    if (!this.#clients.delete(client.id)) return;
    for (const hosted of this.sessions.all) hosted.clientGone(client);
    this.#onClients.fire();
  }

  [Symbol.dispose](): void {
    this.sessions.clear();
    this.#store[Symbol.dispose]();
  }

  #add(hosted: HostedSession): HostedSession {
    this.sessions.add(hosted);
    hosted.onChanged(() => this.#onChanged.fire(hosted));
    this.#onChanged.fire(hosted);
    return hosted;
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
