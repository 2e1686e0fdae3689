/** The browser's connection as a transport, with clients that behave badly. */
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAX_FRAME_BYTES } from "../../../shared/framing.ts";
import { openSocket, startTestEndpoint, type TestEndpoint, type TestSocket } from "../../support/http-endpoint.ts";
import { until } from "../../support/until.ts";

let endpoint: TestEndpoint;
beforeEach(async () => {
  endpoint = await startTestEndpoint();
});
afterEach(() => endpoint[Symbol.asyncDispose]());

async function openGreeted(): Promise<TestSocket> {
  const socket = await openSocket(endpoint.port);
  await socket.hello(await endpoint.newToken());
  return socket;
}

test.each(["garbage", "[1]", "null", '"text"', "", "[".repeat(100_000)])(
  "a frame that is no JSON object is answered: %.10j",
  async (frame) => {
    const socket = await openGreeted();
    socket.socket.send(frame);
    expect(await socket.next()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
    socket.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 7, params: { still: "there" } }));
    expect(await socket.next()).toMatchObject({ id: 7, result: { still: "there" } });
  },
);

test("a binary frame is answered as garbage", async () => {
  const socket = await openGreeted();
  socket.socket.send(Buffer.from("{}"), { binary: true });
  expect(await socket.next()).toMatchObject({ id: null, error: { code: -32700 } });
});

test("a frame over 1 MiB ends the connection", async () => {
  const socket = await openGreeted();
  socket.socket.send("x".repeat(MAX_FRAME_BYTES + 1));
  expect(await socket.closed).toBe(1009);
});

test("what a slow reader has not taken shows in bufferedAmount, and onDrain says when it is gone", async () => {
  const socket = await openGreeted();
  const [transport] = endpoint.accepted;
  if (!transport) throw new Error("nothing was accepted");
  socket.socket.pause();
  const text = "x".repeat(256 * 1024);
  for (let i = 0; i < 200; i++) transport.send({ i, text });
  expect(transport.bufferedAmount).toBeGreaterThan(10 * 1024 * 1024);
  const drained = new Promise<void>((resolve) => transport.onDrain(() => transport.bufferedAmount === 0 && resolve()));
  socket.socket.resume();
  for (let i = 0; i < 200; i++) expect((await socket.next())["i"]).toBe(i);
  await drained;
});

test("a closed transport tells once, and drops what is sent", async () => {
  const socket = await openGreeted();
  const [transport] = endpoint.accepted;
  let told = 0;
  transport?.onClose(() => told++);
  transport?.close();
  transport?.close();
  transport?.send({ late: true });
  expect(await socket.closed).toBe(1000);
  expect(told).toBe(1);
});

test("H9 at most 16 sockets wait before their hello; those that have said it do not count", async () => {
  const greeted = await openGreeted();
  const waiting = await Promise.all(Array.from({ length: 16 }, () => openSocket(endpoint.port)));
  await expect(openSocket(endpoint.port)).rejects.toThrow("refused with 503");
  greeted.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 9 }));
  expect(await greeted.next()).toMatchObject({ id: 9 });
  waiting[0]?.socket.terminate();
  await until("its place is free", () => endpoint.open.size === 16);
  await openGreeted();
});

test("F8 clients that vanish in the middle of a handshake or of a frame leave nothing behind", async () => {
  const request =
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  // A frame header that promises 100 bytes, and then two of them.
  const frame = Buffer.from([0x81, 0xe4, 1, 2, 3, 4, 5, 6]);
  for (let i = 0; i < 60; i++) {
    const cut = i % 2 === 0 ? 40 : request.length;
    const socket = connect(endpoint.port, "127.0.0.1").on("error", () => {});
    socket.write(request.slice(0, cut));
    if (cut < request.length) {
      await new Promise((resolve) => socket.once("connect", resolve));
    } else {
      await new Promise((resolve) => socket.once("data", resolve));
      socket.write(frame);
    }
    socket.resetAndDestroy();
  }
  await expect.poll(() => endpoint.open.size).toBe(0);
  expect(endpoint.accepted).toHaveLength(30);
  await openGreeted();
});
