/**
 * Puts a host together: sessions, screens, recordings, the local socket and, on
 * request, the window for browsers. The desktop app and the headless host both
 * use it, so it imports no Electron.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Emitter, type Event } from "../shared/emitter.ts";
import { HostError, messageOf } from "../shared/errors.ts";
import { Client } from "../shared/client.ts";
import type { Params, Result } from "../shared/protocol.ts";
import type { Settings } from "../shared/settings/settings.ts";
import { type Accept, createTransportPair } from "../shared/transport.ts";
import { VERSION } from "../shared/version.ts";
import { ClientSetup } from "./connect/client-setup.ts";
import type { Demo } from "./demo/demo.ts";
import { LocalRules } from "./attention/attention.ts";
import { AgentTokens } from "./endpoint/agent-tokens.ts";
import type { HttpEndpoint } from "./endpoint/http-endpoint.ts";
import { ShareLinks } from "./endpoint/share-links.ts";
import { listen } from "./endpoint/listener.ts";
import { ClientConnection } from "./host/client-connection.ts";
import { removeLeftExports } from "./host/exports.ts";
import { Host } from "./host/host.ts";
import type { HostRuntime, McpSide } from "./host/host-runtime.ts";
import { agentPrincipal, type CallerIdentity, tokenPrincipalId } from "./host/access/principal.ts";
import type { LeaseSettings } from "./host/calls/input-lease.ts";
import { HttpAgents } from "./http-agents.ts";
import { CountedRefusals } from "./host/access/counted-refusals.ts";
import { AttentionRulesFile } from "./platform/attention-rules-file.ts";
import { AuditFile } from "./platform/audit-file.ts";
import { auditPage } from "./platform/audit-pages.ts";
import { makeDirectory } from "./platform/directories.ts";
import { GrantsFile } from "./platform/grants-file.ts";
import { preferredPort, rememberPort } from "./platform/http-port.ts";
import type { Log } from "./platform/log.ts";
import type { Paths } from "./platform/paths.ts";
import type { RunningSession } from "./platform/running-sessions-file.ts";
import { userEnvironment } from "./platform/user-paths.ts";
import { limitHeaps } from "./platform/heap-limits.ts";
import { RecordingCatalog } from "./recording/recording-catalog.ts";
import { RecordingTexts } from "./recording/recording-texts.ts";
import { Retention, type RetentionLimits } from "./recording/retention.ts";
import { SettingsFile } from "./settings/settings-file.ts";
import { MarkedShells } from "./shell-integration/marked-shells.ts";
import { ScreenPool } from "./screens/pool/screen-pool.ts";
import { RecentStarts } from "./starts/recent-starts.ts";
import { startPty } from "./sessions/pty.ts";

export type StartHostOptions = {
  readonly paths: Paths;
  readonly log: Log;
  /** The built window, out/renderer. */
  readonly rendererDirectory: string;
  /** The absolute path of bin/cotty.js, which agents start. */
  readonly commandScript: string;
  /** The built screens/worker.ts. */
  readonly workerUrl: URL;
  /** The window's port; 0 for any, undefined for the default or, when that is taken, any. */
  readonly port?: number;
  /** Serves MCP over HTTP from the start, whatever the settings say. */
  readonly http?: boolean;
};

export type RunningHost = {
  readonly kind: "hosting";
  readonly accept: Accept;
  /** The sessions whose program runs. */
  running(): RunningSession[];
  /** `running` may answer differently now. */
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
  limitHeaps();
  const screens = new ScreenPool({ workerUrl: options.workerUrl, onWarning: (message) => log.warn(message) });
  const hosting = new HostProcess(options, screens);
  const listening = await listen({ paths, accept: hosting.accept, log });
  if (listening.kind === "taken") {
    hosting.abandon();
    return listening;
  }
  await hosting.begin();
  return {
    kind: "hosting",
    accept: hosting.accept,
    running: () => hosting.running(),
    onRunning: hosting.onRunning.event,
    openWindow: () => hosting.openWindow(),
    shutdownRequested: new Promise((resolve) => void hosting.host.onShutdown(() => resolve())),
    close: async () => {
      await hosting.close();
      await listening.close();
    },
  };
}

function limitsOf({ keepRecordingsDays, keepRecordingsMegabytes }: Settings): RetentionLimits {
  return { keepDays: keepRecordingsDays, keepBytes: keepRecordingsMegabytes === null ? null : keepRecordingsMegabytes * 1e6 };
}

function leaseSettingsOf({ typingTakesOver, offerBackAfterSeconds }: Settings): LeaseSettings {
  return { typingTakesOver, idleMs: offerBackAfterSeconds === null ? undefined : offerBackAfterSeconds * 1000 };
}

/** The host, its endpoints and its connections: all that one process keeps for it. */
class HostProcess {
  readonly host: Host;
  readonly #runtime: HostRuntime;
  readonly #options: StartHostOptions;
  readonly #screens: ScreenPool;
  readonly #connections = new Set<ClientConnection>();
  readonly #settings: SettingsFile;
  /** MCP over HTTP as the settings had it last. The window can switch it apart from them. */
  #httpSetting: boolean;
  readonly #audit: AuditFile;
  readonly #refusals: CountedRefusals;
  readonly #agents: HttpAgents;
  readonly #catalog: RecordingCatalog;
  readonly #texts: RecordingTexts;
  readonly #retention: Retention;
  readonly #links = new ShareLinks();
  #http: Promise<HttpEndpoint> | undefined;
  #demo: Demo | undefined;
  readonly onRunning = new Emitter<void>();

  constructor(options: StartHostOptions, screens: ScreenPool) {
    const { paths, log } = options;
    this.#options = options;
    this.#screens = screens;
    const warn = (message: string): void => log.warn(message);
    this.#settings = new SettingsFile(paths.settings, warn);
    const { settings } = this.#settings;
    this.#httpSetting = settings.http;
    this.#audit = new AuditFile(paths.audit, warn);
    this.#refusals = new CountedRefusals((entry) => this.#audit.append(entry));
    this.#catalog = new RecordingCatalog(paths.recordings, { onWarning: warn, onEnded: () => this.#texts.wake() });
    this.#texts = new RecordingTexts(
      this.#catalog,
      (recording, target, signal) => screens.jobs.prepare({ format: "timed-text", recording, target }, signal),
      warn,
    );
    this.#retention = new Retention(this.#catalog, limitsOf(settings), log);
    this.#agents = new HttpAgents({
      tokens: new AgentTokens(paths.tokens, warn),
      isOn: options.http ?? settings.http,
      principalOf: (client, token) => this.host.grants.tokenAgent(client, token),
      connect: (identity) => this.#connect(identity),
      onError: warn,
      onRefused: () =>
        this.#audit.append({ principal: "unknown", name: "", client: "HTTP", method: "mcp", decision: "unauthorized" }),
    });
    this.host = new Host({
      version: VERSION,
      screens,
      spawnPty: startPty,
      startRecording: (start) => {
        try {
          makeDirectory(paths.recordings);
          return this.#catalog.begin(start);
        } catch (error) {
          log.warn(`A session is not recorded: ${messageOf(error)}`);
          return undefined;
        }
      },
      flatSessions: settings.flatSessions,
      shells: new MarkedShells(join(paths.runDirectory, "shell"), {
        isOn: () => this.#settings.settings.shellIntegration,
        warn,
      }),
      grants: {
        store: new GrantsFile(paths.grants, warn),
        newAgentTier: () => this.#settings.settings.newAgents,
      },
      attentionRules: new LocalRules(new AttentionRulesFile(paths.attentionRules, warn)),
      leaseSettings: () => leaseSettingsOf(this.#settings.settings),
      warn,
    });
    this.#runtime = {
      version: VERSION,
      host: this.host,
      audit: (entry) => this.#refusals.take(entry),
      recordings: { catalog: this.#catalog, texts: this.#texts, jobs: screens.jobs },
      settings: this.#settings,
      tokens: this.#agents.tokens,
      readAudit: (query) => auditPage(paths.audit, query),
      links: {
        create: (session, lifetimeMs) => this.#createLink(session, lifetimeMs),
        list: () => this.#links.all,
        revoke: (id) => this.#links.revoke(id),
      },
      starts: new RecentStarts(paths.recentStarts, warn),
      clientSetup: new ClientSetup({ paths, commandScript: options.commandScript }, userEnvironment()),
      openMcp: (identity, context, send) => this.#openMcp(identity, context, send),
      switchHttp: (on) => this.#switchHttp(on),
      startDemo: () => this.#startDemo(),
      openWindow: () => this.openWindow(),
    };
    this.#settings.onChanged(({ settings: changed }) => this.#handleSettings(changed));
    this.#agents.tokens.onRevoke(({ name }) => this.host.grants.forget(tokenPrincipalId(name)));
    this.host.onChanged(() => this.onRunning.fire());
    this.host.onClosed(({ hostedSession }) => {
      this.onRunning.fire();
      this.#links.revokeSession(hostedSession.session.id);
    });
    this.host.onEnding((asking) => {
      for (const connection of this.#connections) if (connection.client?.id !== asking.id) connection[Symbol.dispose]();
    });
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

  async openWindow(): Promise<{ url: string; expiresInMs: number }> {
    return (await this.#serveHttp()).newAddress();
  }

  /** This process is the host. Where the settings say so, agents find MCP over HTTP served from the start. */
  async begin(): Promise<void> {
    const { paths, log } = this.#options;
    await removeLeftExports(paths.recordings).catch((error: unknown) => log.warn(`Old exports stay: ${messageOf(error)}`));
    this.#settings.follow();
    this.#retention.begin();
    this.#texts.wake();
    if (!this.#agents.isOn) return;
    await this.#serveHttp().catch((error: unknown) => this.#options.log.warn(`MCP over HTTP is not served: ${messageOf(error)}`));
  }

  /** Another process is the host. */
  abandon(): void {
    this.#settings[Symbol.dispose]();
    this.#agents[Symbol.dispose]();
    this.host[Symbol.dispose]();
    this.#screens[Symbol.dispose]();
  }

  /** Settings that hold at once. The others count when the host starts. */
  #handleSettings(settings: Settings): void {
    this.#retention.setLimits(limitsOf(settings));
    this.host.grants.handleSettings();
    if (settings.http === this.#httpSetting) return;
    this.#httpSetting = settings.http;
    this.#switchHttp(settings.http).catch((error: unknown) =>
      this.#options.log.warn(`MCP over HTTP is not served: ${messageOf(error)}`),
    );
  }

  async #serveHttp(): Promise<HttpEndpoint> {
    this.#http ??= this.#startHttp();
    try {
      return await this.#http;
    } catch (error) {
      this.#http = undefined;
      throw error;
    }
  }

  async #startHttp(): Promise<HttpEndpoint> {
    const { rendererDirectory, paths, log } = this.#options;
    const port = this.#options.port ?? this.#settings.settings.port ?? undefined;
    // Loaded only when it is needed, like the MCP SDK: the first command waits until its host has started.
    const { startHttp } = await import("./endpoint/http-endpoint.ts");
    const http = await startHttp({
      rendererDirectory,
      accept: this.accept,
      mcp: this.#agents,
      links: this.#links,
      log,
      port,
      preferredPort: preferredPort(paths),
    });
    if (port === undefined) rememberPort(paths, Number(new URL(http.origin).port), (message) => log.warn(message));
    return http;
  }

  async #createLink(session: string, lifetimeMs: number): Promise<Result<"link/create">> {
    const { origin } = await this.#serveHttp();
    const { link, token } = this.#links.create(session, lifetimeMs);
    // The fragment is never sent, so the token is in no log and in no Referer.
    return { ...link, url: `${origin}/watch.html#link=${token}` };
  }

  async #switchHttp(on: boolean | undefined): Promise<Result<"http/switch">> {
    if (on) await this.#serveHttp();
    if (on !== undefined) this.#agents.switch(on);
    if (!this.#agents.isOn) return { on: false };
    return { on: true, url: `${(await this.#serveHttp()).origin}/mcp` };
  }

  async close(): Promise<void> {
    this.#settings[Symbol.dispose]();
    this.#retention[Symbol.dispose]();
    await this.host.close();
    this.#demo?.[Symbol.dispose]();
    this.#texts[Symbol.dispose]();
    this.#agents[Symbol.dispose]();
    this.#links[Symbol.dispose]();
    await this.#http?.then((http) => http.close()).catch(() => {});
    for (const connection of this.#connections) connection[Symbol.dispose]();
    this.host[Symbol.dispose]();
    this.#screens[Symbol.dispose]();
    this.#refusals[Symbol.dispose]();
    this.#audit[Symbol.dispose]();
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
      warn: (message) => this.#options.log.warn(message),
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
