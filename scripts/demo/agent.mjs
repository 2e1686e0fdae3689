/** The demo's agents: MCP clients that start `cotty mcp`, as any agent does. A script stands in for the model. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { root } from "../run.mjs";

/** Long enough to read along. */
const READING_MS = 2_000;

/** An agent that works in `cwd`. */
export async function startAgent(name, cwd) {
  const client = new Client({ name, version: "1.0.0" });
  const args = [join(root, "bin/cotty.js"), "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: process.env, cwd, stderr: "ignore" }));

  /** One call of the tool; `refused` when a person has the keyboard, or the session has ended. */
  async function terminal(call) {
    const result = await client.callTool({ name: "terminal", arguments: call });
    const text = result.content.map((block) => block.text).join("");
    return { text, refused: result.isError === true };
  }

  return {
    start: async (id, command, wait) => {
      const { text, refused } = await terminal({ action: "start", name: id, command, ...wait });
      if (refused) throw new Error(`${id} could not be started: ${text}`);
    },
    /** Types lines one by one, each after the prompt has come back; stops at the first that is refused. */
    type: async (id, lines, prompt) => {
      for (const line of lines) {
        await new Promise((done) => setTimeout(done, READING_MS));
        const { refused } = await terminal({ action: "stdin", id, data: `${line}\r`, wait: prompt });
        if (refused) return false;
      }
      return true;
    },
    close: () => client.close(),
  };
}
