/**
 * The agents' programs that `cotty connect` knows: where each keeps its
 * configuration, and what an MCP server looks like in it. One row a client;
 * what is in a row was checked against the client's documentation.
 */
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { SystemEnvironment } from "../../platform/paths.ts";

/** For this user, or for the project in the current folder. */
export type Scope = "user" | "project";

/** How a client starts us. */
export type StdioServer = { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> };
/** Where a client reaches us. */
export type HttpServer = { readonly url: string; readonly authorization: string };

export type Entry = Readonly<Record<string, unknown>>;

export type AgentClient = {
  readonly label: string;
  readonly format: "json" | "toml";
  /** Where the configuration may be, the preferred one first. */
  readonly files: { readonly [S in Scope]?: (where: SystemEnvironment) => readonly string[] };
  /** The keys under which the file holds its servers by name. */
  readonly path: readonly string[];
  /** The key of our entry that holds environment variables. */
  readonly envKey: string;
  readonly stdio: (server: StdioServer) => Entry;
  readonly http?: (server: HttpServer) => Entry;
  /** How the file names an environment variable, for one that is shared and must hold no token. */
  readonly variable: (name: string) => string;
  /** What tells that the client is installed, besides its configuration. */
  readonly programs: readonly string[];
  /** What is to be done before the client sees the change. */
  readonly next: string;
};

const plainStdio = ({ command, args, env }: StdioServer): Entry => ({ command, args, ...withEnv("env", env) });
const typedStdio = (server: StdioServer): Entry => ({ type: "stdio", ...plainStdio(server) });
const headers = ({ authorization }: HttpServer) => ({ Authorization: authorization });
const typedHttp = (server: HttpServer): Entry => ({ type: "http", url: server.url, headers: headers(server) });

export const CLIENTS = {
  claude: {
    label: "Claude Code",
    format: "json",
    files: {
      user: ({ env, home }) => [posix.join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json")],
      project: ({ cwd }) => [posix.join(cwd, ".mcp.json")],
    },
    path: ["mcpServers"],
    envKey: "env",
    stdio: typedStdio,
    http: typedHttp,
    variable: (name) => `\${${name}}`,
    programs: ["claude"],
    next: "Claude Code reads it when it starts; /mcp shows the connection.",
  },
  "claude-desktop": {
    label: "Claude Desktop",
    format: "json",
    files: { user: (where) => [inApplicationFolder(where, "Claude", "claude_desktop_config.json")] },
    path: ["mcpServers"],
    envKey: "env",
    stdio: plainStdio,
    variable: (name) => name,
    programs: [],
    next: "Quit and start Claude Desktop for it to be read.",
  },
  cursor: {
    label: "Cursor",
    format: "json",
    files: {
      user: ({ home }) => [posix.join(home, ".cursor/mcp.json")],
      project: ({ cwd }) => [posix.join(cwd, ".cursor/mcp.json")],
    },
    path: ["mcpServers"],
    envKey: "env",
    stdio: typedStdio,
    http: (server) => ({ url: server.url, headers: headers(server) }),
    variable: (name) => `\${env:${name}}`,
    programs: ["cursor"],
    next: "Switch it on in Cursor's settings under MCP if it is not.",
  },
  vscode: {
    label: "VS Code",
    format: "json",
    files: {
      user: (where) => [inApplicationFolder(where, "Code", "User", "mcp.json")],
      project: ({ cwd }) => [posix.join(cwd, ".vscode/mcp.json")],
    },
    path: ["servers"],
    envKey: "env",
    stdio: typedStdio,
    http: typedHttp,
    variable: (name) => `\${env:${name}}`,
    programs: ["code"],
    next: "Start it with the command “MCP: List Servers”.",
  },
  codex: {
    label: "Codex",
    format: "toml",
    files: {
      user: ({ env, home }) => [posix.join(env["CODEX_HOME"] || posix.join(home, ".codex"), "config.toml")],
      project: ({ cwd }) => [posix.join(cwd, ".codex/config.toml")],
    },
    path: ["mcp_servers"],
    envKey: "env",
    stdio: plainStdio,
    http: ({ url, authorization }) =>
      authorization.startsWith("Bearer ")
        ? { url, http_headers: { Authorization: authorization } }
        : { url, bearer_token_env_var: authorization },
    variable: (name) => name,
    programs: ["codex"],
    next: "Codex reads it when it starts; /mcp shows the connection.",
  },
  gemini: {
    label: "Gemini CLI",
    format: "json",
    files: {
      user: ({ env, home }) => [posix.join(env["GEMINI_CLI_HOME"] || home, ".gemini/settings.json")],
      project: ({ cwd }) => [posix.join(cwd, ".gemini/settings.json")],
    },
    path: ["mcpServers"],
    envKey: "env",
    stdio: plainStdio,
    http: (server) => ({ httpUrl: server.url, headers: headers(server) }),
    variable: (name) => `\${${name}}`,
    programs: ["gemini"],
    next: "Gemini CLI reads it when it starts; /mcp shows the connection.",
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
    path: ["mcp"],
    envKey: "environment",
    stdio: ({ command, args, env }) => ({
      type: "local",
      command: [command, ...args],
      enabled: true,
      ...withEnv("environment", env),
    }),
    http: (server) => ({ type: "remote", url: server.url, enabled: true, headers: headers(server) }),
    variable: (name) => `{env:${name}}`,
    programs: ["opencode"],
    next: "OpenCode reads it when it starts; `opencode mcp list` shows the connection.",
  },
} as const satisfies Record<string, AgentClient>;

export type ClientId = keyof typeof CLIENTS;
export const CLIENT_IDS = Object.keys(CLIENTS) as ClientId[];

/** The name of our entry in every client. */
export const SERVER_NAME = "cotty";

/** Keys that say how we are reached: an entry that is written anew keeps none of them from before, and all others. */
export const OWN_KEYS: readonly string[] = [
  "type",
  "command",
  "args",
  "url",
  "httpUrl",
  "headers",
  "http_headers",
  "bearer_token_env_var",
  "enabled",
];

function withEnv(key: string, env: Record<string, string>): Entry {
  return Object.keys(env).length === 0 ? {} : { [key]: env };
}

/** Where an application keeps its user's files on each platform, as Electron has it. */
function inApplicationFolder({ platform, env, home }: SystemEnvironment, ...rest: string[]): string {
  if (platform === "win32") return win32.join(env["APPDATA"] || win32.join(home, "AppData", "Roaming"), ...rest);
  if (platform === "darwin") return posix.join(home, "Library/Application Support", ...rest);
  return posix.join(env["XDG_CONFIG_HOME"] || posix.join(home, ".config"), ...rest);
}

/** The configuration to change: one that exists, else the preferred one. Undefined where the client has no such scope. */
export function configFile(client: AgentClient, scope: Scope, where: SystemEnvironment): string | undefined {
  const files = client.files[scope]?.(where) ?? [];
  return files.find((file) => existsSync(file)) ?? files[0];
}

/** Whether the client seems to be installed: its program is on the PATH, or it has left a folder. */
export function isHere(client: AgentClient, where: SystemEnvironment): boolean {
  const path = where.platform === "win32" ? win32 : posix;
  const endings = where.platform === "win32" ? [".cmd", ".exe"] : [""];
  const folders = (where.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const onPath = client.programs.some((program) =>
    folders.some((folder) => endings.some((ending) => existsSync(path.join(folder, program + ending)))),
  );
  if (onPath) return true;
  const [file] = client.files.user?.(where) ?? [];
  // Claude Code's lies in the home folder, which proves nothing.
  return file !== undefined && existsSync(path.dirname(file) === where.home ? file : path.dirname(file));
}
