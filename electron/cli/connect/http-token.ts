/** The token of a client that connects over HTTP. */
import type { Client } from "../../../shared/client.ts";
import type { HttpServer } from "../../connect/clients.ts";
import { bearerToken } from "../../connect/server-entry.ts";
import { expectedMcpUrl } from "../../platform/http-port.ts";
import { connectOrStartHost, type Invocation } from "../command.ts";

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
  const { on, url = expectedMcpUrl(invocation.paths) } = await client.request("http/switch", {});
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
