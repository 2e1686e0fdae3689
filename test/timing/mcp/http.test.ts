/** MCP over HTTP, as agents of both protocol eras and as strangers use it (A7, A8, H5, H8, H12, H14, H15, H16, H21, H22). Codes: docs/threats.md. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAudit } from "../../support/audit-rows.ts";
import type { Client } from "../../../shared/client.ts";
import type { Params } from "../../../shared/protocol.ts";
import { VERSION } from "../../../shared/version.ts";
import { slowness, startStopwatch } from "../../support/budget.ts";
import { connectHttpAgent, ERAS, type Era } from "../../support/mcp-agent.ts";
import { rawRequest } from "../../support/raw-http.ts";
import { residentBytes, start, startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let person: Client;
let url: string;
let port: number;
async function serve(): Promise<void> {
  host = await startTestHost({ args: ["--port", "0"] });
  person = await host.connect("cli", "cotty");
  url = (await person.request("http/switch", { on: true })).url ?? "";
  port = Number(new URL(url).port);
}
beforeAll(serve);
afterAll(() => host[Symbol.asyncDispose]());

let tokens = 0;
async function newToken(tier?: Params<"token/create">["tier"]): Promise<{ name: string; token: string }> {
  const name = `agent ${++tokens}`;
  const { token } = await person.request("token/create", { name, ...(tier && { tier }) });
  return { name, token };
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Stands for a list in a list and so on, 10^4 deep, which JSON.stringify could not write. */
const DEEP = "deep";

/** One message of an era, as a client of it would send it, but for what `headers` says. */
function post(
  era: Era,
  token: string | undefined,
  message: { method: string; params?: object; id?: number },
  more: {
    headers?: Record<string, string>;
    signal?: AbortSignal;
    meta?: object;
  } = {},
): Promise<Response> {
  const { method, params = {}, id = 1 } = message;
  const isModern = era !== "2025";
  const name = (params as { name?: string }).name;
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": isModern ? era : "2025-11-25",
      ...(isModern && { "mcp-method": method, ...(name !== undefined && { "mcp-name": name }) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...more.headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method,
      params: { ...params, ...(isModern && { _meta: { ...META, ...more.meta } }) },
    }).replace(`"${DEEP}"`, `${"[".repeat(10_000)}${"]".repeat(10_000)}`),
    ...(more.signal && { signal: more.signal }),
  });
}
const call = (args: object): { method: string; params: object } => ({
  method: "tools/call",
  params: { name: "terminal", arguments: args },
});

for (const era of ERAS) {
  describe(`a client of ${era}`, () => {
    it("starts, types, waits and stops, as over stdio; and only sees its own", async () => {
      const { token } = await newToken();
      await using agent = await connectHttpAgent(era, url, token);
      await using other = await connectHttpAgent(era, url, (await newToken()).token);
      if (era !== "2025") expect(agent.protocolVersion).toBe(era);
      expect((await agent.tools()).map(({ name }) => name)).toEqual(["terminal"]);
      expect(await agent.call({ action: "start", command: "exec cat", name: "py" })).toEqual({ text: "py", isError: false });
      expect((await agent.call({ action: "stdin", id: "py", data: "hi\r", wait: "^hi$" })).text).toContain("hi");
      expect((await agent.call({ action: "stream", id: "py", since_last: true })).text).toContain("hi");
      expect((await agent.call({ action: "stream", id: "py", since_last: true })).text).toBe("");
      expect((await other.call({ action: "list" })).text).toBe("No active sessions");
      expect(await other.call({ action: "stdout", id: "py" })).toMatchObject({ isError: true });
      expect((await other.call({ action: "start", command: "exec cat", name: "py" })).text).toBe("py");
      // The same token is the same agent, however it connects.
      await using again = await connectHttpAgent(era === "2025" ? "2026-07-28" : "2025", url, token);
      expect((await again.call({ action: "list" })).text).toContain("py running");
      expect((await agent.call({ action: "stop" })).text).toContain("stopped 1 processes");
      expect((await other.call({ action: "list" })).text).toContain("py running");
      await other.call({ action: "stop" });
    });

    it("H16 hangs up in a wait: since 2026-07-28 it ends within a second, before that it goes on; the session runs on", async () => {
      const { name, token } = await newToken();
      await using agent = await connectHttpAgent(era, url, token);
      await agent.call({ action: "start", command: "exec cat", name: "s" });
      // As many as one agent may have: whether they have ended shows in whether there is room for one more.
      const stop = new AbortController();
      const meta = { progressToken: "p" };
      const wait = call({ action: "wait", id: "s", wait: "never", timeout: 60_000 });
      const waits = Array.from({ length: 32 }, async (_, id) => {
        const response = await post(era, token, { ...wait, id }, { signal: stop.signal, meta });
        await response.text();
      });
      for (const one of waits) one.catch(() => {});
      const isFull = async (): Promise<boolean> =>
        (await agent.call({ action: "wait", id: "s", timeout: 1 })).text.includes("32 waits under way");
      await until("all wait", isFull);
      stop.abort();
      await Promise.allSettled(waits);
      if (era === "2025") {
        const deadline = performance.now() + 1500;
        while (performance.now() < deadline) expect(await isFull()).toBe(true);
      } else {
        await until("they have ended", async () => !(await isFull()), 1000 * slowness());
      }
      const session = (await person.request("session/list", {})).find(({ owner }) => owner.name === name);
      expect(session?.exit).toBeUndefined();
      await agent.call({ action: "stop" });
    });

    it("a wait with a progress token says that it is alive, over a stream", async () => {
      const { token } = await newToken();
      await using agent = await connectHttpAgent(era, url, token);
      await agent.call({ action: "start", command: "exec cat", name: "s" });
      const progress: number[] = [];
      const outcome = await agent.call(
        { action: "wait", id: "s", wait: "never", timeout: 11_000 },
        { onprogress: (one) => progress.push(one.progress), timeout: 60_000 },
      );
      expect(outcome.text).toContain("[timeout @");
      expect(progress).toEqual([1]);
      await agent.call({ action: "stop" });
    });

    it("H14 oversized arguments are refused at once, and the host's memory does not grow", async () => {
      const { token } = await newToken();
      const pid = host.pid;
      const bad: Record<string, object> = {
        elements: { action: "start", list: Array.from({ length: 400_000 }, () => 1) },
        keys: Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, 1])),
        depth: { action: "start", list: DEEP },
      };
      // With the SDK loaded, and everything in it called once.
      await (await post(era, token, call({ action: "list" }))).text();
      const before = residentBytes(pid);
      for (const [what, args] of Object.entries(bad)) {
        const watch = startStopwatch();
        const text = await (await post(era, token, call(args))).text();
        expect(text, what).toContain("-32602");
        expect(watch.ms(), what).toBeLessThan(1000);
      }
      for (const field of ["command", "name", "cwd", "id", "data", "wait", "action"]) {
        const args = { action: "start", command: "x", id: "x", data: "x", [field]: "x".repeat(1024 * 1024) };
        expect((await post(era, token, call(args))).status, field).toBe(413);
      }
      expect(residentBytes(pid) - before).toBeLessThan(50 * 1024 * 1024);
    });

    it("H12 Mcp-Session-Id is ignored and never minted; an unknown method is one", async () => {
      const { token } = await newToken();
      const listed = await post(era, token, { method: "tools/list" }, { headers: { "mcp-session-id": "made-up" } });
      expect(listed.status).toBe(200);
      expect(listed.headers.has("mcp-session-id")).toBe(false);
      const unknown = await post(era, token, { method: "no/such" });
      if (era !== "2025") expect(unknown.status).toBe(404);
      expect(await unknown.text()).toContain("-32601");
    });
  });
}

describe("2026-07-28 on the wire", () => {
  it("H12 what the headers say must be what the body says", async () => {
    const { token } = await newToken();
    const list = { method: "tools/list" };
    for (const headers of [{ "mcp-method": "tools/call" }, { "mcp-protocol-version": "2025-11-25" }] as Record<
      string,
      string
    >[]) {
      const answer = await post("2026-07-28", token, list, { headers });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("-32020");
    }
    const misnamed = await post("2026-07-28", token, call({ action: "list" }), { headers: { "mcp-name": "other" } });
    expect(misnamed.status).toBe(400);
    const future = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    expect(
      (await post("2026-07-28", token, list, { meta: future, headers: { "mcp-protocol-version": "2099-01-01" } })).status,
    ).toBe(400);
  });

  it("H12 a missing version header is an error", async () => {
    const { token } = await newToken();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } });
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    };
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(400);
  });

  it.each(["GET", "DELETE", "PUT", "OPTIONS", "HEAD", "PATCH"])("H12 %s -> 405", async (method) => {
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control/);
  });
});

describe("H15 clients side by side", () => {
  it("H15 two clients of one token and one of another, same request ids, interleaved: each gets its own answers", async () => {
    const shared = (await newToken()).token;
    const clients = [shared, shared, (await newToken()).token].map((token, index) => ({ token, index }));
    await Promise.all(
      clients.map(async ({ token, index }) => {
        for (let id = 0; id < 150; id++) {
          const era = ERAS[id % 2] ?? "2025";
          const text = await (await post(era, token, { ...call({ action: "stdout", id: `none-${index}-${id}` }), id })).text();
          expect(text).toContain(`Process not found: none-${index}-${id}.`);
          expect(text).toMatch(new RegExp(`"id":${id}\\b`));
        }
      }),
    );
  });
});

describe("tiers", () => {
  it("A8 a token that observes reads what is shared with it, and drives nothing", async () => {
    const { name, token } = await newToken("observe");
    await using agent = await connectHttpAgent("2026-07-28", url, token);
    expect(await agent.call({ action: "start", command: "exec cat" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("needs tier 'own', and yours is 'observe'") as string,
    });
    await start(person, "echo seen; exec cat", { id: "shown" });
    expect((await agent.call({ action: "list" })).text).toBe("No active sessions");
    await person.request("session/share", { id: "shown", with: { name } });
    await until("its output", async () => (await agent.call({ action: "stdout", id: "shown" })).text.includes("seen"));
    for (const args of [{ action: "stdin", data: "x" }, { action: "stop" }, { action: "resize", cols: 90, rows: 30 }]) {
      expect((await agent.call({ ...args, id: "shown" })).isError, args.action).toBe(true);
    }
    expect((await agent.call({ action: "stop" })).isError).toBe(true);
    await person.request("session/stop", { id: "shown" });
  });

  it("A8 a token for all drives every session, and still does not end the host", async () => {
    await start(person, "exec cat", { id: "the person's" });
    await using agent = await connectHttpAgent("2025", url, (await newToken("all")).token);
    expect((await agent.call({ action: "stdin", id: "the person's", data: "x\r", wait: "^x$" })).isError).toBe(false);
    expect((await agent.call({ action: "kill-server" })).isError).toBe(true);
    await person.request("session/stop", { id: "the person's" });
  });
});

describe("clients that are less exact than the SDK", () => {
  it("a client that accepts anything, or says nothing about it, is answered", async () => {
    const { token } = await newToken();
    for (const accept of ["*/*", "text/html, */*;q=0.8", "", "application/*, text/*"]) {
      const answer = await post("2025", token, { method: "tools/list" }, { headers: { accept } });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"name":"terminal"') as string]);
    }
    const refused = await post("2025", token, { method: "tools/list" }, { headers: { accept: "text/html" } });
    expect(refused.status).toBe(406);
    await refused.text();
  });

  it("a client that takes only JSON gets the answer as JSON, also where there was progress, and to a batch", async () => {
    const { token } = await newToken();
    const form = (response: Response) => [response.status, response.headers.get("content-type")?.split(";")[0]];
    for (const era of ERAS) {
      for (const accept of ["application/json", "application/*;q=0.9", "text/html, APPLICATION/JSON"]) {
        const more = { headers: { accept }, meta: { progressToken: "p" } };
        const answer = await post(era, token, { ...call({ action: "version" }), id: 7 }, more);
        expect(form(answer), accept).toEqual([200, "application/json"]);
        expect(await answer.json()).toMatchObject({ id: 7, result: { content: [{ text: VERSION }] } });
      }
    }
    const batch = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json",
      "mcp-protocol-version": "2025-03-26",
    };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(batch) });
    expect(form(answer)).toEqual([200, "application/json"]);
    expect(await answer.json()).toMatchObject([{ id: 1 }, { id: 2 }]);
    const notified = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await fetch(url, { method: "POST", headers, body: JSON.stringify(notified) })).status).toBe(202);
  });

  it("a batch of the revision 2025-03-26 is answered, every request in it", async () => {
    const { token } = await newToken();
    const request = (id: number, method: string, params = {}) => ({ jsonrpc: "2.0", id, method, params });
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-03-26",
      },
      body: JSON.stringify([
        request(1, "tools/list"),
        request(2, "ping"),
        request(3, "tools/call", call({ action: "version" }).params),
      ]),
    });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    for (const id of [1, 2, 3]) expect(text).toContain(`"id":${id}`);
    expect(text).toContain(VERSION);
  });

  it("an unknown tool is the error that the protocol has for it", async () => {
    const { token } = await newToken();
    for (const era of ERAS) {
      const answer = await post(era, token, { method: "tools/call", params: { name: "shell", arguments: {} } });
      expect(await answer.text()).toContain('"code":-32602');
    }
  });
});

describe("H22 an end of access", () => {
  it("H22 a revoked token ends what is under way within a second, and opens nothing more; the sessions stay", async () => {
    for (const era of ERAS) {
      const { name, token } = await newToken();
      await using agent = await connectHttpAgent(era, url, token);
      await agent.call({ action: "start", command: "exec cat", name: "left" });
      const waiting = post(era, token, call({ action: "wait", id: "left", wait: "never" })).then((response) => response.text());
      waiting.catch(() => {});
      const watch = startStopwatch();
      await person.request("token/revoke", { name });
      await Promise.allSettled([waiting]);
      expect(watch.ms()).toBeLessThan(1000);
      expect((await post(era, token, { method: "tools/list" })).status).toBe(401);
      const { sessions } = await person.request("host/watch", {});
      expect(sessions.filter(({ owner }) => owner.name === name)).toHaveLength(1);
      expect((await person.request("host/info", {})).clients.some((client) => client.name === name)).toBe(false);
    }
    await person.request("session/stop-all", {});
  });

  it("off is off, at once, and on again", async () => {
    const { token } = await newToken();
    expect(await person.request("http/switch", { on: false })).toEqual({ on: false });
    expect((await post("2025", token, { method: "tools/list" })).status).toBe(404);
    expect(await person.request("http/switch", {})).toEqual({ on: false });
    expect(await person.request("http/switch", { on: true })).toEqual({ on: true, url });
    expect((await post("2025", token, { method: "tools/list" })).status).toBe(200);
  });
});

describe("H21 what is kept", () => {
  it("H21 no token is in the log, the audit, the token file or an answer", async () => {
    const { token } = await newToken();
    await post("2026-07-28", token, { method: "tools/list" });
    await rawRequest(port, {
      method: "POST",
      path: `/mcp?token=${token}`,
      headers: [
        ["Host", `127.0.0.1:${port}`],
        ["Connection", "close"],
      ],
    });
    for (const text of [
      host.log(),
      ...["audit", "tokens"].map((file) => readFileSync(host.home.paths[file as "audit"], "utf8")),
    ]) {
      expect(text).not.toContain(token.slice(6));
    }
  });
});

it("A7 stop without an id ends an agent's own sessions and nobody else's, also of one that reaches all", async () => {
  const { token } = await newToken("all");
  await using agent = await connectHttpAgent("2025", url, token);
  await start(person, "exec cat", { id: "work" });
  await agent.call({ action: "start", command: "exec cat", name: "own" });
  expect((await agent.call({ action: "stop" })).text).toBe("stopped 1 processes");
  expect((await person.request("session/list", {})).map(({ id }) => id)).toContain("work");
  expect((await agent.call({ action: "stop", id: "work" })).text).toContain("stopped work");
});

/** Last, and with a host of its own, because strangers are turned away for a minute after it. */
describe("H5, H8 without a token", () => {
  beforeAll(async () => {
    await host[Symbol.asyncDispose]();
    await serve();
  });

  const isRefused = async (answer: Response): Promise<void> => {
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect((await answer.text()).toLowerCase()).not.toContain("cotty");
  };

  it("H5 none, a wrong one, one in the query or a cookie, one cut short: 401, and a row in the audit", async () => {
    const { token } = await newToken();
    const list = { method: "tools/list" };
    await isRefused(await post("2025", undefined, list));
    await isRefused(await post("2025", "wrong", list));
    await isRefused(await post("2025", token.slice(0, -1), list));
    await isRefused(
      await post("2025", undefined, list, { headers: { cookie: `token=${token}; authorization=Bearer ${token}` } }),
    );
    await isRefused(await post("2025", undefined, list, { headers: { authorization: `Basic ${token}` } }));
    const inQuery = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    await isRefused(await fetch(`${url}?token=${token}&access_token=${token}`, inQuery));
    const rows = readAudit(host.home.paths.audit, 100).filter(({ method }) => method === "mcp");
    expect(rows.map(({ decision, client }) => `${client} ${decision}`)).toEqual(
      Array.from({ length: 6 }, () => "HTTP unauthorized"),
    );
  });

  it("H8 after ten wrong ones in a minute no more are answered or written down; who has a token gets in all the same", async () => {
    const { token } = await newToken();
    const list = { method: "tools/list" };
    for (let n = 0; n < 4; n++) await isRefused(await post("2025", `wrong ${n}`, list));
    for (let n = 0; n < 100; n++) {
      const locked = await post("2025", `${token.slice(0, -3)}${100 + n}`, list);
      expect(locked.status).toBe(429);
      expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
      await locked.text();
    }
    expect((await post("2025", token, list)).status).toBe(200);
    await person.request("token/revoke", { name: `agent ${tokens}` });
    expect((await post("2025", token, list)).status).toBe(429);
    expect(readAudit(host.home.paths.audit, 1000).filter(({ method }) => method === "mcp")).toHaveLength(10);
    expect((await person.request("host/info", {})).pid).toBe(host.pid);
  });
});
