/** What a client's configuration says about how to reach Cotty. */
import { dirname, join } from "node:path";
import type { Client } from "../../../shared/client.ts";
import { isRecord } from "../../../shared/json.ts";
import { expectedPort } from "../../platform/http-port.ts";
import type { Paths } from "../../platform/paths.ts";
import { connectOrStartHost, type Invocation } from "../command.ts";
import type { AgentClient, HttpServer, StdioServer } from "./clients.ts";

/** The client reads the token from this variable when a file is shared with others and so must not contain it. */
export const TOKEN_VARIABLE = "COTTY_TOKEN";
/** Stands for the token in the preview. The token is created after the user has agreed to the change. */
export const TOKEN_PLACEHOLDER = "(a new token)";

/** Starts the relay. The paths are absolute because programs started from a desktop do not see the shell's PATH. */
export function stdioServer({ hostScript, paths }: Invocation): StdioServer {
  return {
    command: process.execPath,
    args: [join(dirname(hostScript), "../../bin/cotty.js"), "mcp"],
    env: {
      ...(paths.cottyHome !== undefined && { COTTY_HOME: paths.cottyHome }),
      // The command of an installed app runs on the app's executable.
      ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    },
  };
}

/** The address where the host serves MCP over HTTP, or will when that is switched on. */
export function expectedUrl(paths: Paths): string {
  return `http://127.0.0.1:${expectedPort(paths)}/mcp`;
}

/** The server as the preview of a change shows it: with the token that the entry has, or before there is one. */
export function httpPreview({ paths }: Invocation, earlier: unknown): HttpServer {
  return { url: expectedUrl(paths), authorization: `Bearer ${bearerToken(earlier) ?? TOKEN_PLACEHOLDER}` };
}

/** The server for a file that is shared. Each reader of the file has the token in an environment variable. */
export function httpByVariable(url: string, client: AgentClient): HttpServer {
  const variable = client.variableReference(TOKEN_VARIABLE);
  return { url, authorization: variable === TOKEN_VARIABLE ? variable : `Bearer ${variable}` };
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

export type HttpAccess = {
  readonly server: HttpServer;
  /** Whether the host serves MCP over HTTP now. */
  readonly isOn: boolean;
  /** The name of the token; undefined when the entry keeps the one that it has. */
  readonly created: string | undefined;
};

/**
 * The server with a token: the one that the earlier entry has, if it is valid,
 * otherwise a new one. The new one is called `name`, or `name-2` and so on where
 * there is a token of that name, which somebody may use.
 */
export async function httpWithToken(invocation: Invocation, name: string, earlier: unknown): Promise<HttpAccess> {
  using client = await connectOrStartHost(invocation);
  const { on, url = expectedUrl(invocation.paths) } = await client.request("http/switch", {});
  const kept = await validToken(client, bearerToken(earlier));
  if (kept !== undefined) return { server: { url, authorization: `Bearer ${kept}` }, isOn: on, created: undefined };
  const names = new Set((await client.request("token/list", {})).map((token) => token.name));
  let free = name;
  for (let n = 2; names.has(free); n++) free = `${name}-${n}`;
  const { token } = await client.request("token/create", { name: free });
  return { server: { url, authorization: `Bearer ${token}` }, isOn: on, created: free };
}

async function validToken(client: Client, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const { found } = await client.request("token/find", { token });
  return found && token;
}
