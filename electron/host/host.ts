/** Owns the sessions: starts and stops them, and knows the clients that are connected. */
import { randomBytes } from "node:crypto";
import { Emitter } from "../../shared/emitter.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, ConnectedClient, EndedProcess, Events, Params } from "../../shared/protocol.ts";
import type { NewRecording } from "../recording/recording-catalog.ts";
import type { LocalRules } from "../attention/attention.ts";
import type { ScreenPool } from "../screens/pool/screen-pool.ts";
import { childEnvironment } from "../sessions/child-environment.ts";
import type { MarkedShells } from "../shell-integration/marked-shells.ts";
import type { SpawnOptions, SpawnPty } from "../sessions/pty.ts";
import { Session } from "../sessions/session.ts";
import type { Recording } from "../sessions/session-recording.ts";
import { Grants, type GrantsOptions } from "./access/grants.ts";
import { Halt } from "./access/halt.ts";
import { Quotas } from "./access/quotas.ts";
import type { LeaseSettings } from "./calls/input-lease.ts";
import { Showings } from "./showings.ts";
import { HostedSession } from "./hosted-session.ts";
import type { CallerIdentity, Principal } from "./access/principal.ts";
import { SessionAccess } from "./access/session-access.ts";
import { SessionTable } from "./access/session-table.ts";
import { TypingTurns } from "./access/typing-turns.ts";
import { shellCommand } from "./shell.ts";
import { workingDirectory } from "./working-directory.ts";

/** A session costs a pty, a screen and a recording. The limit keeps a loop from taking the machine down. */
const MAX_SESSIONS = 500;
const DEFAULT_SIZE = { cols: 80, rows: 24 } as const;

export type HostOptions = {
  /** Programs find it in their environment. */
  readonly version: string;
  readonly spawnPty: SpawnPty;
  readonly screens: ScreenPool;
  /** Begins a recording; undefined, after a warning, when none can be made. */
  readonly startRecording: (start: NewRecording) => Recording | undefined;
  /** Every client sees every session, as in terminalcp. */
  readonly flatSessions: boolean;
  /** What the user has granted agents. */
  readonly grants: GrantsOptions;
  /** What the user has corrected in the sessions' states. */
  readonly attentionRules: LocalRules;
  /** Gives interactive shells their marks. */
  readonly shells: Pick<MarkedShells, "integrate">;
  /** As they are now. */
  readonly leaseSettings: () => LeaseSettings;
  readonly warn: (message: string) => void;
};

/** A session that was removed, and the client that asked for it; absent when the host itself removed it. */
export type ClosedSession = { readonly hostedSession: HostedSession; readonly by: ClientInfo | undefined };

export class Host implements Disposable {
  readonly #options: HostOptions;
  readonly startedAtMs = Date.now();
  readonly #store = new DisposableStore();
  readonly #onChanged = this.#store.add(new Emitter<HostedSession>());
  readonly onChanged = this.#onChanged.event;
  readonly #onClosed = this.#store.add(new Emitter<ClosedSession>());
  readonly onClosed = this.#onClosed.event;
  readonly #onUnshared = this.#store.add(new Emitter<HostedSession>());
  /** Some principals can no longer reach the session. */
  readonly onUnshared = this.#onUnshared.event;
  readonly #onClients = this.#store.add(new Emitter<void>());
  readonly onClients = this.#onClients.event;
  readonly #onStopped = this.#store.add(new Emitter<Events["host/ending"]>());
  /** Every session has been stopped because a client asked the host to end. It is the last event that clients get. */
  readonly onStopped = this.#onStopped.event;
  readonly #onShow = this.#store.add(new Emitter<Events["window/show"]>());
  /** A client wants the window, or a session in it, to be seen. */
  readonly onShow = this.#onShow.event;
  readonly #onEnding = this.#store.add(new Emitter<ClientInfo>());
  /** The host is about to end because this client has asked for it. */
  readonly onEnding = this.#onEnding.event;
  readonly #onShutdown = this.#store.add(new Emitter<void>());
  /** Every session has been stopped because a client asked the host to end: the process may go. */
  readonly onShutdown = this.#onShutdown.event;
  /** The sessions, and who may reach which. */
  readonly sessions: SessionTable;
  readonly quotas = new Quotas();
  /** For the audit, which has one row for each. */
  readonly turns = new TypingTurns();
  readonly halt = new Halt();
  /** How far each agent reaches. */
  readonly grants: Grants;
  readonly showings = new Showings();
  /** What a session is started with again. */
  readonly #startedWith = new WeakMap<HostedSession, Pick<Params<"session/create">, "command" | "cwd" | "env" | "variables">>();
  readonly #clients = new Map<string, CallerIdentity & { readonly sinceMs: number }>();
  #closing = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.sessions = new SessionTable(options.flatSessions);
    this.grants = this.#store.add(new Grants(options.grants));
    this.#store.add(this.grants.onTiers(() => this.#handleTiers()));
  }

  get clients(): readonly ClientInfo[] {
    return [...this.#clients.values()].map(({ client }) => client);
  }

  /** The connected clients with what each may do. */
  connectedClients(): ConnectedClient[] {
    return [...this.#clients.values()].map(({ client, principal, sinceMs }) => ({
      ...client,
      tier: principal.tier,
      ...(principal.watchesOnly !== undefined && { watchesOnly: principal.watchesOnly }),
      sinceMs,
      sessions: this.sessions.all.filter(({ access }) => access.isOwnedBy(principal)).length,
    }));
  }

  /** The principals of the connected clients. */
  get connected(): readonly Principal[] {
    return [...this.#clients.values()].map(({ principal }) => principal);
  }

  get attentionRules(): LocalRules {
    return this.#options.attentionRules;
  }

  /** Removes a correction. Sessions that it held for are judged anew. Throws `bad-request` if no correction has this number. */
  forgetRule(rule: number): void {
    this.attentionRules.remove(rule);
    for (const { attention } of this.sessions.all) attention.look();
  }

  /** The agents that are connected or own a session, and `others`, such as those that have a token. */
  agents(others: readonly Principal[]): Principal[] {
    const principals = [...this.connected, ...this.sessions.all.map(({ access }) => access.owner), ...others];
    const agents = principals.filter(({ tier }) => tier !== "admin");
    return [...new Map(agents.map((agent) => [agent.id, agent])).values()];
  }

  /**
   * Starts a program. Throws `session-exists`, `start-failed`, `too-many-sessions`, `too-many-requests`
   * or `bad-request`.
   */
  create(identity: CallerIdentity, params: Params<"session/create">): HostedSession {
    return this.#start(identity, params);
  }

  /**
   * Ends a session and starts its program again: same name, owner, command, folder, environment, sharing and
   * given name, in the size it has now. `by` is the client that asked. Throws what `create` throws; the session is gone then.
   */
  async restart(hostedSession: HostedSession, by: ClientInfo): Promise<HostedSession> {
    const { session, access } = hostedSession;
    const params = { ...this.#startedWith.get(hostedSession), command: session.command, id: access.name, size: session.size };
    await this.stop(hostedSession, by);
    return this.#start({ client: session.owner, principal: access.owner }, params, hostedSession);
  }

  /** `before` is the session whose place the new one takes. */
  #start({ client, principal }: CallerIdentity, params: Params<"session/create">, before?: HostedSession): HostedSession {
    if (this.#closing) throw new HostError("no-host", "The host is shutting down");
    const { id, name } = this.sessions.name(principal, params.id, before?.session.id);
    if (this.sessions.all.length >= MAX_SESSIONS) {
      throw new HostError("too-many-sessions", `There are ${MAX_SESSIONS} sessions already; stop some first`);
    }
    this.quotas.start(principal, this.sessions.all.filter(({ access }) => access.isOwnedBy(principal)).length);
    const key = randomBytes(16).toString("hex");
    const { spawn, nonce } = this.#spawnOf(params, { name, key });
    const { cwd, size } = spawn;
    const facts = {
      ...{ name, command: params.command, cwd, principal: principal.id, startedAtMs: Date.now() },
      ...(client.kind === "mcp" && { agent: client.name }),
    };
    const recording = this.#options.startRecording({ key, size, facts });
    try {
      const { spawnPty, screens, warn, leaseSettings } = this.#options;
      const parts = { spawnPty, screens, recording, onWarning: warn };
      const session = new Session({ id, key, command: params.command, owner: client, spawn }, parts);
      const access = before?.access ?? new SessionAccess(principal, name);
      const hostedSession = new HostedSession(session, access, {
        ...{ rules: this.attentionRules, halt: this.halt, leaseSettings, nonce },
        shownName: before?.shownName,
      });
      this.#startedWith.set(hostedSession, {
        command: params.command,
        cwd,
        ...(params.env && { env: params.env }),
        ...(params.variables && { variables: params.variables }),
      });
      return this.#add(hostedSession);
    } catch (error) {
      recording?.discard();
      throw error;
    }
  }

  /** How the program is started. `nonce` is what its shell marks its prompts with, if it marks them. Throws `bad-request` or `start-failed`. */
  #spawnOf(
    params: Params<"session/create">,
    { name, key }: { readonly name: string; readonly key: string },
  ): { spawn: SpawnOptions; nonce: string | undefined } {
    const cwd = workingDirectory(params.cwd);
    // The id would tell an agent whether another principal has a session of that name.
    const env = childEnvironment(
      { ...(params.env ?? process.env), ...params.variables },
      { id: name, key, version: this.#options.version },
    );
    const shell = this.#options.shells.integrate(params.command, env);
    const program = shellCommand(shell?.command ?? params.command, env);
    return { spawn: { ...program, cwd, env: shell?.env ?? env, size: params.size ?? DEFAULT_SIZE }, nonce: shell?.nonce };
  }

  /** Ends the session's program if it runs, and removes the session. `by` is the client that asked. Returns the processes that it ended. */
  async stop(hostedSession: HostedSession, by?: ClientInfo): Promise<EndedProcess[]> {
    const ended = await hostedSession.session.kill();
    if (this.sessions.delete(hostedSession)) {
      hostedSession[Symbol.dispose]();
      this.#onClosed.fire({ hostedSession, by });
    }
    return ended;
  }

  async stopAll(sessions: readonly HostedSession[], by?: ClientInfo): Promise<{ stopped: number; ended: EndedProcess[] }> {
    const results = await Promise.allSettled(sessions.map((hostedSession) => this.stop(hostedSession, by)));
    for (const result of results) {
      if (result.status === "rejected") this.#options.warn(`Stop failed: ${messageOf(result.reason)}`);
    }
    return { stopped: sessions.length, ended: results.flatMap((result) => (result.status === "fulfilled" ? result.value : [])) };
  }

  /** The panic stop: takes from every agent the right to type, drops what they have queued and ends what they wait for; or undoes that. */
  haltAgents(by: ClientInfo, on: boolean): void {
    this.halt.set(by, on);
    if (on) for (const hostedSession of this.sessions.all) hostedSession.handleHalt();
  }

  /** Stops every session, and then asks the owner of the process to end it. Returns how many sessions there were. */
  async shutdown(asking: ClientInfo): Promise<number> {
    const stopped = await this.close();
    this.#onStopped.fire({ by: asking, stopped });
    // Before the answer: a client that acts on the answer must not find others connected to a host that ends.
    this.#onEnding.fire(asking);
    // After the answer to the client that asked.
    setImmediate(() => this.#onShutdown.fire());
    return stopped;
  }

  /** Stops every session and takes no new ones. Returns how many there were. */
  async close(): Promise<number> {
    this.#closing = true;
    return (await this.stopAll(this.sessions.all)).stopped;
  }

  /** Asks each client that has a window to bring it to the front, with this session in it. Returns whether there is one. */
  show(id: string | undefined): boolean {
    this.#onShow.fire(id === undefined ? {} : { id });
    return this.#onShow.listenerCount > 0;
  }

  /** Takes a session back from the agents of that name, or from all. What they follow of it ends. */
  unshare(hostedSession: HostedSession, name: string | undefined): void {
    hostedSession.unshare(name);
    this.#onUnshared.fire(hostedSession);
  }

  addClient(identity: CallerIdentity): void {
    this.#clients.set(identity.client.id, { ...identity, sinceMs: Date.now() });
    if (identity.client.kind === "mcp") this.grants.handleClient(identity);
    this.#onClients.fire();
  }

  /** The client's connection has ended: the leases that it held are free. */
  removeClient(client: ClientInfo): void {
    if (!this.#clients.delete(client.id)) return;
    this.grants.handleClientGone(client);
    for (const { lease } of this.sessions.all) lease.handleClientGone(client);
    this.#onClients.fire();
  }

  [Symbol.dispose](): void {
    this.sessions.clear();
    this.#store[Symbol.dispose]();
  }

  /** Some agents reach less or more now. What they follow of sessions that are out of their reach ends. */
  #handleTiers(): void {
    for (const hostedSession of this.sessions.all) this.#onUnshared.fire(hostedSession);
    this.#onClients.fire();
  }

  #add(hostedSession: HostedSession): HostedSession {
    this.sessions.add(hostedSession);
    hostedSession.onChanged(() => this.#onChanged.fire(hostedSession));
    this.#onChanged.fire(hostedSession);
    return hostedSession;
  }
}
