/** How a browser gets in, and how it is put out again. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CODE_LIFETIME_MS } from "../../../electron/endpoint/browser-access.ts";
import { DEFAULT_PORT } from "../../../electron/platform/http-port.ts";
import { openSocket, startTestEndpoint, type TestEndpoint } from "../../support/http-endpoint.ts";
import { until } from "../../support/until.ts";

let endpoint: TestEndpoint;
beforeEach(async () => {
  endpoint = await startTestEndpoint();
});
afterEach(() => endpoint[Symbol.asyncDispose]());

const inBody = (code: string): string => JSON.stringify({ code });

describe("H20 the code of an address", () => {
  test("stands in the fragment, has 32 characters and lasts a minute", () => {
    const { url, expiresInMs } = endpoint.http.newAddress();
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${endpoint.port}/#code=[A-Za-z0-9_-]{32}$`));
    expect(expiresInMs).toBe(60_000);
  });

  test("is traded for a token once; the second time is 401", async () => {
    const code = endpoint.newCode();
    const first = await endpoint.postSession(inBody(code));
    expect(first.status).toBe(200);
    expect(await first.json()).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
    const second = await endpoint.postSession(inBody(code));
    expect(second.status).toBe(401);
    expect(second.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("expires", async () => {
    const code = endpoint.newCode();
    endpoint.advance(CODE_LIFETIME_MS);
    expect((await endpoint.postSession(inBody(code))).status).toBe(401);
    const inTime = endpoint.newCode();
    endpoint.advance(CODE_LIFETIME_MS - 1);
    expect((await endpoint.postSession(inBody(inTime))).status).toBe(200);
  });

  test("the page itself holds no token and no code", async () => {
    const code = endpoint.newCode();
    const token = await endpoint.newToken();
    for (const { method, path } of endpoint.http.routes) {
      if (method !== "GET") continue;
      const text = await (await fetch(`${endpoint.http.origin}${path}`)).text();
      expect(text).not.toContain(code);
      expect(text).not.toContain(token);
    }
  });
});

describe("H5 without the code, and without the token", () => {
  test.each([
    "",
    "{}",
    "[]",
    "null",
    "not json",
    '{"code":null}',
    '{"code":""}',
    '{"code":["x"]}',
    '{"code":"wrong"}',
    '{"code":{"length":32}}',
  ])("H5 POST /session %j -> 401, always the same", async (body) => {
    const answer = await endpoint.postSession(body);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answer.text()).toBe("no such code\n");
  });

  test("H5 a code in the query or in a cookie does not count", async () => {
    const code = endpoint.newCode();
    const headers = {
      "content-type": "application/json",
      cookie: `code=${code}; token=${code}`,
      authorization: `Bearer ${code}`,
    };
    const answer = await fetch(`${endpoint.http.origin}/session?code=${code}`, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(401);
    expect((await endpoint.postSession(inBody(code))).status).toBe(200);
  });

  test.each(["", "wrong", "undefined"])("H5 hello with token %j: an error, then close 4401", async (token) => {
    const socket = await openSocket(endpoint.port);
    expect(await socket.hello(token)).toMatchObject({ error: { data: { code: "unauthorized" } } });
    expect(await socket.closed).toBe(4401);
  });

  test("H5 a token in the handshake's query or cookie does not count", async () => {
    const token = await endpoint.newToken();
    const socket = await openSocket(endpoint.port, { cookie: `token=${token}`, authorization: `Bearer ${token}` });
    expect(await socket.hello("")).toMatchObject({ error: { data: { code: "unauthorized" } } });
    expect(await socket.closed).toBe(4401);
  });

  test("H5 a used code is not a token, and one host's token is nothing to another", async () => {
    const code = endpoint.newCode();
    await endpoint.postSession(inBody(code));
    const socket = await openSocket(endpoint.port);
    expect(await socket.hello(code)).toMatchObject({ error: {} });
    await using other = await startTestEndpoint();
    const elsewhere = await openSocket(other.port);
    expect(await elsewhere.hello(await endpoint.newToken())).toMatchObject({ error: {} });
  });

  test("the right token opens the connection, as often as it likes", async () => {
    const token = await endpoint.newToken();
    for (const socket of [await openSocket(endpoint.port), await openSocket(endpoint.port)]) {
      expect(await socket.hello(token)).toMatchObject({ id: 1, result: {} });
    }
  });
});

test("H6 no setting of the environment turns the tokens off", async () => {
  const names = ["TOKEN", "COTTY_TOKEN", "AUTH", "COTTY_AUTH", "PASSWORD", "COTTY_NO_AUTH", "NODE_ENV"];
  const saved = names.map((name) => [name, process.env[name]] as const);
  try {
    for (const value of ["", "none", "0", "test"]) {
      for (const name of names) process.env[name] = value;
      await using open = await startTestEndpoint();
      expect((await open.postSession("{}")).status).toBe(401);
      const socket = await openSocket(open.port);
      expect(await socket.hello("")).toMatchObject({ error: {} });
    }
  } finally {
    for (const [name, value] of saved) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

describe("H8 guessing", () => {
  test("H8 after ten wrong codes in a minute no more are answered; who has the right one gets in all the same", async () => {
    const code = endpoint.newCode();
    for (let i = 0; i < 10; i++) expect((await endpoint.postSession(inBody(`guess-${i}`))).status).toBe(401);
    const answer = await endpoint.postSession(inBody(`${code.slice(0, -2)}--`));
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await endpoint.postSession(inBody(code))).status).toBe(200);
    expect((await endpoint.postSession(inBody(code))).status).toBe(429);
  });

  test("H8 after ten wrong tokens in a minute no more are answered; who has the right one gets in, and who is in stays in", async () => {
    const token = await endpoint.newToken();
    const inside = await openSocket(endpoint.port);
    await inside.hello(token);
    for (let i = 0; i < 10; i++) expect(await (await openSocket(endpoint.port)).hello(`guess-${i}`)).toMatchObject({ error: {} });
    const guessing = await openSocket(endpoint.port);
    const answer = guessing.hello("guess-10");
    expect(await Promise.race([answer, guessing.closed])).toBe(4401);
    expect(await (await openSocket(endpoint.port)).hello(token)).toMatchObject({ id: 1, result: {} });
    inside.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "host/info", params: {} }));
    expect(await inside.next()).toMatchObject({ id: 2 });
  });
});

describe("H22 access is taken back", () => {
  test("H22 an agent's token that is revoked while its request is on the way serves nothing any more", async () => {
    const { token } = endpoint.tokens.create("slow", "own");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": 2 };
    const slow = request(`${endpoint.http.origin}/mcp`, { method: "POST", headers });
    slow.write("{");
    // Answered after the slow one has been let in: they come in order.
    await fetch(`${endpoint.http.origin}/mcp`, { method: "POST", body: "{}", headers: { ...headers, "content-length": "2" } });
    await until("the first byte is there", () => endpoint.served.length === 1);
    endpoint.tokens.revoke("slow");
    slow.end("}");
    const [answer] = (await once(slow, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(endpoint.served).toHaveLength(1);
  });
});

describe("the port", () => {
  test("one that was asked for and is taken is an error", async () => {
    await expect(startTestEndpoint({ port: endpoint.port })).rejects.toMatchObject({ code: "start-failed" });
  });

  test("a default port in use is replaced by another, and the log says so", async () => {
    await using first = await startTestEndpoint({ port: "default" });
    // Where another Cotty of this machine has it already, the first was replaced itself; that Cotty may be gone by now.
    await using second = first.port === DEFAULT_PORT ? await startTestEndpoint({ port: "default" }) : undefined;
    const replaced = second ?? first;
    expect(replaced.port).not.toBe(DEFAULT_PORT);
    expect(replaced.logged.join()).toContain(String(replaced.port));
  });
});
