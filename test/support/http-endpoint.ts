/** The loopback server with a made-up window and a stand-in for the host behind it. */
import { mkdtemp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { AgentTokens } from "../../electron/endpoint/agent-tokens.ts";
import { ShareLinks } from "../../electron/endpoint/share-links.ts";
import { DEFAULT_PORT } from "../../electron/platform/http-port.ts";
import { startHttp, type HttpEndpoint } from "../../electron/endpoint/http-endpoint.ts";
import type { Authenticate, Message, Transport } from "../../shared/transport.ts";

export type TestEndpoint = AsyncDisposable & {
  readonly http: HttpEndpoint;
  readonly port: number;
  /** The connections handed to the host so far. */
  readonly accepted: Transport[];
  /** Those of them that have not closed. */
  readonly open: ReadonlySet<Transport>;
  readonly logged: string[];
  /** The tokens for `/mcp`, what came there with one, and how often somebody came without. */
  readonly tokens: AgentTokens;
  readonly links: ShareLinks;
  readonly served: readonly { agent: string; body: string }[];
  refused(): number;
  /** Moves the clock that codes expire by. */
  advance(ms: number): void;
  /** A code as it stands in a fresh address. */
  newCode(): string;
  postSession(body: string, headers?: Record<string, string>): Promise<Response>;
  newToken(): Promise<string>;
};

export type TestEndpointOptions = {
  readonly port?: number | "default";
  /** What the MCP side answers, instead of a count in JSON. */
  readonly answer?: () => Response;
};

/** On any port, unless told otherwise; `default` asks for none, as a user who does not care. */
export async function startTestEndpoint({ port = 0, answer }: TestEndpointOptions = {}): Promise<TestEndpoint> {
  const root = await mkdtemp(join(tmpdir(), "cotty-http-"));
  const directory = join(root, "window");
  await mkdir(join(directory, "assets"), { recursive: true });
  await writeFile(join(directory, "index.html"), "<!doctype html><title>window</title>");
  await writeFile(join(directory, "assets/main-1.js"), "export {};");
  await writeFile(join(root, "outside.txt"), "outside");
  await symlink(join(root, "outside.txt"), join(directory, "assets/link.txt"));
  const accepted: Transport[] = [];
  const open = new Set<Transport>();
  const logged: string[] = [];
  let nowMs = 0;
  let refused = 0;
  const served: { agent: string; body: string }[] = [];
  const links = new ShareLinks();
  const tokens = new AgentTokens(join(root, "tokens.json"), (message) => void logged.push(message));
  const log = { info: (message: string) => void logged.push(message), error: (message: string) => void logged.push(message) };
  const http = await startHttp({
    port: port === "default" ? undefined : port,
    preferredPort: DEFAULT_PORT,
    rendererDirectory: directory,
    links,
    log,
    now: () => nowMs,
    mcp: {
      isOn: true,
      tokens,
      handleRefusal: () => void refused++,
      serve(agent, { body }) {
        served.push({ agent: agent.name, body });
        return Promise.resolve(answer?.() ?? Response.json({ served: served.length }));
      },
    },
    accept(transport, authenticate) {
      accepted.push(transport);
      open.add(transport);
      transport.onClose(() => open.delete(transport));
      serveEcho(transport, authenticate);
    },
  });
  const newCode = (): string => new URL(http.newAddress().url).hash.replace("#code=", "");
  const postSession = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${http.origin}/session`, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
  return {
    http,
    port: Number(new URL(http.origin).port),
    accepted,
    open,
    logged,
    tokens,
    links,
    served,
    refused: () => refused,
    advance: (ms) => void (nowMs += ms),
    newCode,
    postSession,
    async newToken() {
      const answer = (await (await postSession(JSON.stringify({ code: newCode() }))).json()) as { token: string };
      return answer.token;
    },
    async [Symbol.asyncDispose]() {
      links[Symbol.dispose]();
      await http.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What the host does with a connection, as far as this endpoint can tell: hello first, then answers. */
function serveEcho(transport: Transport, authenticate: Authenticate): void {
  let greeted = false;
  transport.onMessage((message) => {
    if (!greeted && authenticate(String((message["params"] as { token?: unknown } | undefined)?.token)) === false) {
      transport.send({
        jsonrpc: "2.0",
        id: message["id"],
        error: { code: -32000, message: "No", data: { code: "unauthorized" } },
      });
      transport.close();
      return;
    }
    greeted = true;
    transport.send({ jsonrpc: "2.0", id: message["id"], result: message["params"] });
  });
}

export type TestSocket = {
  readonly socket: WebSocket;
  /** Resolves with the next message. */
  next(): Promise<Message>;
  readonly closed: Promise<number>;
  hello(token: string): Promise<Message>;
};

/** Opens a WebSocket; rejects with the status of a refused handshake. */
export async function openSocket(port: number, headers: Record<string, string> = {}): Promise<TestSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  const inbox: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString("utf8")) as Message;
    const resolve = waiting.shift();
    if (resolve) resolve(message);
    else inbox.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.on("open", () => resolve());
    socket.on("error", () => {});
    socket.on("unexpected-response", (_request, response) => {
      reject(new Error(`refused with ${response.statusCode}`));
      response.destroy();
    });
  });
  const next = (): Promise<Message> => {
    const message = inbox.shift();
    return message ? Promise.resolve(message) : new Promise((resolve) => waiting.push(resolve));
  };
  return {
    socket,
    next,
    closed,
    hello(token) {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "host/hello", params: { token } }));
      return next();
    },
  };
}
