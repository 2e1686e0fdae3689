/** H23 (docs/threats.md): a share link attacked through a real host. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { METHOD_RULES } from "../../../electron/host/access/method-rules.ts";
import type { Client } from "../../../shared/client.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { createHome, type Home } from "../../support/home.ts";
import { openSocket, type TestSocket } from "../../support/http-endpoint.ts";
import { screenText, start, startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

const OTHER = "another-persons-secret-name";
const VIEWER_METHODS = ["host/watch", "session/attach", "session/detach"];

let home: Home;
let host: TestHost;
let window: Client;
let port: number;
let token: string;
let link: string;
let ids = 10;

beforeEach(async () => {
  home = createHome();
  // Every client of such a host sees all sessions; a link must not.
  mkdirSync(dirname(home.paths.settings), { recursive: true });
  writeFileSync(home.paths.settings, '{ "flatSessions": true }');
  host = await startTestHost({ home, args: ["--port", "0"] });
  window = await host.connect("window", "You");
  await start(window, "echo shown; cat", { id: "shown", cwd: home.root });
  await start(window, "cat", { id: OTHER });
  const created = await window.request("link/create", { id: "shown" });
  const url = new URL(created.url);
  [port, token, link] = [Number(url.port), url.hash.replace("#link=", ""), created.id];
  expect(url.pathname).toBe("/watch.html");
  expect(created.expiresAtMs - created.createdAtMs).toBe(3_600_000);
});

afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** Sends a request; resolves with its answer, past all events. */
async function ask(socket: TestSocket, method: string, params: object): Promise<Record<string, unknown>> {
  const id = ids++;
  socket.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  for (;;) {
    const message = await socket.next();
    if (message["id"] === id) return message;
  }
}

async function watch(kind = "window"): Promise<TestSocket> {
  const socket = await openSocket(port);
  await ask(socket, "host/hello", { protocol: 1, token, client: { name: "You", kind } });
  return socket;
}

describe("whatever the page says that it is", () => {
  test.each(["window", "attach", "cli", "mcp", "script"])(
    "H23 a viewer that calls itself %s sees one session and may only watch",
    async (kind) => {
      const socket = await watch(kind);
      const seen = await ask(socket, "host/watch", {});
      expect(seen["result"]).toMatchObject({ sessions: [{ id: "shown", command: "", cwd: "", pid: 0 }] });
      expect((seen["result"] as { clients: unknown[] }).clients).toEqual([
        expect.objectContaining({ name: "Share link", kind: "script" }),
      ]);
      expect(JSON.stringify(seen)).not.toContain(OTHER);
      expect(JSON.stringify(seen)).not.toContain(home.root);
      const typing = [
        ["session/write", { id: "shown", input: [{ text: "typed" }] }],
        ["session/steps", { id: "shown", steps: [{ input: [{ text: "typed" }] }] }],
        ["lease/acquire", { id: "shown", takeover: true }],
        ["session/resize", { id: "shown", size: { cols: 20, rows: 5 } }],
        ["session/kill", { id: "shown" }],
        ["session/stop", { id: "shown" }],
        ["session/stop-all", {}],
        ["session/create", { command: "touch /tmp/x" }],
        ["session/screen", { id: OTHER }],
        ["session/inputs", { id: "shown" }],
        ["recording/list", {}],
        ["tiles/subscribe", { ids: ["shown", OTHER], intervalMs: 100 }],
        ["link/create", { id: "shown" }],
        ["token/list", {}],
        ["window/open", {}],
        ["mcp/open", {}],
        ["host/shutdown", {}],
      ] as const;
      for (const [method, params] of typing) {
        expect([method, await ask(socket, method, params)]).toMatchObject([method, { error: { data: { code: "forbidden" } } }]);
      }
      expect((await window.request("session/list", {})).map(({ id, size }) => [id, size.cols])).toEqual([
        ["shown", 80],
        [OTHER, 80],
      ]);
      expect(await screenText(window, "shown")).toBe("shown");
      socket.socket.close();
    },
  );

  test("H23 every method but three is refused, with any parameters", async () => {
    const socket = await watch();
    for (const method of Object.keys(METHOD_RULES).filter((one) => !VIEWER_METHODS.includes(one))) {
      const answer = await ask(socket, method, { id: "shown" });
      expect([method, answer["result"]]).toEqual([method, undefined]);
      expect(["forbidden", "bad-request"]).toContain((answer["error"] as { data: { code: string } }).data.code);
    }
    socket.socket.close();
  });

  test("H23 another session is answered as one that does not exist, and its changes are not told", async () => {
    const socket = await watch();
    await ask(socket, "host/watch", {});
    const heard: string[] = [];
    socket.socket.on("message", (data: Buffer) => heard.push(data.toString()));
    for (const params of [{ id: OTHER }, { id: "shown", within: OTHER }]) {
      const answer = await ask(socket, "session/attach", params);
      expect(answer).toMatchObject({ error: { data: { code: "no-such-session" } } });
      expect((answer["error"] as { message: string }).message).not.toContain(`readable: ${OTHER}`);
    }
    await window.request("session/write", { id: OTHER, input: [{ text: "private" }, { key: "Enter" }] });
    await until("the other session has printed", async () => (await screenText(window, OTHER)).includes("private"));
    await window.request("session/stop", { id: OTHER });
    const { result } = await ask(socket, "session/attach", { id: "shown" });
    expect((result as { screen: string }).screen).toContain("shown");
    await window.request("session/write", { id: "shown", input: [{ text: "for all" }, { key: "Enter" }] });
    await until("the shown session's output arrives", () => heard.some((text) => text.includes("for all")));
    expect(heard.join("")).not.toContain("private");
    socket.socket.close();
  });
});

test("H23 it learns no names from the state of its session", async () => {
  const agent = await host.connect("mcp", "Agent Smith");
  const person = await host.connect("cli", "Ada");
  await start(window, "bash -c 'read -s x; exec cat'", { id: "asks" });
  token = new URL((await window.request("link/create", { id: "asks" })).url).hash.replace("#link=", "");
  const socket = await watch();
  const attention = async (): Promise<unknown> => {
    const seen = (await ask(socket, "host/watch", {}))["result"] as { sessions: { attention: unknown }[] };
    return seen.sessions[0]?.attention;
  };
  const asked = agent.request("secret/ask", { id: "asks", purpose: "the token" });
  const isAsking = ({ attention: { reason } }: SessionInfo): boolean => reason === "Agent Smith asks for: the token";
  await until("the request", async () => (await window.request("session/list", {})).some(isAsking));
  expect(await attention()).toEqual({ state: "waiting", reason: "asks for a secret" });
  const isRefused = expect(asked).rejects.toMatchObject({ code: "session-frozen" });
  await person.request("session/freeze", { id: "asks" });
  await isRefused;
  expect(await attention()).toEqual({ state: "idle", reason: "frozen" });
  socket.socket.close();
});

describe("when it is over", () => {
  test("H23 revoked: what it opened closes, and it opens nothing any more", async () => {
    const socket = await watch();
    expect(await window.request("link/list", {})).toEqual([expect.objectContaining({ id: link, session: "shown" })]);
    expect(JSON.stringify(await window.request("link/list", {}))).not.toContain(token);
    await window.request("link/revoke", { link });
    expect(await socket.closed).toBe(4401);
    const late = await openSocket(port);
    const answer = await ask(late, "host/hello", { protocol: 1, token, client: { name: "x", kind: "script" } });
    expect(answer).toMatchObject({ error: { data: { code: "unauthorized" } } });
    await expect(window.request("link/revoke", { link })).rejects.toThrow("There is no such share link any more");
  });

  test("H23 with another link it cannot outlive its own", async () => {
    const socket = await watch();
    const other = new URL((await window.request("link/create", { id: OTHER })).url).hash.replace("#link=", "");
    const answer = await ask(socket, "host/hello", { protocol: 1, token: other, client: { name: "x", kind: "script" } });
    expect(answer).toMatchObject({ error: { message: "host/hello was said already" } });
    await window.request("link/revoke", { link });
    expect(await socket.closed).toBe(4401);
  });

  test("H23 it expires, and it ends with its session", async () => {
    const short = await window.request("link/create", { id: "shown", lifetimeMs: 1000 });
    const socket = await openSocket(port);
    token = new URL(short.url).hash.replace("#link=", "");
    await ask(socket, "host/hello", { protocol: 1, token, client: { name: "x", kind: "script" } });
    expect(await socket.closed).toBe(4401);
    await window.request("session/stop", { id: "shown" });
    expect(await window.request("link/list", {})).toEqual([]);
  });
});

test("H23 its token is good for the link alone: not for the window, not for MCP, not from another origin", async () => {
  const origin = `http://127.0.0.1:${port}`;
  const json = { "content-type": "application/json" };
  const session = await fetch(`${origin}/session`, { method: "POST", headers: json, body: JSON.stringify({ code: token }) });
  expect(session.status).toBe(401);
  const mcp = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { ...json, authorization: `Bearer ${token}` },
    body: "{}",
  });
  expect([401, 403, 404]).toContain(mcp.status);
  await expect(openSocket(port, { origin: "http://evil.example" })).rejects.toThrow("refused with 403");
  await expect(openSocket(port, { host: "evil.example" })).rejects.toThrow("refused with 403");
});

test("H23 only a person makes, lists and ends links", async () => {
  for (const kind of ["script", "cli", "mcp"] as const) {
    const client = await host.connect(kind);
    await expect(client.request("link/create", { id: "shown" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(client.request("link/list", {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(client.request("link/revoke", { link })).rejects.toMatchObject({ code: "forbidden" });
  }
});
