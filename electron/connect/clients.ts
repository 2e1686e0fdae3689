/**
 * The MCP clients that `cotty connect` supports. Each row says where a client
 * keeps its configuration and how it writes down an MCP server. Every row was
 * checked against the client's documentation.
 */
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { UserEnvironment } from "../platform/paths.ts";
import { foldersOfPath, hasProgram } from "../platform/program-path.ts";

/** A configuration applies to this user, or to the project in the current folder. */
export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

/** The command with which a client starts Cotty's MCP server. */
export type StdioServer = { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> };
/** The address where a client reaches Cotty's MCP server. */
export type HttpServer = { readonly url: string; readonly authorization: string };

/** One MCP server as a client's configuration describes it. */
export type ServerEntry = Readonly<Record<string, unknown>>;

export type AgentClient = {
  readonly label: string;
  readonly format: "json" | "toml" | "yaml";
  /** The paths where the configuration may be, the preferred one first. */
  readonly files: { readonly [S in Scope]?: (environment: UserEnvironment) => readonly string[] };
  /** The keys that lead to the object with all servers by name. */
  readonly serversPath: readonly string[];
  /** The key in an entry that holds the environment variables. */
  readonly envKey: string;
  readonly stdio: (server: StdioServer) => ServerEntry;
  readonly http?: (server: HttpServer) => ServerEntry;
  /** A reference to an environment variable. A file that is shared with others refers to the token this way. */
  readonly variableReference: (name: string) => string;
  /** The client is installed if one of these programs is on the PATH, or if its configuration exists. */
  readonly programs: readonly string[];
  /** Tells the user how the client picks up the change. */
  readonly nextStep: string;
};

/** The name of Cotty's entry in every client. */
export const SERVER_NAME = "cotty";

/** Goose gives up on a call after this many seconds. A wait may take longer than its default. */
const GOOSE_TIMEOUT_S = 300;

const plainStdio = ({ command, args, env }: StdioServer): ServerEntry => ({ command, args, ...withEnv("env", env) });
const typedStdio = (server: StdioServer): ServerEntry => ({ type: "stdio", ...plainStdio(server) });
const headers = ({ authorization }: HttpServer) => ({ Authorization: authorization });
const typedHttp = (server: HttpServer): ServerEntry => ({ type: "http", url: server.url, headers: headers(server) });

export const CLIENTS = {
  claude: {
    label: "Claude Code",
    format: "json",
    files: {
      user: ({ env, home }) => [posix.join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json")],
      project: ({ cwd }) => [posix.join(cwd, ".mcp.json")],
    },
    serversPath: ["mcpServers"],
    envKey: "env",
    stdio: typedStdio,
    http: typedHttp,
    variableReference: (name) => `\${${name}}`,
    programs: ["claude"],
    nextStep: "Claude Code reads its configuration when it starts; /mcp shows the connection.",
  },
  "claude-desktop": {
    label: "Claude Desktop",
    format: "json",
    files: { user: (environment) => [inApplicationFolder(environment, "Claude", "claude_desktop_config.json")] },
    serversPath: ["mcpServers"],
    envKey: "env",
    stdio: plainStdio,
    variableReference: (name) => name,
    programs: [],
    nextStep: "Quit Claude Desktop and start it again.",
  },
  cursor: {
    label: "Cursor",
    format: "json",
    files: {
      user: ({ home }) => [posix.join(home, ".cursor/mcp.json")],
      project: ({ cwd }) => [posix.join(cwd, ".cursor/mcp.json")],
    },
    serversPath: ["mcpServers"],
    envKey: "env",
    stdio: typedStdio,
    http: (server) => ({ url: server.url, headers: headers(server) }),
    variableReference: (name) => `\${env:${name}}`,
    programs: ["cursor"],
    nextStep: "If Cursor's settings show the server as off under MCP, switch it on.",
  },
  vscode: {
    label: "VS Code",
    format: "json",
    files: {
      user: (environment) => [inApplicationFolder(environment, "Code", "User", "mcp.json")],
      project: ({ cwd }) => [posix.join(cwd, ".vscode/mcp.json")],
    },
    serversPath: ["servers"],
    envKey: "env",
    stdio: typedStdio,
    http: typedHttp,
    variableReference: (name) => `\${env:${name}}`,
    programs: ["code"],
    nextStep: "Start the server with VS Code's command “MCP: List Servers”.",
  },
  codex: {
    label: "Codex",
    format: "toml",
    files: {
      user: ({ env, home }) => [posix.join(env["CODEX_HOME"] || posix.join(home, ".codex"), "config.toml")],
      project: ({ cwd }) => [posix.join(cwd, ".codex/config.toml")],
    },
    serversPath: ["mcp_servers"],
    envKey: "env",
    stdio: plainStdio,
    http: ({ url, authorization }) =>
      authorization.startsWith("Bearer ")
        ? { url, http_headers: { Authorization: authorization } }
        : { url, bearer_token_env_var: authorization },
    variableReference: (name) => name,
    programs: ["codex"],
    nextStep: "Codex reads its configuration when it starts; /mcp shows the connection.",
  },
  gemini: {
    label: "Gemini CLI",
    format: "json",
    files: {
      user: ({ env, home }) => [posix.join(env["GEMINI_CLI_HOME"] || home, ".gemini/settings.json")],
      project: ({ cwd }) => [posix.join(cwd, ".gemini/settings.json")],
    },
    serversPath: ["mcpServers"],
    envKey: "env",
    stdio: plainStdio,
    http: (server) => ({ httpUrl: server.url, headers: headers(server) }),
    variableReference: (name) => `\${${name}}`,
    programs: ["gemini"],
    nextStep: "Gemini CLI reads its configuration when it starts; /mcp shows the connection.",
  },
  opencode: {
    label: "OpenCode",
    format: "json",
    files: {
      user: ({ env, home }) => {
        const folder = posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), "opencode");
        return ["opencode.json", "opencode.jsonc"].map((name) => posix.join(folder, name));
      },
      project: ({ cwd }) => ["opencode.json", "opencode.jsonc"].map((name) => posix.join(cwd, name)),
    },
    serversPath: ["mcp"],
    envKey: "environment",
    stdio: ({ command, args, env }) => ({
      type: "local",
      command: [command, ...args],
      enabled: true,
      ...withEnv("environment", env),
    }),
    http: (server) => ({ type: "remote", url: server.url, enabled: true, headers: headers(server) }),
    variableReference: (name) => `{env:${name}}`,
    programs: ["opencode"],
    nextStep: "OpenCode reads its configuration when it starts; `opencode mcp list` shows the connection.",
  },
  windsurf: {
    label: "Windsurf",
    format: "json",
    files: { user: ({ home }) => [posix.join(home, ".codeium/windsurf/mcp_config.json")] },
    serversPath: ["mcpServers"],
    envKey: "env",
    stdio: plainStdio,
    http: (server) => ({ serverUrl: server.url, headers: headers(server) }),
    variableReference: (name) => `\${env:${name}}`,
    programs: ["windsurf"],
    nextStep: "In Windsurf's Cascade, open the MCP servers and press Refresh.",
  },
  goose: {
    label: "Goose",
    format: "yaml",
    files: {
      user: ({ platform, env, home }) =>
        platform === "win32"
          ? [win32.join(env["APPDATA"] || win32.join(home, "AppData", "Roaming"), "Block", "goose", "config", "config.yaml")]
          : [posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), "goose/config.yaml")],
    },
    serversPath: ["extensions"],
    envKey: "envs",
    stdio: ({ command, args, env }) => ({
      name: SERVER_NAME,
      type: "stdio",
      enabled: true,
      cmd: command,
      args,
      timeout: GOOSE_TIMEOUT_S,
      ...withEnv("envs", env),
    }),
    http: (server) => ({
      name: SERVER_NAME,
      type: "streamable_http",
      enabled: true,
      uri: server.url,
      headers: headers(server),
      timeout: GOOSE_TIMEOUT_S,
    }),
    variableReference: (name) => `\${${name}}`,
    programs: ["goose"],
    nextStep: "Goose reads its configuration when it starts; `goose info -v` shows it.",
  },
} as const satisfies Record<string, AgentClient>;

/** Other names by which people know a client. */
const CLIENT_ALIASES: Readonly<Record<string, ClientId>> = { "claude-code": "claude" };

/** The client of this name. Undefined for a client that is not known. */
export function clientNamed(name: string): ClientId | undefined {
  if (Object.hasOwn(CLIENT_ALIASES, name)) return CLIENT_ALIASES[name];
  return CLIENT_IDS.find((id) => id === name);
}

export type ClientId = keyof typeof CLIENTS;
export const CLIENT_IDS = Object.keys(CLIENTS) as ClientId[];

/**
 * The keys by which an entry says how Cotty is reached. A new entry replaces all
 * of these and keeps every other key of the earlier entry.
 */
export const CONNECTION_KEYS: readonly string[] = [
  "type",
  "command",
  "cmd",
  "args",
  "url",
  "httpUrl",
  "serverUrl",
  "uri",
  "headers",
  "http_headers",
  "bearer_token_env_var",
  "enabled",
];

function withEnv(key: string, env: Record<string, string>): ServerEntry {
  return Object.keys(env).length === 0 ? {} : { [key]: env };
}

/** A path in the folder where an application keeps its user's files: `appData` in Electron. */
function inApplicationFolder({ platform, env, home }: UserEnvironment, ...rest: string[]): string {
  if (platform === "win32") return win32.join(env["APPDATA"] || win32.join(home, "AppData", "Roaming"), ...rest);
  if (platform === "darwin") return posix.join(home, "Library/Application Support", ...rest);
  return posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), ...rest);
}

/**
 * The configuration file to change: the first that exists, otherwise the preferred
 * one. Undefined when the client has no configuration for this scope.
 */
export function configPath(client: AgentClient, scope: Scope, environment: UserEnvironment): string | undefined {
  const files = client.files[scope]?.(environment) ?? [];
  return files.find((file) => existsSync(file)) ?? files[0];
}

/** Whether the client seems to be installed: its program is on the PATH, or its configuration folder exists. */
export function isInstalled(client: AgentClient, environment: UserEnvironment): boolean {
  const path = environment.platform === "win32" ? win32 : posix;
  const folders = foldersOfPath(environment.env["PATH"], environment.platform);
  const onPath = client.programs.some((program) => hasProgram(program, folders, environment.platform));
  if (onPath) return true;
  const [file] = client.files.user?.(environment) ?? [];
  // Claude Code's file lies in the home folder itself, so there the file must exist.
  return file !== undefined && existsSync(path.dirname(file) === environment.home ? file : path.dirname(file));
}
