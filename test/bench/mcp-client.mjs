/** A stdio MCP client of the 2025 revisions in thirty lines: what it measures is the server, not a library. */
import { background } from "./measure.mjs";

/** Starts `[file, ...args]`, initializes it, and gives a function that calls a tool and returns its text. */
export async function startMcp([file, ...args], env, cwd) {
  const child = background(file, args, { env, cwd, stdio: ["pipe", "pipe", "ignore"] });
  const pending = new Map();
  let rest = "";
  let nextId = 1;
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.trim() === "") continue;
      const message = JSON.parse(line);
      pending.get(message.id)?.(message);
      pending.delete(message.id);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = nextId++;
      pending.set(id, resolve);
      send({ id, method, params });
    });
  const start = performance.now();
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
  const initializeMs = performance.now() - start;
  send({ method: "notifications/initialized" });
  return {
    initializeMs,
    listTools: async () => (await request("tools/list", {})).result.tools,
    call: async (name, toolArguments) => {
      const { result, error } = await request("tools/call", { name, arguments: toolArguments });
      if (error) throw new Error(error.message);
      return result.content.map(({ text }) => text).join("\n");
    },
    close: () => {
      child.stdin.end();
      child.kill();
    },
  };
}
