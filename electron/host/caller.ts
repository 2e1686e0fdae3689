/** What the host keeps for one connected client: what it follows, shows and exports. */
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { ClientInfo, EventName, Events, Params, SessionInfo, Snapshot } from "../../shared/protocol.ts";
import { Attachment } from "./attachment.ts";
import { Exports } from "./exports.ts";
import type { Host } from "./host.ts";
import type { HostedSession } from "./hosted-session.ts";
import { type CallerIdentity, type Principal, reaches } from "./access/principal.ts";
import { TileFrames } from "./tile-frames.ts";

export type CallerSink = {
  readonly send: <E extends EventName>(name: E, event: Events[E]) => void;
  readonly isBehind: () => boolean;
};

/** The MCP side of a connection, opened on request; see mcp/. */
export interface McpSide extends Disposable {
  receive(message: Record<string, unknown>): void;
}

export class Caller implements Disposable {
  readonly known: CallerIdentity;
  readonly host: Host;
  readonly exports: Exports;
  /** The id of the session it has started last; for the audit. */
  created: string | undefined;
  readonly #sink: CallerSink;
  readonly #store = new DisposableStore();
  readonly #attachments = new Map<string, Attachment>();
  /** Runs once the answer to the current request has been sent. */
  readonly #afterAnswer: (() => void)[] = [];
  #tiles: TileFrames | undefined;
  #mcp: McpSide | undefined;
  #watching = false;
  #providing = false;

  constructor(host: Host, known: CallerIdentity, sink: CallerSink) {
    this.host = host;
    this.known = known;
    this.#sink = sink;
    this.exports = new Exports(host.options.screens.jobs, host.options.recordingsDirectory);
    this.#store.add(host.onClosed((hosted) => this.detach(this.#handleOf(hosted))));
    this.#store.add(host.onUnshared((hosted) => this.#lose(hosted)));
  }

  get client(): ClientInfo {
    return this.known.client;
  }

  get principal(): Principal {
    return this.known.principal;
  }

  /** Starts a program as this caller. */
  create(params: Params<"session/create">): HostedSession {
    const hosted = this.host.create(this.known, params);
    this.created = hosted.session.id;
    return hosted;
  }

  /** The session that this caller means. Throws `no-such-session` also for one that it may not reach. */
  session(id: string): HostedSession {
    return this.host.sessions.get(this.principal, id);
  }

  info(hosted: HostedSession): SessionInfo {
    return this.host.sessions.infoFor(this.principal, hosted);
  }

  /** Every session that this caller may reach. */
  list(): SessionInfo[] {
    return this.host.sessions.reachableBy(this.principal).map((hosted) => this.info(hosted));
  }

  /** The clients that this caller may know of: all of them, or itself. */
  get clients(): ClientInfo[] {
    return reaches(this.principal.tier, "all") ? [...this.host.clients] : [this.client];
  }

  /** Events about the sessions that it may reach, from now on. */
  watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#store.add(this.host.onChanged((hosted) => this.#tellChanged(hosted)));
    this.#store.add(this.host.onClosed((hosted) => this.#tellClosed(hosted)));
    if (!reaches(this.principal.tier, "all")) return;
    this.#store.add(this.host.onStopped((event) => this.#sink.send("host/ending", event)));
    this.#store.add(this.host.onClients(() => this.#sink.send("clients/changed", { clients: this.clients })));
  }

  /** This client has a window that it brings to the front when somebody asks. */
  provideWindow(): void {
    if (this.#providing) return;
    this.#providing = true;
    this.#store.add(this.host.onShow((event) => this.#sink.send("window/show", event)));
  }

  /** Follows a session; a second attach begins anew. */
  async attach(id: string): Promise<Snapshot> {
    this.detach(id);
    const attachment = new Attachment(this.session(id).session, {
      output: (event) => this.#sink.send("session/output", { ...event, id }),
      resync: (event) => this.#sink.send("session/resync", { ...event, id }),
      isBehind: this.#sink.isBehind,
    });
    this.#attachments.set(id, attachment);
    const snapshot = await attachment.begin();
    this.#afterAnswer.push(() => attachment.start());
    return snapshot;
  }

  detach(id: string): void {
    this.#attachments.get(id)?.[Symbol.dispose]();
    this.#attachments.delete(id);
  }

  subscribeTiles(params: Params<"tiles/subscribe">): void {
    this.#tiles ??= this.#store.add(
      new TileFrames({
        find: (id) => this.host.sessions.find(this.principal, id),
        send: (frame) => this.#sink.send("tiles/frame", frame),
      }),
    );
    this.#tiles.subscribe(params);
  }

  /** From the connection: the client has painted this frame. */
  acknowledgeTiles(seq: number): void {
    this.#tiles?.acknowledge(seq);
  }

  /** Opens the MCP side once; its messages come as events. */
  async openMcp(context: Params<"mcp/open">): Promise<void> {
    if (this.#mcp) return;
    const send = (message: Record<string, unknown>): void => this.#sink.send("mcp/message", { message });
    const side = await this.host.options.openMcp(this.known, context, send);
    if (this.#store.isDisposed) side[Symbol.dispose]();
    else this.#mcp = this.#store.add(side);
  }

  receiveMcp(message: Record<string, unknown>): void {
    this.#mcp?.receive(message);
  }

  /** From the connection: an answer has been sent. */
  answered(): void {
    for (const run of this.#afterAnswer.splice(0)) run();
  }

  /** From the connection: the client has read what was sent. */
  drained(): void {
    for (const attachment of this.#attachments.values()) attachment.drained();
  }

  #handleOf(hosted: HostedSession): string {
    return this.host.sessions.handleOf(this.principal, hosted);
  }

  /** If the session is out of reach now, nothing more of it arrives. */
  #lose(hosted: HostedSession): void {
    if (this.host.sessions.isReachable(this.principal, hosted)) return;
    const { id } = hosted.session;
    this.detach(id);
    this.#tiles?.forget(id);
    if (this.#watching) this.#sink.send("session/closed", { id });
  }

  #tellChanged(hosted: HostedSession): void {
    if (this.host.sessions.isReachable(this.principal, hosted))
      this.#sink.send("session/changed", { session: this.info(hosted) });
  }

  #tellClosed(hosted: HostedSession): void {
    if (this.host.sessions.isReachable(this.principal, hosted)) this.#sink.send("session/closed", { id: this.#handleOf(hosted) });
  }

  [Symbol.dispose](): void {
    for (const id of this.#attachments.keys()) this.detach(id);
    this.#store[Symbol.dispose]();
    void this.exports.closeAll();
  }
}
