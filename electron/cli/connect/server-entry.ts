/** How a client is told to reach us. */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Invocation } from "../command.ts";
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
    args: [commandScript(hostScript), "mcp"],
    env: {
      ...(paths.cottyHome !== undefined && { COTTY_HOME: paths.cottyHome }),
      // An installed app's command runs on the app's own executable.
      ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    },
  };
}

function commandScript(hostScript: string): string {
  return join(dirname(hostScript), "../../bin/cotty.js");
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

/** Makes a token for the client, in place of an earlier one of its name. */
export async function httpWithToken(invocation: Invocation, name: string): Promise<HttpServer> {
  const tokens = JSON.parse(await runOwn(invocation, ["token", "list", "--json"])) as { name: string }[];
  if (tokens.some((token) => token.name === name)) await runOwn(invocation, ["token", "revoke", name]);
  const made = JSON.parse(await runOwn(invocation, ["token", "create", name, "--json"])) as {
    token: string;
    http?: { url?: string };
  };
  return { url: made.http?.url ?? DEFAULT_URL, authorization: `Bearer ${made.token}` };
}

async function runOwn({ hostScript }: Invocation, args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, [commandScript(hostScript), ...args])).stdout;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(stderr?.trim() || `cotty ${args.join(" ")} failed`, { cause: error });
  }
}
