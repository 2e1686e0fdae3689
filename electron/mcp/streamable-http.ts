/**
 * The MCP server of one agent that connects over HTTP. Every request gets its own
 * server and transport, so that two clients with one token never see each other's
 * answers. All requests of the agent share one client of the host and one set of
 * read positions.
 */
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Client } from "../../shared/client.ts";
import { isRecord } from "../../shared/json.ts";
import { acceptedForm, asJson } from "./accepted-form.ts";
import { refusalOf } from "./input-limit.ts";
import { createServer } from "./server.ts";
import type { ToolContext } from "./control-actions.ts";
import { TerminalTool } from "./terminal-tool.ts";

/** The SDK needs a URL, but does not use it. */
const ADDRESS = "http://localhost/mcp";

export type HttpMcpRequest = {
  readonly headers: Readonly<Record<string, string>>;
  /** The caller has already limited its size. */
  readonly body: string;
  /** Aborted when the agent closes the connection. */
  readonly disconnected: AbortSignal;
};

/** Serves one agent. Disposing it ends the requests that are under way. */
export function serveMcpHttp(options: { client: Client; context: ToolContext; onError: (error: Error) => void }): {
  serve(message: HttpMcpRequest): Promise<Response>;
} & Disposable {
  const tool = new TerminalTool(options.client, options.context);
  const handler = createMcpHandler(() => createServer(tool), { onerror: options.onError });
  const underWay = new Set<AbortController>();
  return {
    async serve({ headers, body, disconnected }) {
      const parsedBody = parse(body);
      const refusal = refusalOf(parsedBody);
      if (refusal) return Response.json(refusal, { status: 400 });
      const cancellation = new AbortController();
      underWay.add(cancellation);
      const form = acceptedForm(headers["accept"]);
      const request = new Request(ADDRESS, {
        method: "POST",
        headers: { ...headers, accept: form.accept },
        body,
        signal: cancellation.signal,
      });
      // Since the 2026 revision, closing the connection cancels a request. In earlier revisions it may be an accident.
      if (!(await isLegacyRequest(request, parsedBody))) {
        disconnected.addEventListener("abort", () => cancellation.abort(), { once: true });
        if (disconnected.aborted) cancellation.abort();
      }
      const response = await handler.fetch(request, { parsedBody });
      const isOneAnswer = form.isJsonOnly && !isSubscription(parsedBody);
      return whenRead(isOneAnswer ? await asJson(response) : response, () => underWay.delete(cancellation));
    },
    [Symbol.dispose]() {
      for (const cancellation of underWay) cancellation.abort();
      tool[Symbol.dispose]();
      void handler.close();
      options.client[Symbol.dispose]();
    },
  };
}

/** Whether the answer is a stream that does not end. */
function isSubscription(body: unknown): boolean {
  return isRecord(body) && body["method"] === "subscriptions/listen";
}

/** Parses the body once, for this file and the SDK. Undefined when it is not JSON; the SDK then answers with an error. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The same response. Calls `done` when its body has been read to the end. */
function whenRead(response: Response, done: () => void): Response {
  if (!response.body) {
    done();
    return response;
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: done }));
  return new Response(body, { status: response.status, headers: response.headers });
}
