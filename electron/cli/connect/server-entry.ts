/** How a client is told to reach us. */
import { dirname, join } from "node:path";
import { clientName, type Invocation } from "../command.ts";
import { connectOrStart } from "../../client/host-connection.ts";
import type { AgentClient, HttpServer, StdioServer } from "./clients.ts";

/** Where the host serves MCP over HTTP unless it was told otherwise. */
const DEFAULT_URL = "http://127.0.0.1:26889/mcp";
/** Read by the client where a file is shared with others and so must hold no token. */
export const TOKEN_VARIABLE = "COTTY_TOKEN";
/** Stands for the token until the person has agreed to the change. */
const TOKEN_TO_COME = "(a token made for it)";

/** The relay, by absolute paths: programs started from a desktop do not see the shell's PATH. */
export function stdioServer({ hostScript, paths }: Invocation): StdioServer {
  return {
    command: process.execPath,
    args: [join(dirname(hostScript), "../../bin/cotty.js"), "mcp"],
    env: {
      ...(paths.cottyHome !== undefined && { COTTY_HOME: paths.cottyHome }),
      // An installed app's command runs on the app's own executable.
      ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    },
  };
}

/** What is shown before anything is done. */
export function httpPreview(): HttpServer {
  return { url: DEFAULT_URL, authorization: `Bearer ${TOKEN_TO_COME}` };
}

/** For a file that is shared: the token is read from the reader's environment. */
export function httpByVariable(client: AgentClient): HttpServer {
  const variable = client.variable(TOKEN_VARIABLE);
  return { url: DEFAULT_URL, authorization: variable === TOKEN_VARIABLE ? variable : `Bearer ${variable}` };
}

/** Makes a token for the client, in place of an earlier one of its name, and tells whether the address answers now. */
export async function httpWithToken(invocation: Invocation, name: string): Promise<{ server: HttpServer; isOn: boolean }> {
  const { paths, hostScript } = invocation;
  using client = await connectOrStart({ paths, hostScript, name: clientName(invocation), kind: "cli" });
  const tokens = await client.request("token/list", {});
  if (tokens.some((token) => token.name === name)) await client.request("token/revoke", { name });
  const { token } = await client.request("token/create", { name });
  const { on, url = DEFAULT_URL } = await client.request("http/switch", {});
  return { server: { url, authorization: `Bearer ${token}` }, isOn: on };
}
