import { expect, onTestFinished, test } from "vitest";
import { OutputFollower } from "../../../renderer/terminal/output-follower.ts";
import { Client } from "../../../shared/client.ts";
import type { Message, Transport } from "../../../shared/transport.ts";
import { testTransportPair } from "../../support/transport-pair.ts";

const SIZE = { cols: 80, rows: 24 };

/** A host that answers attaches with what `screens` holds, in order, and follows with what the test sends. */
function createHost(...screens: { screen: string; offset: number }[]): {
  client: Client;
  host: Transport;
  attaches: number;
  event: (method: string, params: object) => Promise<void>;
} {
  const [near, far] = testTransportPair();
  const state = { client: new Client(near), host: far, attaches: 0, event };
  far.onMessage((message: Message) => {
    if (message["method"] !== "session/attach") return;
    state.attaches++;
    far.send({ jsonrpc: "2.0", id: message["id"], result: { ...screens.shift(), size: SIZE } });
  });
  async function event(method: string, params: object): Promise<void> {
    far.send({ jsonrpc: "2.0", method, params: { id: "s", ...params } });
    await settled();
  }
  return state;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function follow(client: Client): { shown: string[]; attachment: OutputFollower } {
  const shown: string[] = [];
  const attachment = new OutputFollower(client, "s", {
    show: ({ screen }) => shown.push(`[${screen}]`),
    write: (text) => shown.push(text),
    fail: (message) => shown.push(`!${message}`),
  });
  onTestFinished(() => attachment[Symbol.dispose]());
  return { shown, attachment };
}

test("the screen first, then each character of the output once", async () => {
  const { client, event } = createHost({ screen: "screen", offset: 10 });
  const { shown } = follow(client);
  await settled();
  await event("session/output", { offset: 5, text: "known" });
  await event("session/output", { offset: 8, text: "--new" });
  await event("session/output", { offset: 13, text: "er" });
  expect(shown).toEqual(["[screen]", "new", "er"]);
});

test("a gap in the output asks for the screen again", async () => {
  const host = createHost({ screen: "one", offset: 10 }, { screen: "two", offset: 50 });
  const { shown } = follow(host.client);
  await settled();
  await host.event("session/output", { offset: 40, text: "lost before" });
  await host.event("session/output", { offset: 50, text: "on" });
  expect(shown).toEqual(["[one]", "[two]", "on"]);
  expect(host.attaches).toBe(2);
});

test("a resync replaces the screen", async () => {
  const { client, event } = createHost({ screen: "one", offset: 10 });
  const { shown } = follow(client);
  await settled();
  await event("session/resync", { screen: "resynced", offset: 90, size: SIZE });
  await event("session/output", { offset: 90, text: "tail" });
  expect(shown).toEqual(["[one]", "[resynced]", "tail"]);
});

test("other sessions' output is not shown, nor anything after disposal", async () => {
  const { client, event } = createHost({ screen: "one", offset: 0 });
  const { shown, attachment } = follow(client);
  await settled();
  await event("session/output", { id: "other", offset: 0, text: "other" });
  attachment[Symbol.dispose]();
  await event("session/output", { offset: 0, text: "late" });
  expect(shown).toEqual(["[one]"]);
});
