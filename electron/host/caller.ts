/** What the host keeps for one connected client: what the client follows, shows and exports. */
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, EventName, Events, Params, SessionInfo, Snapshot } from "../../shared/protocol.ts";
import { Attachment } from "./attachment.ts";
import { ChangedSessions } from "./changed-sessions.ts";
import { Exports } from "./exports.ts";
import { Imports } from "./imports.ts";
import type { ClosedSession, Host } from "./host.ts";
import type { HostRuntime, McpSide } from "./host-runtime.ts";
import type { HostedSession } from "./hosted-session.ts";
import { type CallerIdentity, type Principal, reaches } from "./access/principal.ts";
import { TileFrames } from "./tile-frames.ts";

export type CallerSink = {
  readonly send: <E extends EventName>(name: E, event: Events[E]) => void;
  readonly isBehind: () => boolean;
};

/** A session that the client follows; `showing` is there if it shows it in the terminal of another. */
type Followed = {
  readonly hostedSession: HostedSession;
  readonly attachment: Attachment;
  readonly showing: Disposable | undefined;
};

/** What a caller uses of the host's runtime. */
type CallerRuntime = Pick<HostRuntime, "host" | "recordings" | "openMcp" | "settings">;

export class Caller implements Disposable {
  readonly identity: CallerIdentity;
  readonly exports: Exports;
  readonly imports: Imports;
  readonly #host: Host;
  readonly #openMcp: HostRuntime["openMcp"];
  readonly #settings: HostRuntime["settings"];
  readonly #texts: HostRuntime["recordings"]["texts"];
  readonly #sink: CallerSink;
  readonly #store = new DisposableStore();
  /** What the client follows, by what it calls the session. */
  readonly #followed = new Map<string, Followed>();
  /** The sessions that the client has been told of as it watches. It hears of the end of these alone. */
  readonly #told = new Set<HostedSession>();
  readonly #changed = this.#store.add(new ChangedSessions((changed) => this.#sendChanged(changed)));
  /** Runs once the answer to the current request has been sent. */
  readonly #afterAnswer: (() => void)[] = [];
  #tiles: TileFrames | undefined;
  #mcp: McpSide | undefined;
  #watching = false;
  #providing = false;

  constructor({ host, recordings, openMcp, settings }: CallerRuntime, identity: CallerIdentity, sink: CallerSink) {
    this.#host = host;
    this.#openMcp = openMcp;
    this.#settings = settings;
    this.#texts = recordings.texts;
    this.identity = identity;
    this.#sink = sink;
    this.exports = new Exports(recordings.jobs, recordings.catalog.directory);
    this.imports = this.#store.add(new Imports(recordings.catalog));
    this.#store.add(host.onClosed(({ hostedSession }) => this.#unfollow(hostedSession)));
    this.#store.add(host.onUnshared((hostedSession) => this.#lose(hostedSession)));
  }

  get client(): ClientInfo {
    return this.identity.client;
  }

  get principal(): Principal {
    return this.identity.principal;
  }

  /** Whether the caller has come by a share link. */
  get isViewer(): boolean {
    return this.principal.watchesOnly !== undefined;
  }

  /** Whether the caller sees what belongs to others. */
  get seesAll(): boolean {
    return this.#host.sessions.seesAll(this.principal);
  }

  /**
   * Who reads what a wait or a look finds: this connection, or the reader that it
   * names, who uses many. Readers of different principals are different.
   */
  reader(name: string | undefined): string {
    return name === undefined ? this.client.id : `${this.principal.id} ${name}`;
  }

  /** The session that this caller means. Throws `no-such-session`, also for a session out of its reach. */
  session(id: string): HostedSession {
    return this.#host.sessions.get(this.principal, id);
  }

  /** The recording of a session that the caller reaches under this name, by its id. */
  recordingOf(name: string): string | undefined {
    return this.#host.sessions.find(this.principal, name)?.session.key;
  }

  info(hostedSession: HostedSession): SessionInfo {
    return this.#host.sessions.infoFor(this.principal, hostedSession);
  }

  /** Every session that this caller may reach. */
  list(): SessionInfo[] {
    return this.#host.sessions.reachableBy(this.principal).map((hostedSession) => this.info(hostedSession));
  }

  /** The clients that this caller may know of: all of them, or only itself. */
  get clients(): ClientInfo[] {
    return this.#mayKnowAll ? [...this.#host.clients] : [this.client];
  }

  /** Whether the caller may know of all clients. */
  get #mayKnowAll(): boolean {
    return reaches(this.principal.tier, "all");
  }

  /** From now on the client gets events about the sessions that it may reach. */
  watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    for (const hostedSession of this.#host.sessions.reachableBy(this.principal)) this.#told.add(hostedSession);
    this.#store.add(this.#host.onChanged((hostedSession) => this.#noteChanged(hostedSession)));
    this.#store.add(this.#host.onClosed((closed) => this.#sendClosed(closed)));
    // The viewer of a share link is told of its session, and of nobody.
    if (this.isViewer) return;
    this.#store.add(this.#host.halt.onChanged((halt) => this.#sink.send("agents/halted", halt ? { halt } : {})));
    // An agent's tier may change while it is connected, so it counts when something is told.
    this.#store.add(this.#host.onStopped((event) => this.#mayKnowAll && this.#sink.send("host/ending", event)));
    this.#store.add(
      this.#host.onClients(() => this.#mayKnowAll && this.#sink.send("clients/changed", { clients: this.clients })),
    );
    this.#store.add(this.#host.grants.onTiers((agent) => this.#handleTier(agent)));
    if (!reaches(this.principal.tier, "admin")) return;
    this.#store.add(this.#host.grants.onChanged(() => this.#sink.send("grants/changed", {})));
    this.#store.add(this.#host.attentionRules.onChanged(() => this.#sink.send("rules/changed", {})));
    this.#store.add(this.#texts.onMade(() => this.#sink.send("recordings/changed", {})));
    this.#store.add(this.#settings.onChanged((state) => this.#sink.send("settings/changed", state)));
  }

  /** The client has a window, and brings it to the front when somebody asks for it. */
  provideWindow(): void {
    if (this.#providing) return;
    this.#providing = true;
    this.#store.add(this.#host.onShow((event) => this.#sink.send("window/show", event)));
  }

  /**
   * Follows a session. A second attach to it begins again. `within` is the session
   * in whose terminal the client shows it. Throws `bad-request` when the session
   * would show itself.
   */
  async attach({ id, scrollback, within }: Params<"session/attach">): Promise<Snapshot> {
    this.detach(id);
    const hostedSession = this.session(id);
    const { session } = hostedSession;
    const showing = within === undefined ? undefined : this.#host.showings.add(session, this.session(within).session);
    const attachment = new Attachment(session, {
      output: (event) => this.#sink.send("session/output", { ...event, id }),
      resync: (event) => this.#sink.send("session/resync", { ...event, id }),
      isBehind: this.#sink.isBehind,
    });
    this.#followed.set(id, { hostedSession, attachment, showing });
    const snapshot = await attachment.begin(scrollback);
    this.#afterAnswer.push(() => attachment.start());
    return snapshot;
  }

  detach(id: string): void {
    const followed = this.#followed.get(id);
    this.#followed.delete(id);
    followed?.attachment[Symbol.dispose]();
    followed?.showing?.[Symbol.dispose]();
  }

  subscribeTiles(params: Params<"tiles/subscribe">): void {
    this.#tiles ??= this.#store.add(
      new TileFrames({
        find: (id) => this.#host.sessions.find(this.principal, id),
        send: (frame) => this.#sink.send("tiles/frame", frame),
      }),
    );
    this.#tiles.subscribe(params);
  }

  /** From the connection: the client has painted this frame. */
  acknowledgeTiles(seq: number): void {
    this.#tiles?.acknowledge(seq);
  }

  /** Opens the MCP side, once. Its messages reach the client as events. */
  async openMcp(context: Params<"mcp/open">): Promise<void> {
    if (this.#mcp) return;
    const send = (message: Record<string, unknown>): void => this.#sink.send("mcp/message", { message });
    const side = await this.#openMcp(this.identity, context, send);
    if (this.#store.isDisposed) side[Symbol.dispose]();
    else this.#mcp = this.#store.add(side);
  }

  receiveMcp(message: Record<string, unknown>): void {
    this.#mcp?.receive(message);
  }

  /** From the connection: an answer is about to be sent. The client hears first what its request has changed. */
  handleAnswering(): void {
    this.#changed.flush();
  }

  /** From the connection: an answer has been sent. */
  handleAnswered(): void {
    for (const run of this.#afterAnswer.splice(0)) run();
  }

  /** From the connection: the client has read what was sent. */
  handleDrain(): void {
    for (const { attachment } of this.#followed.values()) attachment.drained();
  }

  #handleOf(hostedSession: HostedSession): string {
    return this.#host.sessions.handleOf(this.principal, hostedSession);
  }

  /** Others' sessions may have the id that this client has given to one of its own as a name, so a name does not tell which is meant. */
  #unfollow(hostedSession: HostedSession): void {
    for (const [id, followed] of this.#followed) if (followed.hostedSession === hostedSession) this.detach(id);
  }

  /** A session has been unshared. If it is out of reach now, the client gets nothing more of it. Whoever knew nothing of it hears nothing. */
  #lose(hostedSession: HostedSession): void {
    if (this.#host.sessions.isReachable(this.principal, hostedSession)) return;
    this.#unfollow(hostedSession);
    this.#tiles?.forget(hostedSession);
    this.#changed.drop(hostedSession);
    if (this.#told.delete(hostedSession)) this.#sink.send("session/closed", { id: hostedSession.session.id });
  }

  /** Sessions may have come into this agent's reach. Those that are out of it now are told of by themselves. */
  #handleTier(agent: string | undefined): void {
    if (agent !== undefined && agent !== this.principal.id) return;
    for (const hostedSession of this.#host.sessions.all) this.#noteChanged(hostedSession);
  }

  #noteChanged(hostedSession: HostedSession): void {
    if (this.#host.sessions.isReachable(this.principal, hostedSession)) this.#changed.add(hostedSession);
  }

  #sendChanged(changed: readonly HostedSession[]): void {
    const reachable = changed.filter((hostedSession) => this.#host.sessions.isReachable(this.principal, hostedSession));
    for (const hostedSession of reachable) this.#told.add(hostedSession);
    if (reachable.length > 0) this.#sink.send("sessions/changed", { sessions: reachable.map((one) => this.info(one)) });
  }

  /** Who asked for it is told to those alone who may know of all clients. */
  #sendClosed({ hostedSession, by }: ClosedSession): void {
    this.#changed.drop(hostedSession);
    this.#told.delete(hostedSession);
    if (!this.#host.sessions.isReachable(this.principal, hostedSession)) return;
    const mayKnow = by !== undefined && this.#mayKnowAll;
    const { exit } = hostedSession.session;
    this.#sink.send("session/closed", { id: this.#handleOf(hostedSession), ...(exit && { exit }), ...(mayKnow && { by }) });
  }

  [Symbol.dispose](): void {
    for (const id of this.#followed.keys()) this.detach(id);
    this.#store[Symbol.dispose]();
    void this.exports.closeAll();
  }
}
