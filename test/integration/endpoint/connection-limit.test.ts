/** Who keeps a place when the loopback server has as many connections as it may (H9). Codes: docs/threats.md. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { rawRequest } from "../../support/raw-http.ts";
import { openSocket, startTestEndpoint, type TestEndpoint } from "../../support/http-endpoint.ts";

const LIMIT = 128;

let endpoint: TestEndpoint;
beforeEach(async () => {
  endpoint = await startTestEndpoint();
});
afterEach(() => endpoint[Symbol.asyncDispose]());

/** A browser's token, by a connection that keeps no place. */
async function newTokenAndClose(): Promise<string> {
  const body = JSON.stringify({ code: endpoint.newCode() });
  const { body: answer } = await rawRequest(endpoint.port, {
    method: "POST",
    path: "/session",
    headers: [
      ["Host", `127.0.0.1:${endpoint.port}`],
      ["Connection", "close"],
      ["Content-Type", "application/json"],
      ["Content-Length", String(body.length)],
    ],
    body,
  });
  return (JSON.parse(answer) as { token: string }).token;
}

/** A connection that says nothing. `closed` resolves when the server has closed it, before or after this has been called. */
async function openIdle(): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(endpoint.port, "127.0.0.1").on("error", () => {});
  const closed = once(socket, "close");
  await once(socket, "connect");
  onTestFinished(() => void socket.destroy());
  return { socket, closed };
}

async function openManyIdle(count: number): Promise<{ socket: Socket; closed: Promise<unknown> }[]> {
  const idle = [];
  for (let i = 0; i < count; i++) idle.push(await openIdle());
  return idle;
}

test("H9 128 idle connections shut nobody out: the oldest goes", async () => {
  const idle = await openManyIdle(LIMIT);
  expect((await endpoint.postSession(JSON.stringify({ code: endpoint.newCode() }))).status).toBe(200);
  await idle[0]?.closed;
  expect(idle.filter(({ socket }) => socket.destroyed)).toHaveLength(1);
});

test("H9 who has shown a code or a token keeps the connection, however old it is", async () => {
  const { token } = endpoint.tokens.create("agent", "own");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (): Promise<{ status: number | undefined; isReused: boolean }> => {
    const asked = request(`${endpoint.http.origin}/mcp`, {
      agent,
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    }).end("{}");
    const [answer] = await once(asked, "response");
    answer.resume();
    await once(answer, "end");
    return { status: answer.statusCode, isReused: asked.reusedSocket };
  };
  expect(await ask()).toEqual({ status: 200, isReused: false });
  const browser = await openSocket(endpoint.port);
  await browser.hello(await endpoint.newToken());
  const idle = await openManyIdle(LIMIT);
  await idle[0]?.closed;
  browser.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 9 }));
  expect(await browser.next()).toMatchObject({ id: 9 });
  expect(await ask()).toEqual({ status: 200, isReused: true });
  agent.destroy();
});

test("H9 where all have shown one, the new connection goes", async () => {
  const token = await newTokenAndClose();
  const browsers = [];
  for (let i = 0; i < LIMIT; i++) {
    const browser = await openSocket(endpoint.port);
    await browser.hello(token);
    browsers.push(browser);
  }
  await (
    await openIdle()
  ).closed;
  expect(browsers.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
  for (const { socket } of browsers) socket.terminate();
});
