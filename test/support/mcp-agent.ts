/** Agents that start `cotty mcp` or come over HTTP, of both protocol eras. */
import { Client as Client2026, StreamableHTTPClientTransport as Http2026 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2026 } from "@modelcontextprotocol/client/stdio";
import { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio2025 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http2025 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { commandScript } from "./built.ts";
import type { Home } from "./home.ts";

export const ERAS = ["2025", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

export type ToolResult = { readonly text: string; readonly isError: boolean };
export type CallOptions = { signal?: AbortSignal; onprogress?: (progress: { progress: number }) => void; timeout?: number };

export type McpAgent = AsyncDisposable & {
  readonly pid: number;
  readonly protocolVersion: string | undefined;
  tools(): Promise<{ name: string; description?: string | undefined; inputSchema: Record<string, unknown> }[]>;
  call(args: Record<string, unknown>, options?: CallOptions, tool?: string): Promise<ToolResult>;
};

export type HttpAgent = Omit<McpAgent, "pid">;

export type AgentOptions = {
  readonly name?: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** The script and the arguments that start the relay; `cotty mcp` without them. */
  readonly command?: readonly string[];
};

export async function startMcpAgent(era: Era, home: Home, options: AgentOptions = {}): Promise<McpAgent> {
  const parameters = {
    command: process.execPath,
    args: [...(options.command ?? [commandScript, "mcp"])],
    env: { ...home.env, ...options.env },
    cwd: options.cwd ?? home.root,
    stderr: "inherit" as const,
  };
  const transport = era === "2025" ? new Stdio2025(parameters) : new Stdio2026(parameters);
  const agent = await connectClient(era, transport, options.name ?? "test agent");
  return { ...agent, pid: transport.pid ?? 0 };
}

/** An agent that comes over HTTP, with its token. */
export async function connectHttpAgent(era: Era, url: string, token: string): Promise<HttpAgent> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const address = new URL(url);
  const transport = era === "2025" ? new Http2025(address, { requestInit }) : new Http2026(address, { requestInit });
  return connectClient(era, transport, "test agent");
}

async function connectClient(era: Era, transport: Stdio2025 | Stdio2026 | Http2025 | Http2026, name: string): Promise<HttpAgent> {
  const info = { name, version: "1.0.0" };
  if (era === "2025") {
    const client = new Client2025(info);
    await client.connect(transport);
    return {
      protocolVersion: undefined,
      tools: async () => (await client.listTools()).tools,
      call: async (args, callOptions = {}, tool = "terminal") =>
        toResult(await client.callTool({ name: tool, arguments: args }, undefined, callOptions)),
      [Symbol.asyncDispose]: () => client.close(),
    };
  }
  const client = new Client2026(info, { versionNegotiation: { mode: { pin: era } } });
  await client.connect(transport);
  return {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: async (args, callOptions = {}, tool = "terminal") =>
      toResult(await client.callTool({ name: tool, arguments: args }, callOptions)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** What the tool answers. Throws the text of an error. */
export async function answerTo(agent: HttpAgent, args: Record<string, unknown>): Promise<string> {
  const { text, isError } = await agent.call(args);
  if (isError) throw new Error(text);
  return text;
}

/** Why the tool refuses. Throws when it does not. */
export async function refusalOf(agent: HttpAgent, args: Record<string, unknown>): Promise<string> {
  const { text, isError } = await agent.call(args);
  if (!isError) throw new Error(`Not refused: ${text}`);
  return text;
}

/** An answer with its offset as `@N`: how much a program prints can differ between its versions. */
export function withoutOffset(answer: string): string {
  return answer.replace(/@\d+/, "@N");
}

function toResult(result: unknown): ToolResult {
  const { content, isError } = result as { content: { type: string; text: string }[]; isError?: boolean };
  return { text: content.map(({ text }) => text).join(""), isError: isError === true };
}
