import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { McpServer } from "../definitions/tool.ts";

const answer = z.object({ id: z.number(), result: z.looseObject({}).optional(), error: z.unknown().optional() });
const toolList = z.object({ tools: z.array(z.object({ name: z.string() })) });

/** A first start may fetch a package. */
const WITHIN_MS = 60_000;

/**
 * Starts the MCP server as the agent will, and asks for its tools. Resolves with their
 * names, or with why there are none. Source of the messages: the specification of MCP, 2025-06-18.
 */
export function probeServer(
  server: McpServer,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<{ tools: readonly string[] } | { problem: string }> {
  return new Promise((resolve) => {
    const child = spawn(server.command, server.args, { cwd, env: { ...env, ...server.env }, stdio: ["pipe", "pipe", "ignore"] });
    const end = (result: { tools: readonly string[] } | { problem: string }): void => {
      clearTimeout(timer);
      child.kill();
      resolve(result);
    };
    const timer = setTimeout(() => end({ problem: "its MCP server did not answer" }), WITHIN_MS);
    child.on("error", (error) => end({ problem: `its MCP server could not be started: ${error.message}` }));
    child.on("exit", (code) => end({ problem: `its MCP server ended with exit code ${code ?? "none"}` }));
    child.stdin.on("error", () => {});
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    createInterface(child.stdout).on("line", (line) => {
      const message = parse(line);
      if (message?.id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/list" });
      }
      if (message?.id !== 2) return;
      const tools = toolList.safeParse(message.result);
      const names = tools.success ? tools.data.tools.map(({ name }) => name) : [];
      end(names.length > 0 ? { tools: names } : { problem: "its MCP server lists no tool" });
    });
    const client = { name: "cotty eval", version: "1" };
    send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client } });
  });
}

function parse(line: string): z.infer<typeof answer> | undefined {
  try {
    const parsed = answer.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
