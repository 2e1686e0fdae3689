/**
 * The MCP side of one agent that comes over HTTP. Every request gets a server
 * and a transport of its own, so that two clients with one token never see each
 * other's answers; what lasts is the agent's client of the host, with how far
 * it has read.
 */
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Client } from "../../shared/client.ts";
import { refusalOf } from "./input-limit.ts";
import { createServer } from "./server.ts";
import type { ToolContext } from "./input-actions.ts";
import { TerminalTool } from "./terminal-tool.ts";

/** The body's size has been checked before it comes here. */
const ADDRESS = "http://localhost/mcp";

export type HttpMessage = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The agent has gone away. */
  readonly gone: AbortSignal;
};

/** Serves one agent. Disposing ends what it has under way. */
export function serveMcpHttp(options: { client: Client; context: ToolContext; onError: (error: Error) => void }): {
  serve(message: HttpMessage): Promise<Response>;
} & Disposable {
  const tool = new TerminalTool(options.client, options.context);
  const handler = createMcpHandler(() => createServer(tool), { onerror: options.onError });
  const underWay = new Set<AbortController>();
  return {
    async serve({ headers, body, gone }) {
      const parsedBody = parse(body);
      const refusal = refusalOf(parsedBody);
      if (refusal) return Response.json(refusal, { status: 400 });
      const ended = new AbortController();
      underWay.add(ended);
      const request = new Request(ADDRESS, { method: "POST", headers: { ...headers }, body, signal: ended.signal });
      // Since the 2026 revision an agent that hangs up has cancelled; before that it may only have lost its connection.
      if (!(await isLegacyRequest(request, parsedBody))) {
        gone.addEventListener("abort", () => ended.abort(), { once: true });
        if (gone.aborted) ended.abort();
      }
      const response = await handler.fetch(request, { parsedBody });
      return whenRead(response, () => underWay.delete(ended));
    },
    [Symbol.dispose]() {
      for (const ended of underWay) ended.abort();
      tool[Symbol.dispose]();
      void handler.close();
      options.client[Symbol.dispose]();
    },
  };
}

/** The message, so that it is parsed once; undefined for what is no JSON, to which the SDK has the answer. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The same response, which says when it has been read to its end. */
function whenRead(response: Response, done: () => void): Response {
  if (!response.body) {
    done();
    return response;
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: done }));
  return new Response(body, { status: response.status, headers: response.headers });
}
