/** The demo's agents. They are MCP clients and start `cotty mcp` as any agent does. A script takes the place of the model. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { root } from "../run.mjs";

/** The pause between two lines, long enough to read along. */
const READING_MS = 2_000;

/** Starts an agent that works in `cwd`. */
export async function startAgent(name, cwd) {
  const client = new Client({ name, version: "1.0.0" });
  const args = [join(root, "bin/cotty.js"), "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: process.env, cwd, stderr: "ignore" }));

  /** Calls the tool. `refused` is true when a person has the keyboard or the session has ended. */
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
    /** Types lines one by one, each after the prompt has come back. Stops when a line is refused. */
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
