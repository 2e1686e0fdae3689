import { describe, expect, test } from "vitest";
import { Relay } from "../../../electron/cli/relay.ts";
import { encodeFrame } from "../../../shared/framing.ts";
import { Client } from "../../../shared/client.ts";
import type { Message, Transport } from "../../../shared/transport.ts";
import { testTransportPair } from "../../support/transport-pair.ts";
import { until } from "../../support/until.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { clientInfo: { name: "claude-code", title: "Claude Code" } },
};
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

/** An agent in front of a relay, and as many hosts as it connects to. */
function setUp(options: { refuse?: string } = {}) {
  const answers: Message[] = [];
  const names: string[] = [];
  /** What each host has been sent as MCP, and its end of the connection. */
  const hosts: { received: Message[]; transport: Transport; send(message: object): void }[] = [];
  const relay = new Relay({
    context: { cwd: "/work" },
    write: (line) => answers.push(JSON.parse(line) as Message),
    connect: async (name) => {
      if (options.refuse !== undefined) throw new Error(options.refuse);
      names.push(name);
      const [near, transport] = testTransportPair();
      const received: Message[] = [];
      const send = (message: object): void => transport.send({ jsonrpc: "2.0", method: "mcp/message", params: { message } });
      transport.onMessage(({ id, method, params }) => {
        if (method === "mcp/open") transport.send({ jsonrpc: "2.0", id, result: {} });
        if (method !== "mcp/message") return;
        const { message } = params as { message: Message };
        received.push(message);
        if (message["method"] === "initialize") send({ jsonrpc: "2.0", id: message["id"], result: { host: hosts.length } });
      });
      hosts.push({ received, transport, send });
      // As over a socket.
      const pass = near.send.bind(near);
      near.send = (message) => pass(JSON.parse(encodeFrame(message)) as Message);
      return new Client(near);
    },
  });
  const say = (message: object): void => relay.push(Buffer.from(`${JSON.stringify(message)}\n`));
  const answerTo = (id: number) => until(`an answer to ${id}`, () => answers.find((answer) => answer["id"] === id));
  return { relay, say, answers, answerTo, hosts, names, host: (index: number) => until("a host", () => hosts[index]) };
}

const tool = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "terminal" } });
const received = (messages: Message[], method: string) =>
  until(`${method} at the host`, () => messages.find((message) => message["method"] === method));

describe("the relay", () => {
  test("passes messages both ways and tells the host who the agent is", async () => {
    const { say, answerTo, host, names } = setUp();
    say(initialize);
    expect(await answerTo(0)).toEqual({ jsonrpc: "2.0", id: 0, result: { host: 1 } });
    expect(names).toEqual(["Claude Code"]);
    say(tool(1));
    const first = await host(0);
    await received(first.received, "tools/call");
    first.send({ jsonrpc: "2.0", id: 1, result: "done" });
    expect((await answerTo(1))["result"]).toBe("done");
  });

  test("a message that nests too deep to be written again is refused, and the next one is passed on", async () => {
    const { relay, say, answerTo, host } = setUp();
    say(initialize);
    await answerTo(0);
    const { received: messages } = await host(0);
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    relay.push(Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}\n`));
    say(tool(2));
    await received(messages, "tools/call");
    expect((await answerTo(1))["error"]).toMatchObject({ message: "The message nests too deep to be passed on" });
  });

  test("finds the agent's name in the _meta of a first request without initialize", async () => {
    const { say, host, names } = setUp();
    say({ ...tool(1), params: { _meta: { "io.modelcontextprotocol/clientInfo": { name: "codex" } } } });
    await host(0);
    expect(names).toEqual(["codex"]);
  });

  test("survives a restart of the host: errors for what was open, then the conversation goes on", async () => {
    const { say, answers, answerTo, host, hosts } = setUp();
    say(initialize);
    say(initialized);
    await answerTo(0);
    say(tool(1));
    const first = await host(0);
    await received(first.received, "tools/call");
    first.transport.close();
    const { error } = (await answerTo(1)) as unknown as { error: { code: number; message: string } };
    expect(error.code).toBe(-32000);
    expect(error.message).toContain("sessions are gone");

    say(tool(2));
    const second = await host(1);
    await received(second.received, "tools/call");
    expect(second.received.map(({ method }) => method)).toEqual(["initialize", "notifications/initialized", "tools/call"]);
    second.send({ jsonrpc: "2.0", id: 2, result: "done" });
    expect((await answerTo(2))["result"]).toBe("done");
    // The answer to the repeated initialize is not the agent's business.
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(hosts).toHaveLength(2);
  });

  test("an answer meant for a former host does not reach the next", async () => {
    const { say, answerTo, host } = setUp();
    say(initialize);
    await answerTo(0);
    const first = await host(0);
    first.send({ jsonrpc: "2.0", id: 7, method: "roots/list" });
    await answerTo(7);
    say(tool(1));
    await received(first.received, "tools/call");
    first.transport.close();
    await answerTo(1);
    say({ jsonrpc: "2.0", id: 7, result: {} });
    say(tool(2));
    const second = await host(1);
    await received(second.received, "tools/call");
    expect(second.received.some(({ id }) => id === 7)).toBe(false);
  });

  test("no host to be had: every request is answered with why", async () => {
    const { say, answerTo } = setUp({ refuse: "no pty left" });
    say(initialize);
    expect(JSON.stringify(await answerTo(0))).toContain("no pty left");
  });

  test("garbage and oversized lines are answered, and the next message is served", async () => {
    const { relay, say, answers, answerTo } = setUp();
    relay.push(Buffer.from("hello\n"));
    relay.push(Buffer.from(`{"x":"${"y".repeat(1024 * 1024)}"}\n`));
    say(initialize);
    await answerTo(0);
    expect(answers.slice(0, 2).map(({ error }) => (error as { code: number }).code)).toEqual([-32700, -32600]);
  });

  test("a batch is forwarded message by message and answered in one list; one that is none is refused", async () => {
    const { say, answers, host } = setUp();
    say([initialize, 5]);
    await until("its answer", () => answers[0]);
    expect(answers[0]).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 0, result: { host: 1 } },
    ]);
    say([tool(1), initialized, tool(2)]);
    const first = await host(0);
    await until("all of it", () => first.received.length === 4);
    first.send({ jsonrpc: "2.0", id: 2, result: "b" });
    first.send({ jsonrpc: "2.0", id: 1, result: "a" });
    await until("the other answer", () => answers[1]);
    expect(answers[1]).toMatchObject([{ id: 2 }, { id: 1 }]);
    say([]);
    say(Array.from({ length: 101 }, () => initialized));
    expect(answers.slice(2)).toMatchObject([{ error: { code: -32600 } }, { error: { code: -32600 } }]);
  });

  test.each([
    ["1e309", null],
    ["-1e309", null],
    ["12345678901234567890123", null],
    ["9007199254740993", null],
    ["1.5", 1.5],
    ["null", null],
    ["true", null],
    ['["a"]', null],
  ])("a request with the id %s is answered at once, and the next one is passed on", async (id, answered) => {
    const { relay, say, answers, host } = setUp();
    const error = { code: -32600, message: "The id of a request is a text, or a whole number of at most 2^53 - 1" };
    relay.push(Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"tools/call"}\n`));
    expect(answers).toEqual([{ jsonrpc: "2.0", id: answered, error }]);
    say(tool(2));
    const { received: messages } = await host(0);
    await received(messages, "tools/call");
    expect(messages.map((message) => message["id"])).toEqual([2]);
    relay.push(Buffer.from(`[{"jsonrpc":"2.0","id":${id},"method":"tools/call"},${JSON.stringify(initialized)}]\n`));
    expect(answers[1]).toEqual([{ jsonrpc: "2.0", id: answered, error }]);
  });

  describe("a cancelled request", () => {
    const cancel = (requestId: number) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

    test("has no answer, and its batch is answered with the others", async () => {
      const { say, answers, host } = setUp();
      say([initialize, tool(1), tool(2)]);
      const first = await host(0);
      await received(first.received, "tools/call");
      say(cancel(1));
      await received(first.received, "notifications/cancelled");
      first.send({ jsonrpc: "2.0", id: 2, result: "b" });
      await until("the batch's answer", () => answers[0]);
      expect(answers).toMatchObject([[{ id: 0 }, { id: 2, result: "b" }]]);
      // The host had finished it before it heard of the end.
      first.send({ jsonrpc: "2.0", id: 1, result: "late" });
      say(tool(3));
      await until("the next call", () => first.received.some(({ id }) => id === 3));
      first.send({ jsonrpc: "2.0", id: 3, result: "c" });
      await until("its answer", () => answers[1]);
      expect(answers.slice(1)).toMatchObject([{ id: 3, result: "c" }]);
    });

    test("is not waited for by a batch in which all were cancelled, nor by the end of the relay", async () => {
      const { relay, say, answers, answerTo, host } = setUp();
      say(initialize);
      await answerTo(0);
      // In the batch itself, too.
      say([tool(1), tool(2), cancel(2)]);
      say(cancel(1));
      say(cancel(7));
      await relay.idle();
      const first = await host(0);
      expect(first.received.slice(1).map(({ method }) => method)).toEqual([
        ...["tools/call", "tools/call"],
        ...Array<string>(3).fill("notifications/cancelled"),
      ]);
      expect(answers).toHaveLength(1);
    });

    test("is no call that was lost with the host", async () => {
      const { say, answers, answerTo, host } = setUp();
      say(initialize);
      await answerTo(0);
      say(tool(1));
      say(cancel(1));
      say(tool(2));
      const first = await host(0);
      await until("all of it", () => first.received.length === 4);
      first.transport.close();
      await answerTo(2);
      expect(answers.map(({ id }) => id)).toEqual([0, 2]);
    });

    test("of the host is not answered by an agent that was too late", async () => {
      const { say, answers, answerTo, host } = setUp();
      say(initialize);
      await answerTo(0);
      const first = await host(0);
      first.send({ jsonrpc: "2.0", id: 7, method: "roots/list" });
      first.send(cancel(7));
      await until("both", () => answers.length === 3);
      say({ jsonrpc: "2.0", id: 7, result: {} });
      say(tool(1));
      await received(first.received, "tools/call");
      expect(first.received.some(({ id }) => id === 7)).toBe(false);
    });
  });

  test("is idle once everything is answered", async () => {
    const { relay, say, host } = setUp();
    say(initialize);
    say(tool(1));
    let isIdle = false;
    const idle = relay.idle().then(() => (isIdle = true));
    const first = await host(0);
    await received(first.received, "tools/call");
    expect(isIdle).toBe(false);
    first.send({ jsonrpc: "2.0", id: 1, result: {} });
    await idle;
  });
});
