/** A client that misbehaves harms only itself (terminalcp's defect 1, F7); two clients side by side. Codes: docs/threats.md. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { RawSocket } from "../../support/raw-socket.ts";
import {
  exitOf,
  residentBytes,
  screenText,
  start,
  startTestHost,
  type TestHost,
  waitForScreen,
} from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect();
});
afterAll(() => host[Symbol.asyncDispose]());

describe("terminalcp's defect 1: malformed lines", () => {
  const LINES = [
    "null",
    "[]",
    "42",
    '"text"',
    "{",
    "\u0000\u0001",
    '{"id":"1"}',
    '{"id":1}',
    '{"id":1,"method":null}',
    '{"id":1,"method":"session/list","params":null}',
    '{"id":1,"method":"session/list","params":[]}',
    '{"id":1,"method":"session/write","params":{"id":"x","input":null}}',
    '{"id":{},"method":"session/list"}',
    '{"id":1e99,"method":"session/list"}',
    '{"id":9,"method":"toString"}',
    '{"id":9,"method":"__proto__"}',
    '{"id":9,"method":"constructor"}',
    '{"id":9,"method":"hasOwnProperty"}',
    '{"method":"request/cancel","params":{"request":"x"}}',
    '{"method":"request/cancel"}',
    '{"method":"mcp/message","params":{"message":{}}}',
    '{"method":"nobody/knows","params":{}}',
    '{"method":"tiles/ack","params":{"seq":"x"}}',
    '{"method":"tiles/ack","params":{"seq":1}}',
    "[".repeat(100_000),
    `{"id":1,"method":"session/list","params":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`,
  ];

  for (const kind of [undefined, "script"]) {
    it(`are answered or dropped ${kind ? "after" : "before"} hello, and the host lives on`, async () => {
      const { id } = await start(client, "exec cat");
      for (const line of LINES) {
        using raw = await RawSocket.open(host.home, kind);
        raw.send(`${line}\n`);
        raw.send(new Uint8Array([0xff, 0xfe, 0x0a]));
        // An answer, an error or the end of the connection; never silence that is a hang of the host.
        await until(`a reaction to ${line.slice(0, 60)}`, () => raw.messages.length > (kind ? 1 : 0) || raw.isClosed);
      }
      const { wait } = await client.request("session/write", { id, input: [{ text: "alive\r" }], wait: { pattern: "^alive$" } });
      expect(wait?.ended).toBe("match");
      await client.request("session/stop", { id });
    });
  }

  it("a method of every object's is as unknown as any other", async () => {
    using raw = await RawSocket.open(host.home, "script");
    for (const method of ["toString", "constructor", "__proto__", "nobody/knows"]) {
      expect((await raw.request(method, {})).error).toMatchObject({ code: -32601, data: { code: "bad-request" } });
    }
  });

  it("a request that is wrong says what is wrong with it", async () => {
    await expect(client.request("session/resize", { id: "x", size: { cols: 0, rows: 1e9 } })).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("cols must be at least 2") as string,
    });
    await expect(client.request("session/screen", { id: "nobody" })).rejects.toMatchObject({
      code: "no-such-session",
      message: expect.stringContaining("Process not found: nobody") as string,
    });
  });
});

describe("tiles/ack", () => {
  it("is a notification: each frame follows the acknowledgment of the one before, and no answer comes", async () => {
    const { id } = await start(client, "while read line; do echo shown-$line; done");
    using window = await RawSocket.open(host.home, "window");
    const frames = (): unknown[] =>
      window.messages.flatMap(({ method, params }) => (method === "tiles/frame" ? [params?.["seq"]] : []));
    const acknowledge = (params: unknown): void =>
      window.send(`${JSON.stringify({ jsonrpc: "2.0", method: "tiles/ack", params })}\n`);
    const print = async (line: string): Promise<void> => {
      await client.request("session/write", { id, input: [{ text: `${line}\r` }], wait: { pattern: `shown-${line}` } });
    };
    await window.request("tiles/subscribe", { ids: [id], intervalMs: 50 });
    await until("the first frame", () => frames().length > 0);
    const answered = window.messages.length;
    for (const wrong of [undefined, null, {}, { seq: "1" }, { seq: -1 }, { seq: 1.5 }, []]) acknowledge(wrong);
    await print("one");
    // Several intervals: the frame that must not come would have come.
    await client.request("session/wait", { id, until: { quietMs: 200 } });
    expect(frames()).toEqual([1]);
    acknowledge({ seq: 1 });
    await until("the second frame", () => frames().length > 1);
    expect(frames()).toEqual([1, 2]);
    expect(window.messages.slice(answered).filter(({ error }) => error)).toEqual([]);
    expect((await window.request("tiles/ack", { seq: 2 })).error).toMatchObject({ code: -32601 });
    await client.request("session/stop", { id });
  });
});

describe("F7: a client that never reads", () => {
  it("that asks and asks without reading is dropped", async () => {
    using slow = await RawSocket.open(host.home, "script");
    const { id } = await start(client, "exec seq 1 200000");
    await exitOf(client, id);
    slow.pause();
    const before = residentBytes(host.pid);
    let dropped = false;
    for (let round = 0; round < 60 && !dropped; round++) {
      for (let i = 0; i < 5; i++) slow.post("session/read", { id, since: 0, limit: 500_000 });
      await client.request("session/list", {});
      await waitForScreen(client, id, /200000/);
      dropped = !(await client.request("host/info", {})).clients.some(({ name }) => name === "raw");
    }
    await until("it is gone", async () => !(await client.request("host/info", {})).clients.some(({ name }) => name === "raw"));
    expect(residentBytes(host.pid) - before).toBeLessThan(300 * 1024 * 1024);
    await client.request("session/stop", { id });
  });
});

describe("attaching", () => {
  it("gives a screen, then the output from there on, without a gap, at any moment", async () => {
    const { id } = await start(
      client,
      "for i in $(seq 1 400); do printf 'line %d \\e[3%dmcolor\\e[0m\\n' $i $((i % 8)); sleep 0.002; done",
    );
    const viewers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        // Spread over the run: each attaches when another part of it has been printed.
        await client.request("session/wait", { id, until: { pattern: `^line ${1 + index * 30}\\b` } });
        const viewer = await host.connect("window", `viewer ${index}`);
        const events: { offset: number; end: number }[] = [];
        viewer.on("session/output", ({ offset, text }) => events.push({ offset, end: offset + text.length }));
        const snapshot = await viewer.request("session/attach", { id });
        return { snapshot, events };
      }),
    );
    await exitOf(client, id);
    const end = (await client.request("session/list", {})).find((session) => session.id === id)?.offset ?? 0;
    for (const { snapshot, events } of viewers) {
      await until("all of it", () => (events.at(-1)?.end ?? snapshot.offset) === end);
      let at = snapshot.offset;
      for (const event of events) {
        expect(event.offset).toBe(at);
        at = event.end;
      }
      expect(at).toBe(end);
    }
    await client.request("session/stop", { id });
  });

  it("gives as many rows of the scrollback as are asked for", async () => {
    const { id } = await start(client, "seq 1 3000; echo end; exec cat");
    await waitForScreen(client, id, /end/);
    const viewer = await host.connect("window", "viewer");
    const oldest = async (scrollback?: number): Promise<number> => {
      const { screen, size } = await viewer.request("session/attach", { id, ...(scrollback !== undefined && { scrollback }) });
      const first = Number(/(\d+)\r\n/.exec(screen)?.[1]);
      // The last row of the viewport is blank; the numbers end with the row above it and "end".
      return 3000 - (size.rows - 2) + 1 - first;
    };
    expect(await oldest()).toBe(1000);
    expect(await oldest(0)).toBe(0);
    expect(await oldest(1500)).toBe(1500);
    await client.request("session/stop", { id });
  });

  it("a resize gives every viewer a new screen of that size", async () => {
    const { id } = await start(client, "echo wide; exec cat");
    const viewer = await host.connect("window", "viewer");
    const resyncs: { cols: number; rows: number }[] = [];
    viewer.on("session/resync", ({ size }) => resyncs.push(size));
    // The resize may overtake the attach; the viewer must end up with the right size all the same.
    const [snapshot] = await Promise.all([
      viewer.request("session/attach", { id }),
      client.request("session/resize", { id, size: { cols: 101, rows: 31 } }),
    ]);
    await until("the new size", () => (resyncs.at(-1) ?? snapshot.size).cols === 101);
    expect(resyncs.at(-1) ?? snapshot.size).toEqual({ cols: 101, rows: 31 });
    await client.request("session/stop", { id });
  });

  it("is told of the end of a session, and not of another with its name (terminalcp's defect 20)", async () => {
    const viewer = await host.connect("window", "viewer");
    const closed: string[] = [];
    let output = "";
    viewer.on("session/closed", ({ id }) => closed.push(id));
    viewer.on("session/output", ({ text }) => (output += text));
    await viewer.request("host/watch", {});
    await start(client, "exec cat", { id: "tv" });
    await viewer.request("session/attach", { id: "tv" });
    await client.request("session/stop", { id: "tv" });
    await until("it is told", () => closed.includes("tv"));
    await start(client, "echo something else; exec cat", { id: "tv" });
    await waitForScreen(client, "tv", /something else/);
    expect(output).not.toContain("something else");
    expect(await screenText(client, "tv")).toBe("something else");
    await client.request("session/stop", { id: "tv" });
  });
});
