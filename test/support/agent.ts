/** An agent as people use it: an MCP client that has started `cotty mcp`. */
import { resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Home } from "./home.ts";

export type ToolResult = { readonly text: string; readonly isError: boolean };

export type Agent = AsyncDisposable & {
  /** Calls the `terminal` tool. */
  terminal(args: Record<string, unknown>): Promise<ToolResult>;
};

const BUILT_RELAY = [process.execPath, resolve(import.meta.dirname, "../../bin/cotty.js"), "mcp"];

/** `relay` is the command that it starts; `cotty mcp` of the build when not told otherwise. */
export async function startAgent(home: Home, name: string, relay: readonly string[] = BUILT_RELAY): Promise<Agent> {
  const client = new Client({ name, version: "1.0.0" });
  const [command = "", ...args] = relay;
  await client.connect(new StdioClientTransport({ command, args, env: home.env, cwd: home.root, stderr: "ignore" }));
  return {
    async terminal(given) {
      const result = await client.callTool({ name: "terminal", arguments: given });
      const [block] = result.content as { type: string; text?: string }[];
      return { text: block?.text ?? "", isError: result.isError === true };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
