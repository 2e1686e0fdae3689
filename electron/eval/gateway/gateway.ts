/**
 * A gateway on loopback between one run's agent and its model's endpoint. It forwards
 * and records all traffic, or answers from a recording without a model.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../../shared/errors.ts";
import type { Exchange } from "./exchange.ts";

export interface Gateway extends AsyncDisposable {
  /** Takes the place of the endpoint's address. */
  readonly url: string;
}

export interface GatewayOptions {
  /** The endpoint's address: what is asked of the gateway is asked there. */
  readonly upstream: string;
  /** Answers in their order, instead of the endpoint. */
  readonly replay: readonly Exchange[] | undefined;
  /** Is told of each exchange when it is over. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** Starts a gateway on a free port of loopback. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const upstream = new URL(options.upstream);
  const left = [...(options.replay ?? [])];
  // Other users of the machine reach loopback, too, and must not be able to guess the address.
  const secret = `/${randomBytes(16).toString("hex")}`;
  const server = createServer((request, response) => {
    const { method = "GET", url = "" } = request;
    if (!url.startsWith(`${secret}/`)) return void response.writeHead(404).end();
    const asked = { method, path: url.slice(secret.length), request, response };
    const answered = options.replay === undefined ? forward(upstream, asked) : replay(left, asked);
    answered.then(options.onExchange).catch((error: unknown) => fail(response, messageOf(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${secret}${upstream.pathname.replace(/\/$/, "")}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Headers of one connection alone, and those that the next request makes anew. Compression would make the recording unreadable. */
const DROPPED: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

interface Asked {
  readonly method: string;
  /** Without the gateway's own part. */
  readonly path: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function forward(upstream: URL, { method, path, request, response }: Asked): Promise<Exchange> {
  const startedMs = Date.now();
  const body = await bodyOf(request);
  const aborted = new AbortController();
  response.on("close", () => aborted.abort());
  const answer = await fetch(new URL(path, upstream.origin), {
    method,
    headers: keptHeaders(Object.entries(request.headers)),
    ...(body !== "" && { body }),
    signal: aborted.signal,
  });
  response.writeHead(answer.status, Object.fromEntries(keptHeaders([...answer.headers])));
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    response.write(chunk);
  }
  response.end();
  return {
    method,
    path,
    request: body,
    status: answer.status,
    contentType: answer.headers.get("content-type") ?? "",
    response: text + decoder.decode(),
    seconds: (Date.now() - startedMs) / 1000,
  };
}

/**
 * Answers with the exchange left that has the same method and path, and whose request begins
 * most like this one. Of several it is the earliest. An agent may ask two things at once,
 * such as for a title and for its first step, and then their order says nothing.
 */
async function replay(left: Exchange[], { method, path, request, response }: Asked): Promise<Exchange> {
  const body = await bodyOf(request);
  const likeness = (one: Exchange): number => (one.method === method && one.path === path ? commonLength(one.request, body) : -1);
  const at = left.map(likeness).reduce((best, value, index, all) => (value > (all[best] ?? -1) ? index : best), -1);
  const [recorded] = at === -1 ? [] : left.splice(at, 1);
  if (recorded === undefined) throw new Error(`The recording has no more answers for ${method} ${path}`);
  response.writeHead(recorded.status, { "content-type": recorded.contentType });
  response.end(recorded.response);
  return { ...recorded, request: body };
}

/** How many characters both texts begin with. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

function fail(response: ServerResponse, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error: { type: "gateway", message } }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const keptHeaders = (headers: readonly (readonly [string, string | string[] | undefined])[]): [string, string][] =>
  headers.flatMap(([name, value]): [string, string][] =>
    value === undefined || DROPPED.has(name) ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
