/** `cotty connect other`: what a client that Cotty does not know needs in its configuration. */
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { SERVER_NAME } from "./clients.ts";
import { expectedUrl, stdioServer, TOKEN_PLACEHOLDER } from "./server-entry.ts";

/** Prints the entry in the form that most clients have. Returns the exit code. */
export function printSnippet(invocation: Invocation, isHttp: boolean): number {
  const { program } = invocation;
  const { command, args, env } = stdioServer(invocation);
  const entry = isHttp
    ? { type: "http", url: expectedUrl(invocation.paths), headers: { Authorization: `Bearer ${TOKEN_PLACEHOLDER}` } }
    : { command, args, ...(Object.keys(env).length > 0 && { env }) };
  print(`${JSON.stringify({ mcpServers: { [SERVER_NAME]: entry } }, null, 2)}\n`);
  if (isHttp) {
    print(`\n'${program} token create NAME' prints the token, once. '${program} http on' switches MCP over HTTP on.\n`);
    print("Only you should be able to read a file that holds the token.\n");
  } else {
    print("\nClients differ in the name of the outer key. What counts is the program that they start.\n");
  }
  return 0;
}
