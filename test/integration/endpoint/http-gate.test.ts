/** Who may talk to the loopback server at all, and what it gives away to those who may not. */
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { rawRequest, type RawAnswer } from "../../support/raw-http.ts";
import { startTestEndpoint, type TestEndpoint } from "../../support/http-endpoint.ts";

let endpoint: TestEndpoint;
beforeAll(async () => {
  endpoint = await startTestEndpoint();
});
afterAll(() => endpoint[Symbol.asyncDispose]());

/** What a form or a page may send, and JSON in bytes that would be read as others. */
const REFUSED_TYPES = [
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "",
  "application/json; charset=utf-16",
  'application/json;CHARSET="UTF-16LE"',
  "application/json; charset=utf-8; charset=utf-16",
  "application/json; charset=",
];

type Headers = [string, string][];

const HANDSHAKE: Headers = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
];

/** The same request to every route of the server's own table, with a code that must stay unused. */
async function askEveryRoute(headers: Headers): Promise<{ name: string; answer: RawAnswer }[]> {
  const answers = [];
  for (const { method, path } of endpoint.http.routes) {
    const code = endpoint.newCode();
    const body = method === "POST" ? JSON.stringify({ code }) : "";
    const extra: Headers = method === "UPGRADE" ? HANDSHAKE : [["Connection", "close"]];
    if (method === "POST") extra.push(["Content-Type", "application/json"], ["Content-Length", String(body.length)]);
    const answer = await rawRequest(endpoint.port, {
      method: method === "UPGRADE" ? "GET" : method,
      path,
      headers: [...headers, ...extra],
      body,
    });
    answers.push({ name: `${method} ${path}`, answer });
    if (method === "POST") expect((await endpoint.postSession(body)).status, "the code is still good").toBe(200);
  }
  expect(answers.map(({ name }) => name)).toEqual(expect.arrayContaining(["GET /", "POST /session", "POST /mcp", "UPGRADE /ws"]));
  return answers;
}

function expectRefused(answers: { name: string; answer: RawAnswer }[], status: number): void {
  for (const { name, answer } of answers) {
    expect(answer.status, name).toBe(status);
    expect(answer.body.length, name).toBeLessThanOrEqual(200);
    expect(answer.text.toLowerCase(), name).not.toContain("cotty");
    expect(answer.text.toLowerCase(), name).not.toContain("access-control");
  }
  expect(endpoint.accepted).toHaveLength(0);
  expect(endpoint.served).toHaveLength(0);
  expect(endpoint.refused(), "the gate comes before the token").toBe(0);
}

describe("H1 the Host is ours to the letter, on every route", () => {
  test.each([
    "evil.com",
    "evil.com:PORT",
    "127.0.0.1.evil.com:PORT",
    "localhost:9999",
    "localhost",
    "127.0.0.1",
    "[::]:PORT",
    "0.0.0.0:PORT",
    "localhost.:PORT",
    "LOCALHOST:PORT",
    "user@localhost:PORT",
    "",
  ])("H1 Host %j -> 403", async (host) => {
    expectRefused(await askEveryRoute([["Host", host.replace("PORT", String(endpoint.port))]]), 403);
  });

  test("H1 no Host -> 403", async () => {
    expectRefused(await askEveryRoute([]), 403);
  });

  test("H1 two Hosts -> 400, even if both are ours", async () => {
    const own: [string, string] = ["Host", `localhost:${endpoint.port}`];
    expectRefused(await askEveryRoute([own, own]), 400);
    expectRefused(await askEveryRoute([own, ["Host", "evil.com"]]), 400);
  });

  test("H1 a forwarded Host counts for nothing", async () => {
    const headers: Headers = [
      ["Host", "evil.com"],
      ["X-Forwarded-Host", `localhost:${endpoint.port}`],
      ["Forwarded", `host=localhost:${endpoint.port}`],
    ];
    expectRefused(await askEveryRoute(headers), 403);
  });

  test.each(["127.0.0.1", "localhost", "[::1]"])("the window is served under %s", async (name) => {
    const answer = await rawRequest(endpoint.port, {
      headers: [
        ["Host", `${name}:${endpoint.port}`],
        ["Connection", "close"],
      ],
    });
    expect(answer.status).toBe(200);
  });
});

describe("H2 an Origin is our own, on every route", () => {
  test.each([
    "http://evil.com",
    "null",
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "https://localhost:PORT",
    "http://localhost:PORT.evil.com",
    "http://127.0.0.1:PORT",
    "file://",
    "chrome-extension://x",
    "HTTP://LOCALHOST:PORT",
    "http://LOCALHOST:PORT",
    "http://localhost.:PORT",
    "http://localhost:PORT/",
    "",
  ])("H2 Origin %j -> 403", async (origin) => {
    const port = String(endpoint.port);
    const headers: Headers = [
      ["Host", `localhost:${port}`],
      ["Origin", origin.replace("PORT", port)],
    ];
    expectRefused(await askEveryRoute(headers), 403);
  });

  test.each(["cross-site", "same-site", "nonsense"])("H2 Sec-Fetch-Site %s -> 403", async (site) => {
    const headers: Headers = [
      ["Host", `localhost:${endpoint.port}`],
      ["Sec-Fetch-Site", site],
    ];
    expectRefused(await askEveryRoute(headers), 403);
  });
});

describe("H7 loopback only", () => {
  test("H7 another address of this machine is not served", async (context) => {
    const address = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry && !entry.internal && entry.family === "IPv4")?.address;
    if (address === undefined) return context.skip("this machine has no other address");
    const outcome = await new Promise((resolve) => {
      const socket = connect({ host: address, port: endpoint.port });
      socket.on("connect", () => resolve("connected"));
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(outcome).toBe("ECONNREFUSED");
  });
});

describe("what is asked for, and how", () => {
  const ask = (method: string, path: string, headers: Headers = [], body: string | Iterable<Buffer> = ""): Promise<RawAnswer> =>
    rawRequest(endpoint.port, {
      method,
      path,
      headers: [["Host", `localhost:${endpoint.port}`], ["Connection", "close"], ...headers],
      body,
    });

  let agents = 0;
  const agentToken = (): [string, string] => {
    const { token } = endpoint.tokens.create(`agent ${++agents}`, "own");
    return ["Authorization", `Bearer ${token}`];
  };

  test.each(["DELETE", "PUT", "OPTIONS", "POST", "TRACE"])("H12 %s / -> 405", async (method) => {
    const answer = await ask(method, "/");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET");
  });

  test("a plain GET of the WebSocket's path -> 426", async () => {
    expect((await ask("GET", "/ws")).status).toBe(426);
  });

  test.each(["/session", "/", "/nowhere"])("an upgrade of %s is refused", async (path) => {
    const answer = await rawRequest(endpoint.port, { path, headers: [["Host", `localhost:${endpoint.port}`], ...HANDSHAKE] });
    expect([404, 405]).toContain(answer.status);
  });

  test.each(REFUSED_TYPES)("H10 Content-Type %j -> 415 before anything is read", async (type) => {
    const code = endpoint.newCode();
    const body = JSON.stringify({ code });
    const headers: Headers = [["Content-Length", String(body.length)]];
    if (type !== "") headers.push(["Content-Type", type]);
    expect((await ask("POST", "/session", headers, body)).status).toBe(415);
    expect((await endpoint.postSession(body)).status).toBe(200);
  });

  test.each(REFUSED_TYPES)("H10 Content-Type %j to /mcp -> 415, with a good token", async (type) => {
    const headers: Headers = [["Content-Length", "2"], agentToken()];
    if (type !== "") headers.push(["Content-Type", type]);
    expect((await ask("POST", "/mcp", headers, "{}")).status).toBe(415);
    expect(endpoint.served).toHaveLength(0);
  });

  test.each([
    "application/json; charset=utf-8",
    'application/json;profile=x; Charset="UTF-8"',
    "APPLICATION/JSON",
    "application/json;",
  ])("H10 Content-Type %j is JSON in UTF-8", async (type) => {
    const body = JSON.stringify({ code: endpoint.newCode() });
    const headers: Headers = [
      ["Content-Length", String(body.length)],
      ["Content-Type", type],
    ];
    expect((await ask("POST", "/session", headers, body)).status).toBe(200);
  });

  test.each(["/session", "/mcp"])("H11 a body for %s that is too long -> 413 at once", async (path) => {
    const good: Headers = [["Content-Type", "application/json"], agentToken()];
    const declared = await ask("POST", path, [...good, ["Content-Length", String(1024 * 1024 + 1)]], "{");
    expect(declared.status).toBe(413);
    const chunk = Buffer.alloc(64 * 1024, "x");
    const framed = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
    const before = process.memoryUsage().rss;
    const chunked = await ask("POST", path, [...good, ["Transfer-Encoding", "chunked"]], Array<Buffer>(1600).fill(framed));
    expect(chunked.status).toBe(413);
    expect(endpoint.served).toHaveLength(0);
    // The sender's own hundred megabytes wait in this process too, in one buffer used 1 600 times.
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  // Such a client (Python's requests is one) never sees the answer of a server that has closed the connection by then.
  test.each([
    ["/mcp", 403, () => [["Host", "evil.com"]]],
    ["/mcp", 401, () => [["Authorization", "Bearer nobody"]]],
    ["/mcp", 415, () => [agentToken(), ["Content-Type", "text/plain"]]],
    ["/mcp", 413, () => [agentToken()]],
    ["/session", 413, () => []],
    ["/nothing", 404, () => []],
  ] as [string, number, () => Headers][])(
    "a client that reads only when it has sent its body to %s reads %d",
    async (path, status, headers) => {
      const body = Buffer.alloc(2 * 1024 * 1024, "x");
      const own = new Map([["Host", `127.0.0.1:${endpoint.port}`], ["Content-Type", "application/json"], ...headers()]);
      const socket = connect({ host: "127.0.0.1", port: endpoint.port });
      onTestFinished(() => void socket.destroy());
      const lines = [...own, ["Content-Length", String(body.length)]].map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
      for (let at = 0; at < body.length; at += 16_384) {
        await new Promise<void>((resolve, reject) =>
          socket.write(body.subarray(at, at + 16_384), (error) => (error ? reject(error) : resolve())),
        );
        // The server is in this process, and has its turn.
        await setImmediate();
      }
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    },
  );

  test("H11 an encoded body is not decoded", async () => {
    const headers: Headers = [
      ["Content-Type", "application/json"],
      ["Content-Encoding", "gzip"],
      ["Content-Length", "2"],
    ];
    expect((await ask("POST", "/session", headers, "{}")).status).toBe(415);
  });

  test("no body is invited before the gate", async () => {
    const headers: Headers = [
      ["Expect", "100-continue"],
      ["Content-Length", "2"],
      ["Content-Type", "application/json"],
    ];
    const foreign = await rawRequest(endpoint.port, {
      method: "POST",
      path: "/session",
      headers: [["Host", "evil.com"], ...headers],
    });
    expect(foreign.status).toBe(403);
    expect((await ask("POST", "/session", headers)).status).toBe(417);
  });

  test("H17 nothing outside the window's files is ever served", async () => {
    const roots = [
      "/..",
      "/../..",
      "/assets/..",
      "/%2e%2e",
      "/%2e%2e%2f",
      "/..%5c",
      "/..\\",
      "/C:",
      "//",
      "/.",
      "/assets/%00/..",
      "/./",
    ];
    const names = ["outside.txt", "%6futside.txt", "etc/passwd", "assets/link.txt", "index.html%00.txt"];
    const paths = roots.flatMap((root) => names.flatMap((name) => [`${root}/${name}`, `${root}${name}`, `${root}%2f${name}`]));
    paths.push("/assets/link.txt", "/assets", "/assets/", "/package.json", `/${"a".repeat(10_000)}`, "http://evil.com/", "*");
    for (const path of paths) expect((await ask("GET", path)).status, path).toBe(404);
  });

  test("H18 every answer carries the headers", async () => {
    const answers = [
      await ask("GET", "/"),
      await ask("GET", "/assets/main-1.js"),
      await ask("GET", "/nowhere"),
      await ask("POST", "/session"),
      await rawRequest(endpoint.port, { headers: [["Host", "evil.com"]] }),
      await rawRequest(endpoint.port, { path: "/ws", headers: [["Host", "evil.com"], ...HANDSHAKE] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 415, 403, 403]);
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
          "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
    expect(answers[1]?.headers.get("cache-control")).toContain("immutable");
    expect(answers[1]?.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  describe("with an offer of HTTP/2, as by curl --http2 and Java's client", () => {
    const offer: Headers = [
      ["Connection", "Upgrade, HTTP2-Settings"],
      ["Upgrade", "h2c"],
      ["HTTP2-Settings", "AAMAAABkAAQCAAAAAAIAAAAA"],
    ];
    const offered = (
      method: string,
      path: string,
      headers: Headers = [],
      body: string | Iterable<string> = "",
    ): Promise<RawAnswer> =>
      rawRequest(endpoint.port, {
        ...{ method, path, body },
        headers: [["Host", `localhost:${endpoint.port}`], ...offer, ...headers],
      });
    const json: [string, string] = ["Content-Type", "application/json"];

    test("a request is served as if there were none", async () => {
      const window = await offered("GET", "/");
      expect(window).toMatchObject({ status: 200, body: (await ask("GET", "/")).body });
      expect((await offered("GET", "/nowhere")).status).toBe(404);
      expect((await offered("DELETE", "/")).status).toBe(405);
      expect((await offered("GET", "/ws")).status).toBe(426);
    });

    test("its body is read, in one piece or in many", async () => {
      const body = JSON.stringify({ code: endpoint.newCode() });
      const whole = await offered("POST", "/session", [json, ["Content-Length", String(body.length)]], body);
      expect(JSON.parse(whole.body)).toEqual({ token: expect.any(String) as string });
      const pieces = JSON.stringify({ code: endpoint.newCode() }).match(/.{1,9}/g) ?? [];
      const chunks = [...pieces, ""].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
      const chunked = await offered("POST", "/session", [json, ["Transfer-Encoding", "chunked"]], chunks);
      expect(chunked.body).toContain("token");
      const before = endpoint.served.length;
      const mcp = await offered("POST", "/mcp", [json, agentToken(), ["Content-Length", "2"]], "{}");
      expect(mcp.status).toBe(200);
      expect(endpoint.served.slice(before)).toMatchObject([{ body: "{}" }]);
    });

    test("a body that is too long is refused", async () => {
      const headers: Headers = [json, agentToken(), ["Content-Length", String(1024 * 1024 + 1)]];
      expect((await offered("POST", "/mcp", headers, "{")).status).toBe(413);
    });

    test("the gate is the same", async () => {
      for (const path of ["/", "/ws"]) {
        const foreign = await rawRequest(endpoint.port, { path, headers: [["Host", "evil.com"], ...offer] });
        expect(foreign.status).toBe(403);
      }
    });

    test("a client that has ended its side is answered, and one that has sent more is told that nothing else is", async () => {
      const request = [["Host", `localhost:${endpoint.port}`], ...offer].map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = connect({ host: "127.0.0.1", port: endpoint.port });
      let answers = "";
      socket.on("data", (chunk) => (answers += chunk.toString()));
      socket.end(`GET / HTTP/1.1\r\n${request.join("")}\r\n`.repeat(2));
      await new Promise((resolve) => socket.on("close", resolve));
      expect(answers.match(/^HTTP\/1\.1 200 OK\r$/gm)).toHaveLength(1);
      expect(answers).toMatch(/^connection: close\r$/im);
    });
  });
});
