/** The desktop app's way to the host, without Electron. */
import { expect, test } from "vitest";
import { HostLink, type StartOutcome } from "../../../electron/desktop/host-link.ts";
import type { Message, Transport } from "../../../shared/transport.ts";
import { testTransportPair } from "../../support/transport-pair.ts";

type Stand = { link: HostLink; accepted: Transport[]; calls: string[]; running: { id: string }[]; shutDown: () => void };

/** A link whose attempts to host end as told, one after the other; `connect` leads to the given transport. */
function createLink(outcomes: ("hosting" | "taken" | Error)[], hosts: Transport[] = []): Stand {
  const accepted: Transport[] = [];
  const calls: string[] = [];
  const running: { id: string }[] = [];
  let shutDown = (): void => {};
  const startHost = (): Promise<StartOutcome> => {
    const outcome = outcomes.shift() ?? "hosting";
    calls.push("start");
    if (outcome instanceof Error) return Promise.reject(outcome);
    if (outcome === "taken") return Promise.resolve({ kind: "taken" });
    return Promise.resolve({
      kind: "hosting",
      accept: (transport, authenticate) => void (authenticate("") && accepted.push(transport)),
      running: () => running,
      shutdownRequested: new Promise<void>((resolve) => (shutDown = resolve)),
      close: async () => void calls.push("close"),
    });
  };
  const connect = (): Promise<{ transport: Transport; token: string }> => {
    const transport = hosts.shift();
    return transport ? Promise.resolve({ transport, token: "secret" }) : Promise.reject(new Error("no host"));
  };
  return { link: new HostLink({ startHost, connect }), accepted, calls, running, shutDown: () => shutDown() };
}

/** The window's two ends: what the page holds, and what the app serves. */
const createWindow = testTransportPair;

function next(transport: Transport): Promise<Message> {
  return new Promise((resolve) => {
    const subscription = transport.onMessage((message) => {
      subscription[Symbol.dispose]();
      resolve(message);
    });
  });
}

function closed(transport: Transport): Promise<unknown> {
  return new Promise((resolve) => transport.onClose(resolve));
}

test("a host in this process serves every window, and is started once", async () => {
  const { link, accepted, calls } = createLink(["hosting"]);
  const [, first] = createWindow();
  const [, second] = createWindow();
  await Promise.all([link.start(), link.serve(first), link.serve(second)]);
  expect(accepted).toEqual([first, second]);
  await link.stop();
  expect(calls).toEqual(["start", "close"]);
});

test("a host elsewhere gets the window's messages, with its token in the hello and in nothing else", async () => {
  const [hostEnd, ours] = testTransportPair();
  const { link } = createLink(["taken"], [ours]);
  const [page, window] = createWindow();
  await link.serve(window);
  page.send({ jsonrpc: "2.0", id: 1, method: "host/hello", params: { protocol: 1, token: "" } });
  expect(await next(hostEnd)).toEqual({ jsonrpc: "2.0", id: 1, method: "host/hello", params: { protocol: 1, token: "secret" } });
  page.send({ jsonrpc: "2.0", id: 2, method: "session/list", params: {} });
  expect(await next(hostEnd)).toEqual({ jsonrpc: "2.0", id: 2, method: "session/list", params: {} });
  hostEnd.send({ jsonrpc: "2.0", id: 2, result: [] });
  expect(await next(page)).toEqual({ jsonrpc: "2.0", id: 2, result: [] });
});

test("when the host elsewhere ends, the window hears it, and the next connection tries to host", async () => {
  const [hostEnd, ours] = testTransportPair();
  const { link, accepted } = createLink(["taken", "hosting"], [ours]);
  const [page, window] = createWindow();
  await link.serve(window);
  const heard = closed(page);
  hostEnd.close();
  await heard;
  const [, again] = createWindow();
  await link.serve(again);
  expect(accepted).toEqual([again]);
});

test("a window that closes ends its connection to the host elsewhere", async () => {
  const [hostEnd, ours] = testTransportPair();
  const { link } = createLink(["taken"], [ours]);
  const [page, window] = createWindow();
  await link.serve(window);
  const heard = closed(hostEnd);
  page.close();
  await expect(heard).resolves.toHaveProperty("reason");
});

test.each([
  ["could not start", [new Error("unsafe"), "hosting"] as const],
  ["was taken by one that is gone", ["taken", "hosting"] as const],
])("a host that %s is tried again for the next connection", async (_what, outcomes) => {
  const { link, accepted } = createLink([...outcomes]);
  const [, window] = createWindow();
  await expect(link.serve(window)).rejects.toThrow();
  await link.serve(window);
  expect(accepted).toEqual([window]);
});

test("the programs that end with this process are those that run now, in a host of its own", async () => {
  const { link, running, shutDown } = createLink(["hosting"]);
  expect(link.running).toEqual([]);
  await link.start();
  running.push({ id: "build" });
  expect(link.running).toEqual(["build"]);
  running.pop();
  expect(link.running).toEqual([]);
  running.push({ id: "build" });
  shutDown();
  await expect.poll(() => link.running).toEqual([]);
});

test("a host that is asked to end is closed, and stays ended until a person asks for a new one", async () => {
  const { link, accepted, calls, shutDown } = createLink(["hosting", "hosting"]);
  await link.start();
  expect(link.isHosting).toBe(true);
  shutDown();
  await expect.poll(() => calls).toEqual(["start", "close"]);
  expect(link.isHosting).toBe(false);
  const [, window] = createWindow();
  const served = link.serve(window);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(["start", "close"]);
  link.resume();
  await served;
  expect(calls).toEqual(["start", "close", "start"]);
  expect(accepted).toEqual([window]);
});

test("a host elsewhere that was ended by somebody is not replaced either, until a person asks", async () => {
  const [hostEnd, ours] = testTransportPair();
  const { link, accepted, calls } = createLink(["taken", "hosting"], [ours]);
  const [page, window] = createWindow();
  await link.serve(window);
  const heard = closed(page);
  link.hold();
  hostEnd.close();
  await heard;
  const [, again] = createWindow();
  const served = link.serve(again);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(["start"]);
  link.resume();
  await served;
  expect(accepted).toEqual([again]);
});

test("quitting while the host ends as it was asked to waits for that end", async () => {
  let finish = (): void => {};
  const link = new HostLink({
    startHost: () =>
      Promise.resolve({
        kind: "hosting",
        accept: () => {},
        running: () => [],
        shutdownRequested: Promise.resolve(),
        close: () => new Promise<void>((resolve) => (finish = resolve)),
      }),
    connect: () => Promise.reject(new Error("no host")),
  });
  await link.start();
  await new Promise((resolve) => setImmediate(resolve));
  let stopped = false;
  const stop = link.stop().then(() => (stopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  finish();
  await stop;
});

test("a page that does not read from a host elsewhere is cut off before its backlog fills the memory", async () => {
  const [hostEnd, ours] = testTransportPair();
  const { link } = createLink(["taken"], [ours]);
  const sent: Message[] = [];
  const size = 1024 * 1024;
  const [, window] = createWindow();
  const frozen: Transport = {
    ...{ send: (message) => void sent.push(message), close: () => window.close() },
    ...{ onMessage: window.onMessage, onClose: window.onClose, onDrain: window.onDrain },
    get bufferedAmount() {
      return sent.length * size;
    },
  };
  await link.serve(frozen);
  const cut = closed(hostEnd);
  for (let i = 0; i < 40; i++) hostEnd.send({ i });
  await cut;
  expect(sent.length).toBeLessThanOrEqual(17);
});
