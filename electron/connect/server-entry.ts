/** What a client's configuration says about how to reach Cotty. */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { isRecord } from "../../shared/json.ts";
import { expectedMcpUrl } from "../platform/http-port.ts";
import type { Paths } from "../platform/paths.ts";
import { type AgentClient, type HttpServer, SERVER_NAME, type ServerEntry, type StdioServer } from "./clients.ts";

/** The client reads the token from this variable when a file is shared with others and so must not contain it. */
export const TOKEN_VARIABLE = "COTTY_TOKEN";
/** Stands for the token in the preview. The token is created after the user has agreed to the change. */
const TOKEN_PLACEHOLDER = "(a new token)";

/** This installation of Cotty. */
export type Installed = {
  readonly paths: Paths;
  /** The absolute path of bin/cotty.js. */
  readonly commandScript: string;
};

/** Starts the relay. The paths are absolute because programs started from a desktop do not see the shell's PATH. */
export function stdioServer({ commandScript, paths }: Installed): StdioServer {
  return {
    command: process.execPath,
    args: [commandScript, "mcp"],
    env: {
      ...(paths.cottyHome !== undefined && { COTTY_HOME: paths.cottyHome }),
      // The command of an installed app runs on the app's executable.
      ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    },
  };
}

/** The server as the preview of a change shows it: with the token that the entry has, or before there is one. */
export function httpPreview({ paths }: Pick<Installed, "paths">, earlier: unknown): HttpServer {
  return { url: expectedMcpUrl(paths), authorization: `Bearer ${bearerToken(earlier) ?? TOKEN_PLACEHOLDER}` };
}

/** The server for a file that is shared. Each reader of the file has the token in an environment variable. */
export function httpByVariable(url: string, client: AgentClient): HttpServer {
  const variable = client.variableReference(TOKEN_VARIABLE);
  return { url, authorization: variable === TOKEN_VARIABLE ? variable : `Bearer ${variable}` };
}

/** Whether an entry has what each of Cotty's has: its command, or an address of this machine. Of one that has not, a user is the author. */
export function leadsToCotty(entry: unknown): boolean {
  const address = addressIn(entry);
  if (address !== undefined) return /^http:\/\/127\.0\.0\.1:\d+\/mcp$/.test(address);
  const texts = textsIn(entry);
  return texts.includes("mcp") && texts.some((text) => /(?:^|[/\\])cotty(?:\.\w+)?$/i.test(text));
}

/** The first path of an entry's program and arguments at which there is nothing any more: a Node or a Cotty that has moved. */
export function missingPath(entry: unknown, { envKey }: AgentClient): string | undefined {
  const program = isRecord(entry) ? { ...entry, [envKey]: undefined } : entry;
  return textsIn(program).find((text) => isAbsolute(text) && !existsSync(text));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The token in an entry. Undefined when there is none, and for a reference to a variable. */
export function bearerToken(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const headers = entry["headers"] ?? entry["http_headers"];
  const value = isRecord(headers) ? headers["Authorization"] : undefined;
  return typeof value === "string" ? /^Bearer ([\w.~+/-]+=*)$/.exec(value)?.[1] : undefined;
}

/** The address in an entry. Undefined when the client starts a program instead. */
export function addressIn(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const url = entry["url"] ?? entry["httpUrl"] ?? entry["serverUrl"] ?? entry["uri"];
  return typeof url === "string" ? url : undefined;
}

/** The entry for a client that Cotty does not know, in the form that most clients have. */
export function usualEntry(
  installed: Installed,
  isHttp: boolean,
): { readonly mcpServers: Readonly<Record<string, ServerEntry>> } {
  const { command, args, env } = stdioServer(installed);
  const entry: ServerEntry = isHttp
    ? { type: "http", url: expectedMcpUrl(installed.paths), headers: { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` } }
    : { command, args, ...(Object.keys(env).length > 0 && { env }) };
  return { mcpServers: { [SERVER_NAME]: entry } };
}
