/**
 * `POST /mcp`: agents that come over HTTP. Who they are is decided here, by
 * their bearer token and nothing else; what they say is passed on, and the
 * answer back, at once or as a stream.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokenInfo } from "../../shared/protocol.ts";
import type { AgentTokens } from "./agent-tokens.ts";
import { AttemptLimit } from "./attempt-limit.ts";
import { readBody, sendRefusal } from "./http-exchange.ts";
import { bodyRefusalOf, type Refusal } from "./request-gate.ts";
import { SECURITY_HEADERS } from "./static-files.ts";
import { tooMany } from "./websocket-listener.ts";

/** As long as a frame on the local socket. */
const MAX_BODY_BYTES = 1024 * 1024;

const NO_TOKEN: Refusal = { status: 401, reason: "a token is needed", headers: { "www-authenticate": "Bearer" } };

/** One message of an agent's, and a signal for when it has gone away. */
export type McpRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly gone: AbortSignal;
};

/** What is behind the route: the MCP side of the host, one for each agent. */
export interface HttpMcp {
  /** Off until the person has switched it on. */
  readonly isOn: boolean;
  readonly tokens: Pick<AgentTokens, "find">;
  serve(agent: TokenInfo, request: McpRequest): Promise<Response>;
  /** Somebody came without a token that is good. */
  refused(): void;
}

/** Handles a request that has passed the gate. Nothing of its body is read before its token is known to be good. */
export function createMcpHandler(mcp: HttpMcp): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const failures = new AttemptLimit();
  return async (request, response) => {
    if (!mcp.isOn) return sendRefusal(response, { status: 404, reason: "not found" });
    const unfit = bodyRefusalOf(request);
    if (unfit) return sendRefusal(response, unfit);
    const token = bearerToken(request);
    // Before the failures are looked at: others' guesses must not keep an agent out, and no guess finds 256 random bits.
    if (!mcp.tokens.find(token)) {
      const retryAfter = failures.retryAfterSeconds;
      if (retryAfter > 0) return sendRefusal(response, tooMany(retryAfter));
      failures.fail();
      mcp.refused();
      return sendRefusal(response, NO_TOKEN);
    }
    const body = await readBody(request, MAX_BODY_BYTES);
    if (!body) return;
    if ("refusal" in body) return sendRefusal(response, body.refusal);
    // A body may take half a minute, in which the token may have been revoked or all of this switched off.
    const agent = mcp.isOn ? mcp.tokens.find(token) : undefined;
    if (!agent) return sendRefusal(response, NO_TOKEN);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await send(response, await mcp.serve(agent, { headers: headersOf(request), body: body.text, gone: gone.signal }));
  };
}

/** The token in a request; one that cannot be right when there is none. */
function bearerToken({ headers }: IncomingMessage): string {
  const [, token = ""] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? "") ?? [];
  return token;
}

/** Without the token: nothing behind this point needs it. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && name !== "authorization" ? [[name, value]] : [],
    ),
  );
}

/** Sends on what comes. When the agent has gone, the rest is still taken, so that whoever writes it comes to its end. */
async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...SECURITY_HEADERS, "cache-control": "no-store" });
  response.flushHeaders();
  if (answer.body) for await (const chunk of answer.body) if (!response.destroyed) await write(response, chunk);
  response.end();
}

/** Waits for a slow reader, not for one that has gone. */
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
