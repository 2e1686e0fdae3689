/**
 * What the connections of a host's clients work with. hosting.ts puts it
 * together; whoever needs a member names it in its own parameters.
 */
import type { Event } from "../../shared/emitter.ts";
import type { LinkInfo, Params, RecentStart, Result, StartPreset, TokenInfo } from "../../shared/protocol.ts";
import type { SettingsChange, SettingsState } from "../../shared/settings/settings-state.ts";
import type { RecordingCatalog } from "../recording/recording-catalog.ts";
import type { RecordingTexts } from "../recording/recording-texts.ts";
import type { ScreenJobs } from "../screens/pool/screen-jobs.ts";
import type { Audit } from "./access/audit.ts";
import type { CallerIdentity } from "./access/principal.ts";
import type { Host } from "./host.ts";

export type HostRuntime = {
  /** The version that clients are told. */
  readonly version: string;
  /** The sessions and the clients. */
  readonly host: Host;
  /** Writes down who did what, and who was refused. */
  readonly audit: Audit;
  /** A page of what was written down, the latest rows first. */
  readonly readAudit: (query: Params<"audit/list"> & { readonly limit: number }) => Promise<Result<"audit/list">>;
  readonly recordings: Recordings;
  readonly settings: SettingsStore;
  /** The tokens of agents that come over HTTP. */
  readonly tokens: Tokens;
  /** Links that show one session. */
  readonly links: SessionLinks;
  /** What people start from the window. */
  readonly starts: Starts;
  /** Puts Cotty into the configurations of MCP clients. */
  readonly clientSetup: ClientSetting;
  /** Opens the MCP side of a connection, which acts as the client that has the connection. */
  readonly openMcp: (
    identity: CallerIdentity,
    context: Params<"mcp/open">,
    send: (message: Record<string, unknown>) => void,
  ) => Promise<McpSide>;
  /** Switches MCP over HTTP on or off; without a choice it only answers how that stands. */
  readonly switchHttp: (on: boolean | undefined) => Promise<Result<"http/switch">>;
  /** Starts the demo, and resolves with the ids of its sessions. */
  readonly startDemo: () => Promise<string[]>;
  /** Makes an address at which a browser may open the window once. */
  readonly openWindow: () => Promise<Result<"window/open">>;
};

/** The recordings, their texts, and what works through a whole one in a thread of its own. */
export type Recordings = {
  readonly catalog: RecordingCatalog;
  readonly texts: RecordingTexts;
  readonly jobs: ScreenJobs;
};

/** What a person has chosen, and where it is kept. */
export interface SettingsStore {
  readonly state: SettingsState;
  readonly onChanged: Event<SettingsState>;
  /** Throws `bad-request`, and writes nothing, if a value is wrong or the file is broken. */
  change(change: SettingsChange): SettingsState;
}

/** Links through which a browser watches one session. Sessions are named by their ids. */
export interface SessionLinks {
  /** Resolves with the link's address, which is told only once. Throws `bad-request` when there are too many links. */
  create(session: string, lifetimeMs: number): Promise<Result<"link/create">>;
  list(): LinkInfo[];
  /** Returns whether there was such a link. */
  revoke(id: string): boolean;
}

/** What people have started from the window, the latest first, and what they may want to start. */
export interface Starts {
  readonly all: readonly RecentStart[];
  add(start: RecentStart): void;
  forget(start: Pick<RecentStart, "command" | "cwd"> | undefined): void;
  presets(): StartPreset[];
}

/** What people ask for to connect an agent; see the methods of the same names. */
export interface ClientSetting {
  /** How a person runs `cotty` in a terminal. */
  readonly command: string;
  list(): Promise<Result<"connect/list">>;
  preview(params: Params<"connect/preview">): Promise<Result<"connect/preview">>;
  write(params: Params<"connect/write">): Promise<Result<"connect/write">>;
}

/** The MCP side of a connection, opened on request. */
export interface McpSide extends Disposable {
  receive(message: Record<string, unknown>): void;
}

export interface Tokens {
  /** Makes a token for the agent of this name. Throws `bad-request` if an agent of this name has one. */
  create(name: string, tier: TokenInfo["tier"]): Result<"token/create">;
  /** The name and tier of a token. Undefined for one that is not valid. */
  find(token: string): TokenInfo | undefined;
  list(): TokenInfo[];
  /** Throws `bad-request` if no agent of this name has a token. */
  revoke(name: string): void;
}
