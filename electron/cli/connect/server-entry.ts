/** What a client's configuration says about how to reach Cotty. */
import { dirname, join } from "node:path";
import { connectOrStartHost, type Invocation } from "../command.ts";
import type { AgentClient, HttpServer, StdioServer } from "./clients.ts";

/** The address where the host serves MCP over HTTP by default. */
const DEFAULT_URL = "http://127.0.0.1:26889/mcp";
/** The client reads the token from this variable when a file is shared with others and so must not contain it. */
export const TOKEN_VARIABLE = "COTTY_TOKEN";
/** Stands for the token in the preview. The token is created after the user has agreed to the change. */
const TOKEN_PLACEHOLDER = "(a new token)";

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

/** The server as the preview of a change shows it, before a token exists. */
export function httpPreview(): HttpServer {
  return { url: DEFAULT_URL, authorization: `Bearer ${TOKEN_PLACEHOLDER}` };
}

/** The server for a file that is shared. Each reader of the file has the token in an environment variable. */
export function httpByVariable(client: AgentClient): HttpServer {
  const variable = client.variableReference(TOKEN_VARIABLE);
  return { url: DEFAULT_URL, authorization: variable === TOKEN_VARIABLE ? variable : `Bearer ${variable}` };
}

/**
 * Creates a token called `name` and revokes an earlier one of that name. `isOn`
 * says whether the host serves MCP over HTTP now.
 */
export async function httpWithToken(invocation: Invocation, name: string): Promise<{ server: HttpServer; isOn: boolean }> {
  using client = await connectOrStartHost(invocation);
  const tokens = await client.request("token/list", {});
  if (tokens.some((token) => token.name === name)) await client.request("token/revoke", { name });
  const { token } = await client.request("token/create", { name });
  const { on, url = DEFAULT_URL } = await client.request("http/switch", {});
  return { server: { url, authorization: `Bearer ${token}` }, isOn: on };
}
