/**
 * All that one process keeps for a host: sessions, screens, recordings, settings,
 * grants, the audit, its connections, and what it serves over HTTP.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Emitter } from "../shared/emitter.ts";
import { HostError, messageOf } from "../shared/errors.ts";
import { retentionLimits } from "../shared/expired-recordings.ts";
import { Client } from "../shared/client.ts";
import type { Params, Result } from "../shared/protocol.ts";
import type { Settings } from "../shared/settings/settings.ts";
import { type Accept, createTransportPair } from "../shared/transport.ts";
import { VERSION } from "../shared/version.ts";
import { ClientSetup } from "./connect/client-setup.ts";
import type { Demo } from "./demo/demo.ts";
import { LocalRules } from "./attention/attention.ts";
import { AgentTokens } from "./endpoint/agent-tokens.ts";
import { ClientConnection } from "./host/client-connection.ts";
import { removeLeftExports } from "./host/exports.ts";
import { Host } from "./host/host.ts";
import type { HostRuntime, McpSide } from "./host/host-runtime.ts";
import { agentPrincipal, type CallerIdentity, tokenPrincipalId } from "./host/access/principal.ts";
import type { LeaseSettings } from "./host/calls/input-lease.ts";
import { HttpAgents } from "./http-agents.ts";
import { HttpServing } from "./http-serving.ts";
import { CountedRefusals } from "./host/access/counted-refusals.ts";
import { AttentionRulesFile } from "./platform/attention-rules-file.ts";
import { AuditFile } from "./platform/audit-file.ts";
import { auditPage } from "./platform/audit-pages.ts";
import { makeDirectory } from "./platform/directories.ts";
import { GrantsFile } from "./platform/grants-file.ts";
import type { Log } from "./platform/log.ts";
import type { Paths } from "./platform/paths.ts";
import type { RunningSession } from "./platform/running-sessions-file.ts";
import { userEnvironment } from "./platform/user-paths.ts";
import { type NewRecording, RecordingCatalog } from "./recording/recording-catalog.ts";
import { RecordingTexts } from "./recording/recording-texts.ts";
import { Retention } from "./recording/retention.ts";
import { SettingsFile } from "./settings/settings-file.ts";
import { MarkedShells } from "./shell-integration/marked-shells.ts";
import type { ScreenPool } from "./screens/pool/screen-pool.ts";
import { RecentStarts } from "./starts/recent-starts.ts";
import type { FloodReader } from "./sessions/flood-reader.ts";
import { ptyStarter } from "./sessions/pty.ts";
import type { Recording } from "./sessions/session-recording.ts";

export type HostingOptions = {
  readonly paths: Paths;
  readonly log: Log;
  /** The built window, out/renderer. */
  readonly rendererDirectory: string;
  /** The absolute path of bin/cotty.js, which agents start. */
  readonly commandScript: string;
  /** The window's port; 0 for any, undefined for the default or, when that is taken, any. */
  readonly port?: number;
  /** Serves MCP over HTTP from the start, whatever the settings say. */
  readonly http?: boolean;
};

/** The host, its endpoints and its connections: all that one process keeps for it. */
export class Hosting {
  readonly host: Host;
  readonly #runtime: HostRuntime;
  readonly #options: HostingOptions;
  readonly #screens: ScreenPool;
  readonly #floods: FloodReader;
  readonly #connections = new Set<ClientConnection>();
  readonly #settings: SettingsFile;
  readonly #audit: AuditFile;
  readonly #refusals: CountedRefusals;
  readonly #agents: HttpAgents;
  readonly #http: HttpServing;
  readonly #catalog: RecordingCatalog;
  readonly #texts: RecordingTexts;
  readonly #retention: Retention;
  #demo: Demo | undefined;
  readonly onRunning = new Emitter<void>();
  readonly #warn = (message: string): void => this.#options.log.warn(message);

  constructor(options: HostingOptions, { screens, floods }: { screens: ScreenPool; floods: FloodReader }) {
    const { paths, log } = options;
    this.#options = options;
    this.#screens = screens;
    this.#floods = floods;
    this.#settings = new SettingsFile(paths.settings, this.#warn);
    const { settings } = this.#settings;
    this.#audit = new AuditFile(paths.audit, this.#warn);
    this.#refusals = new CountedRefusals((entry) => this.#audit.append(entry));
    this.#catalog = new RecordingCatalog(paths.recordings, { onWarning: this.#warn, onEnded: () => this.#texts.wake() });
    this.#texts = new RecordingTexts(
      this.#catalog,
      (recording, target, signal) => screens.jobs.prepare({ format: "timed-text", recording, target }, signal),
      this.#warn,
    );
    this.#retention = new Retention(this.#catalog, retentionLimits(settings), log);
    this.#agents = this.#httpAgents(settings);
    this.#http = new HttpServing({
      paths,
      log,
      rendererDirectory: options.rendererDirectory,
      accept: this.accept,
      agents: this.#agents,
      setting: settings.http,
      port: () => options.port ?? this.#settings.settings.port ?? undefined,
    });
    this.host = this.#newHost(settings);
    this.#runtime = this.#newRuntime();
    this.#subscribe();
  }

  readonly accept: Accept = (transport, authenticate) => {
    const connection = new ClientConnection(this.#runtime, transport, { authenticate });
    this.#connections.add(connection);
    transport.onClose(() => this.#connections.delete(connection));
  };

  running(): RunningSession[] {
    const running = this.host.sessions.all.filter(({ session }) => !session.exit).map(({ session }) => session);
    return running.map(({ id, command, cwd, size, startedAtMs, key, isRecording }) => ({
      ...{ id, command, cwd, size, startedAtMs },
      ...(isRecording && { recording: join(this.#options.paths.recordings, `${key}.cast`) }),
    }));
  }

  openWindow(): Promise<Result<"window/open">> {
    return this.#http.openWindow();
  }

  /** This process is the host. Where the settings say so, agents find MCP over HTTP served from the start. */
  async begin(): Promise<void> {
    const { paths, log } = this.#options;
    await removeLeftExports(paths.recordings).catch((error: unknown) => log.warn(`Old exports stay: ${messageOf(error)}`));
    this.#settings.follow();
    this.#retention.begin();
    this.#texts.wake();
    await this.#http.begin();
  }

  /** Another process is the host. */
  abandon(): void {
    this.#settings[Symbol.dispose]();
    this.#agents[Symbol.dispose]();
    this.host[Symbol.dispose]();
    this.#floods[Symbol.dispose]();
    this.#screens[Symbol.dispose]();
  }

  async close(): Promise<void> {
    this.#settings[Symbol.dispose]();
    this.#retention[Symbol.dispose]();
    await this.host.close();
    this.#demo?.[Symbol.dispose]();
    this.#texts[Symbol.dispose]();
    await this.#http.close();
    for (const connection of this.#connections) connection[Symbol.dispose]();
    this.host[Symbol.dispose]();
    this.#floods[Symbol.dispose]();
    this.#screens[Symbol.dispose]();
    this.#refusals[Symbol.dispose]();
    this.#audit[Symbol.dispose]();
  }

  #httpAgents({ http }: Settings): HttpAgents {
    return new HttpAgents({
      tokens: new AgentTokens(this.#options.paths.tokens, this.#warn),
      isOn: this.#options.http ?? http,
      principalOf: (client, token) => this.host.grants.tokenAgent(client, token),
      connect: (identity) => this.#connect(identity),
      onError: this.#warn,
      onRefused: () =>
        this.#audit.append({ principal: "unknown", name: "", client: "HTTP", method: "mcp", decision: "unauthorized" }),
    });
  }

  #newHost({ flatSessions }: Settings): Host {
    const { paths } = this.#options;
    return new Host({
      version: VERSION,
      screens: this.#screens,
      spawnPty: ptyStarter(this.#floods),
      startRecording: (start) => this.#startRecording(start),
      flatSessions,
      shells: new MarkedShells(join(paths.runDirectory, "shell"), {
        isOn: () => this.#settings.settings.shellIntegration,
        warn: this.#warn,
      }),
      grants: {
        store: new GrantsFile(paths.grants, this.#warn),
        newAgentTier: () => this.#settings.settings.newAgents,
      },
      attentionRules: new LocalRules(new AttentionRulesFile(paths.attentionRules, this.#warn)),
      leaseSettings: () => leaseSettingsOf(this.#settings.settings),
      warn: this.#warn,
    });
  }

  #newRuntime(): HostRuntime {
    const { paths, commandScript } = this.#options;
    return {
      version: VERSION,
      host: this.host,
      audit: (entry) => this.#refusals.take(entry),
      recordings: { catalog: this.#catalog, texts: this.#texts, jobs: this.#screens.jobs },
      settings: this.#settings,
      tokens: this.#agents.tokens,
      readAudit: (query) => auditPage(paths.audit, query),
      links: {
        create: (session, lifetimeMs) => this.#http.createLink(session, lifetimeMs),
        list: () => this.#http.links.all,
        revoke: (id) => this.#http.links.revoke(id),
      },
      starts: new RecentStarts(paths.recentStarts, this.#warn),
      clientSetup: new ClientSetup({ paths, commandScript }, userEnvironment()),
      openMcp: (identity, context, send) => this.#openMcp(identity, context, send),
      switchHttp: (on) => this.#http.switchMcp(on),
      startDemo: () => this.#startDemo(),
      openWindow: () => this.#http.openWindow(),
    };
  }

  #subscribe(): void {
    // Settings that hold at once. The others count when the host starts.
    this.#settings.onChanged(({ settings }) => {
      this.#retention.setLimits(retentionLimits(settings));
      this.host.grants.handleSettings();
      this.#http.handleSetting(settings.http);
    });
    this.#agents.tokens.onRevoke(({ name }) => this.host.grants.forget(tokenPrincipalId(name)));
    this.host.onChanged(() => this.onRunning.fire());
    this.host.onClosed(({ hostedSession }) => {
      this.onRunning.fire();
      this.#http.links.revokeSession(hostedSession.session.id);
    });
    this.host.onEnding((asking) => {
      for (const connection of this.#connections) if (connection.client?.id !== asking.id) connection[Symbol.dispose]();
    });
  }

  /** Without a recording, a session goes on. */
  #startRecording(start: NewRecording): Recording | undefined {
    try {
      makeDirectory(this.#options.paths.recordings);
      return this.#catalog.begin(start);
    } catch (error) {
      this.#warn(`A session is not recorded: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** There is one demo at a time. Rejects with `bad-request` while the last one has sessions. */
  async #startDemo(): Promise<string[]> {
    const { Demo } = await import("./demo/demo.ts");
    if (this.#demo?.isOver === false) {
      throw new HostError("bad-request", "The demo runs already. Stop its sessions to start it anew");
    }
    this.#demo = new Demo({
      // Nobody is asked about them: the person has started them.
      connect: (name) =>
        this.#connect({
          client: { id: randomUUID(), name, kind: "mcp" },
          principal: agentPrincipal(name, undefined, () => "own"),
        }),
      sessions: () => this.host.sessions.all.map(({ session }) => session.id),
      onClosed: (listener) => this.host.onClosed(() => listener()),
      warn: this.#warn,
    });
    return await this.#demo.begin();
  }

  /** The MCP SDK takes 100 ms to load, so it is loaded with the first agent. */
  async #openMcp(
    identity: CallerIdentity,
    context: Params<"mcp/open">,
    send: (message: Record<string, unknown>) => void,
  ): Promise<McpSide> {
    const { serveMcp } = await import("./mcp/server.ts");
    const { cwd, env, tool } = context;
    return serveMcp({
      client: this.#connect(identity),
      ...(tool && { toolName: tool }),
      context: { ...(cwd !== undefined && { cwd }), ...(env && { env }) },
      send,
    });
  }

  /** Connects a client in this process. The MCP side of a connection is one. */
  #connect(identity: CallerIdentity): Client {
    const [near, far] = createTransportPair();
    const connection = new ClientConnection(this.#runtime, far, identity);
    this.#connections.add(connection);
    this.host.addClient(identity);
    far.onClose(() => this.#connections.delete(connection));
    return new Client(near);
  }
}

function leaseSettingsOf({ typingTakesOver, offerBackAfterSeconds }: Settings): LeaseSettings {
  return { typingTakesOver, idleMs: offerBackAfterSeconds === null ? undefined : offerBackAfterSeconds * 1000 };
}
