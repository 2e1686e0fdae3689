/** Both ends of a window's port, joined by a real one: what the page has not read counts as buffered. */
import { MessageChannel as NodeChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { type Port, MainPortTransport as HostEnd } from "../../../electron/desktop/main-port-transport.ts";
import { PagePortTransport as PageEnd } from "../../../renderer/connection/page-port-transport.ts";
import type { Message } from "../../../shared/transport.ts";

/** Node's ports carry what Electron's carry; only the listener gets the value itself instead of an event. */
function openChannel(): { host: HostEnd; page: NodeChannel["port2"]; openPage: () => PageEnd; [Symbol.dispose](): void } {
  const { port1, port2 } = new NodeChannel();
  const port: Port = {
    on: (event: "message" | "close", listener: (message: { data: unknown }) => void) =>
      port1.on(event, (data?: unknown) => listener({ data })),
    start: () => port1.start(),
    close: () => port1.close(),
    postMessage: (message) => port1.postMessage(message),
  };
  const host = new HostEnd(port);
  return {
    host,
    page: port2,
    openPage: () => new PageEnd(port2 as unknown as MessagePort),
    [Symbol.dispose]() {
      host.close();
      port2.close();
    },
  };
}

const output = (chars: number): Message => ({ jsonrpc: "2.0", method: "session/output", params: { text: "x".repeat(chars) } });

test("messages arrive, both ways, in order, and counts are no messages", async () => {
  using channel = openChannel();
  const page = channel.openPage();
  const heard: string[] = [];
  const said: Message[] = [];
  using _heard = page.onMessage(({ method }) => void heard.push(String(method)));
  channel.host.onMessage((message) => void said.push(message));
  for (const method of ["a", "b", "c"]) channel.host.send({ method });
  page.send({ id: 1, method: "d" });
  await expect.poll(() => [heard, said]).toEqual([["a", "b", "c"], [{ id: 1, method: "d" }]]);
  await expect.poll(() => channel.host.bufferedAmount).toBe(0);
});

test("a page that does not read has everything still before it; when it reads, that drains once", async () => {
  using channel = openChannel();
  let drains = 0;
  channel.host.onDrain(() => void (drains += 1));
  for (let i = 0; i < 20; i++) channel.host.send(output(100_000));
  // The port itself has taken everything by now.
  await new Promise((resolve) => setImmediate(resolve));
  expect(channel.host.bufferedAmount).toBeGreaterThan(2_000_000);
  expect(channel.host.bufferedAmount).toBeLessThan(2_010_000);
  expect(drains).toBe(0);
  channel.openPage();
  await expect.poll(() => channel.host.bufferedAmount).toBe(0);
  expect(drains).toBe(1);
});

test("little that is unread drains without an event", async () => {
  using channel = openChannel();
  let drains = 0;
  channel.host.onDrain(() => void (drains += 1));
  channel.host.send(output(100));
  channel.openPage();
  await expect.poll(() => channel.host.bufferedAmount).toBe(0);
  expect(drains).toBe(0);
});

test.each([Number.NaN, -1, 1e9, 0.5, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])(
  "a page that counts %d harms only itself: no more is taken off than was sent",
  async (count) => {
    using channel = openChannel();
    channel.host.send(output(1000));
    channel.page.postMessage(count);
    channel.page.postMessage({ method: "after" });
    await new Promise<void>((resolve) => channel.host.onMessage(() => resolve()));
    expect(channel.host.bufferedAmount).toBeGreaterThanOrEqual(0);
    channel.host.send(output(1000));
    expect(channel.host.bufferedAmount).toBeGreaterThanOrEqual(1000);
  },
);

test.each(["text", null, ["a"], undefined, true])(
  "E3 %o is no message: it is refused with a code and goes nowhere",
  async (data) => {
    using channel = openChannel();
    const got: Message[] = [];
    channel.host.onMessage((message) => void got.push(message));
    const answer = new Promise((resolve) => channel.page.once("message", resolve));
    channel.page.postMessage(data);
    expect(await answer).toMatchObject({ id: null, error: { code: -32700 } });
    expect(got).toEqual([]);
  },
);
