/**
 * The MCP server of one connection. Each connection has its own server and
 * transport, so that no agent sees another's answers. It speaks the stateless
 * revision 2026-07-28 of MCP and the revisions of 2025.
 */
import {
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Transport as McpTransport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Client } from "../../shared/client.ts";
import { HostError, messageOf } from "../../shared/errors.ts";
import type { Message } from "../../shared/transport.ts";
import { TOOL_NAMES, type ToolName } from "../../shared/tool-names.ts";
import { VERSION } from "../../shared/version.ts";
import { visibleCharacters } from "../../shared/visible-unicode.ts";
import type { ToolContext } from "./control-actions.ts";
import { refusalOf } from "./input-limit.ts";
import { TERMINAL_TOOL } from "./tool-definition.ts";
import { TerminalTool } from "./terminal-tool.ts";

/** Serves MCP over a pair of functions. Pass every message from the agent to `receive`; `send` gets every message to it. */
export function serveMcp(options: {
  client: Client;
  context: ToolContext;
  toolName?: ToolName;
  send: (message: Message) => void;
}): { receive(message: Message): void } & Disposable {
  const transport = new CallbackTransport(options.send);
  const tool = new TerminalTool(options.client, options.context);
  const handle = serveStdio(() => createServer(tool, options.toolName), { transport });
  return {
    receive(message) {
      const refusal = refusalOf(message);
      if (!refusal) transport.onmessage?.(message as unknown as JSONRPCMessage);
      // Only a request is answered; a notification has no id.
      else if (message["id"] !== undefined) options.send(refusal);
    },
    [Symbol.dispose]() {
      tool[Symbol.dispose]();
      void handle.close();
      options.client[Symbol.dispose]();
    },
  };
}

/** Creates the server for one connection, or for one request over HTTP. It lists the tool as `listedAs`; the tool answers to all its names. */
export function createServer(tool: TerminalTool, listedAs: ToolName = TERMINAL_TOOL.name): Server {
  const server = new Server({ name: "cotty", title: "Cotty", version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [{ ...TERMINAL_TOOL, name: listedAs }] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    if (!TOOL_NAMES.some((name) => name === params.name)) {
      const message = visibleCharacters(`Unknown tool: ${params.name}. The tool is called ${listedAs}`);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const progressToken = mcpReq._meta?.progressToken;
    const call = {
      signal: mcpReq.signal,
      ...(progressToken !== undefined && {
        progress: (progress: number, message: string) =>
          mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }),
      }),
    };
    try {
      return { content: [{ type: "text", text: await tool.call(params.arguments ?? {}, call) }] };
    } catch (error) {
      return failure(error instanceof HostError ? error.message : `Internal error: ${messageOf(error)}`);
    }
  });
  return server;
}

/** The result of a failed call. It is not a protocol error, because the model should read it and act on it. */
function failure(text: string): { content: { type: "text"; text: string }[]; isError: true } {
  return { content: [{ type: "text", text: visibleCharacters(text) }], isError: true };
}

/** A transport of the SDK that passes outgoing messages to a function. */
class CallbackTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #send: (message: Message) => void;

  constructor(send: (message: Message) => void) {
    this.#send = send;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#send(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }
}
