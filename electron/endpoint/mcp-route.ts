/**
 * `POST /mcp`: MCP for agents that connect over HTTP. This file identifies the
 * agent by its bearer token and by nothing else. It passes the message on and
 * sends the response back, at once or as a stream.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenInfo } from "../../shared/protocol.ts";
import type { AgentTokens } from "./agent-tokens.ts";
import type { ConnectionLimit } from "./connection-limit.ts";
import { RateLimit } from "./rate-limit.ts";
import { readBody, sendRefusal } from "./http-exchange.ts";
import { bodyRefusalOf, type Refusal } from "./request-gate.ts";
import { SECURITY_HEADERS } from "./static-files.ts";
import { tooMany } from "./websocket-listener.ts";

/** The same limit as for a frame on the local socket. */
const MAX_BODY_BYTES = 1024 * 1024;

const NO_TOKEN: Refusal = { status: 401, reason: "a token is needed", headers: { "www-authenticate": "Bearer" } };

/** One request of an agent. `disconnected` is aborted when the agent closes the connection. */
export type McpRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly disconnected: AbortSignal;
};

/** Answers the requests that this route accepts. */
export interface HttpMcp {
  /** False until the user has switched MCP over HTTP on. */
  readonly isOn: boolean;
  readonly tokens: Pick<AgentTokens, "find">;
  serve(agent: TokenInfo, request: McpRequest): Promise<Response>;
  /** Called for a request without a valid token. */
  handleRefusal(): void;
}

/** Creates the handler for requests that have passed the gate. It reads the body only after it has checked the token. */
export function createMcpHandler(
  mcp: HttpMcp,
  connections: ConnectionLimit,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const failures = new RateLimit();
  return async (request, response) => {
    if (!mcp.isOn) return sendRefusal(response, { status: 404, reason: "not found" });
    const refusal = bodyRefusalOf(request);
    if (refusal) return sendRefusal(response, refusal);
    const token = bearerToken(request);
    // Check the token before the rate limit: another client's guesses must not keep an agent out. A guess cannot hit
    // a token, which has 256 random bits.
    if (!mcp.tokens.find(token)) {
      const retryAfter = failures.retryAfterSeconds;
      if (retryAfter > 0) return sendRefusal(response, tooMany(retryAfter));
      failures.recordFailure();
      mcp.handleRefusal();
      return sendRefusal(response, NO_TOKEN);
    }
    connections.admit(request.socket);
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return;
    if ("refusal" in body) return sendRefusal(response, body.refusal);
    // Check again: reading the body may take 30 s, and meanwhile the token may have been revoked or the route switched off.
    const agent = mcp.isOn ? mcp.tokens.find(token) : undefined;
    if (!agent) return sendRefusal(response, NO_TOKEN);
    const disconnect = new AbortController();
    response.once("close", () => disconnect.abort());
    const mcpRequest = { headers: headersOf(request), body: body.text, disconnected: disconnect.signal };
    await send(response, await mcp.serve(agent, mcpRequest));
  };
}

/** The token in a request. Empty, and so never valid, when the request has no token. */
function bearerToken({ headers }: IncomingMessage): string {
  const [, token = ""] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? "") ?? [];
  return token;
}

/** The request's headers without the token, which only this file needs. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && name !== "authorization" ? [[name, value]] : [],
    ),
  );
}

/**
 * Sends the response, chunk by chunk. Reads it to the end even if the agent has
 * disconnected, so that its writer is not left waiting.
 */
async function send(response: ServerResponse, answer: Response): Promise<void> {
  // The MCP SDK asks to keep the connection of every stream. That is for the agent to say, and for Node to answer.
  answer.headers.delete("connection");
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...SECURITY_HEADERS, "cache-control": "no-store" });
  response.flushHeaders();
  if (answer.body) for await (const chunk of answer.body) if (!response.destroyed) await write(response, chunk);
  response.end();
}

/** Writes one chunk. Waits while the agent reads slowly, but not after it has disconnected. */
function write(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (response.write(chunk)) return resolve();
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
