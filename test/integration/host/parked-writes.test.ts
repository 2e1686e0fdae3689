/** What becomes of input that automation may not type now, with a real program. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { IfHeld } from "../../../shared/if-held.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import { readAll, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let agent: Client;
let other: Client;
let person: Client;
let id: string;

beforeAll(async () => {
  host = await startTestHost();
  agent = await host.connect("mcp", "Claude Code");
  other = await host.connect("cli", "cotty stdin");
  person = await host.connect("window", "Ann");
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  // Without an echo, the lines are what the program has read. It reads single keys, so nothing counts as hidden.
  ({ id } = await start(agent, "stty -echo -icanon; echo up; exec cat"));
  await waitForScreen(agent, id, /up/);
});
afterEach(async () => {
  await person.request("session/stop", { id });
});

const write = (client: Client, text: string, ifHeld: IfHeld) =>
  client.request("session/write", { id, input: [{ text }], ifHeld, wait: { quietMs: 50, timeoutMs: 5000 } });
const info = async (): Promise<SessionInfo> => {
  const session = (await person.request("session/list", {})).find((one) => one.id === id);
  if (!session) throw new Error("The session is gone");
  return session;
};
const parkedTexts = async (): Promise<string[]> => ((await info()).parked ?? []).map(({ text }) => text);
const linesOf = async (): Promise<string[]> =>
  (await readAll(agent, id)).split(/\r?\n/).filter((line) => line !== "" && line !== "up");

describe("parked input", () => {
  it("is told of in one answer, however soon that is asked for", async () => {
    await person.request("session/write", { id, input: [{ text: "mine\r" }] });
    for (const text of ["a\r", "b\r", "c\r"]) await write(agent, text, "park");
    await person.request("lease/release", { id });
    const wait = () => agent.request("session/wait", { id, until: { quietMs: 200 } });
    expect((await wait()).handback).toMatchObject({
      by: "Ann",
      parked: ["a\r", "b\r", "c\r"].map((text) => ({ text, fate: "sent" })),
    });
    expect(await wait()).not.toHaveProperty("handback");
  });

  it("is kept for the person, who sends, edits or drops it; its author hears what became of it", async () => {
    await person.request("lease/acquire", { id, takeover: true });
    expect((await write(agent, "one\r", "park")).wait).toMatchObject({ ended: "parked", text: "", heldBy: "Ann" });
    await write(agent, "two\r", "park");
    await write(agent, "three\r", "park");
    const parked = (await info()).parked ?? [];
    expect(parked.map(({ id: number, client, text, isText }) => [number, client.name, text, isText])).toEqual([
      [1, "Claude Code", "one\r", true],
      [2, "Claude Code", "two\r", true],
      [3, "Claude Code", "three\r", true],
    ]);
    await person.request("parked/edit", { id, write: 2, text: "2\r" });
    await person.request("parked/send", { id, write: 2 });
    await person.request("parked/drop", { id, write: 1 });
    expect(await parkedTexts()).toEqual(["three\r"]);
    await waitForScreen(agent, id, /^2$/m);
    await person.request("lease/release", { id });
    await waitForScreen(agent, id, /^three$/m);
    expect(await linesOf()).toEqual(["2", "three"]);
    const { wait } = await write(agent, "four\r", "park");
    expect(wait).toMatchObject({
      ended: "quiet",
      handback: {
        by: "Ann",
        parked: [
          { text: "two\r", fate: "sent", as: "2\r" },
          { text: "one\r", fate: "dropped" },
          { text: "three\r", fate: "sent" },
        ],
      },
    });
    expect((await write(agent, "five\r", "park")).wait?.handback).toBeUndefined();
    const inputs = await person.request("session/inputs", { id });
    expect(inputs.map(({ client, text }) => [client.name, text.endsWith("\r")])).toEqual([
      ["Ann", true],
      ["Claude Code", true],
      ["Claude Code", true],
      ["Claude Code", true],
    ]);
  });

  it("has a write for each step; Ctrl+C stands before text; keys cannot be edited", async () => {
    await person.request("lease/acquire", { id, takeover: true });
    const steps = [{ input: [{ text: "a\r" }], wait: { prompt: true } }, { wait: { quietMs: 5 } }, { input: [{ text: "b\r" }] }];
    expect((await agent.request("session/steps", { id, steps, ifHeld: "park" })).wait.ended).toBe("parked");
    await agent.request("session/write", { id, input: [{ key: "Up" }], ifHeld: "park" });
    await other.request("session/write", { id, input: [{ key: "C-c" }], ifHeld: "park" });
    expect(await parkedTexts()).toEqual(["<C-c>", "a\r", "b\r", "<Up>"]);
    await expect(person.request("parked/edit", { id, write: 3, text: "x" })).rejects.toMatchObject({
      code: "bad-request",
      message: "Parked write 3 has keys or clicks. It can be sent or dropped, not edited",
    });
    await expect(person.request("parked/send", { id, write: 9 })).rejects.toMatchObject({
      message: `There is no parked write 9 in session ${id}. Parked there: 4, 1, 2, 3`,
    });
    await expect(agent.request("session/write", { id, input: [{ click: { text: "x" } }], ifHeld: "park" })).rejects.toMatchObject(
      { code: "bad-request", message: expect.stringContaining("cannot be parked") as string },
    );
    await person.request("parked/drop", { id });
    expect((await info()).parked).toBeUndefined();
  });

  it("is dropped when the person's connection is lost, and the agent hears of it", async () => {
    const visitor = await host.connect("window", "Visitor");
    await visitor.request("lease/acquire", { id, takeover: true });
    await write(agent, "lost\r", "park");
    visitor[Symbol.dispose]();
    await until("the lease is free", async () => (await info()).lease === undefined);
    expect((await write(agent, "mine\r", "refuse")).wait?.handback).toMatchObject({
      by: "Visitor",
      parked: [{ text: "lost\r", fate: "dropped" }],
    });
    expect(await linesOf()).toEqual(["mine"]);
  });

  it("has a limit, which is said; an agent decides on nothing", async () => {
    await person.request("lease/acquire", { id, takeover: true });
    for (let n = 0; n < 16; n++) await write(agent, `${n}\r`, "park");
    await expect(write(agent, "more\r", "park")).rejects.toMatchObject({
      code: "lease-held",
      message: expect.stringMatching(/^16 writes are parked .* Nothing was parked/) as string,
    });
    for (const method of ["parked/send", "parked/drop"] as const)
      await expect(agent.request(method, { id })).rejects.toMatchObject({ code: "forbidden" });
    await expect(agent.request("lease/mode", { id, mode: "shared" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(other.request("parked/send", { id })).rejects.toMatchObject({
      code: "lease-held",
      message: expect.stringContaining("What is parked stays parked") as string,
    });
    await person.request("parked/drop", { id });
  });
});

describe("parked input at a password prompt", () => {
  it("is not typed into it, whoever sends it, and comes after the password of the person", async () => {
    await person.request("session/stop", { id });
    const script = 'read -rsp "Password: " secret; stty -echo -icanon; echo; echo "got ${#secret}"; exec cat';
    ({ id } = await start(agent, `bash -c '${script}'`));
    await waitForScreen(agent, id, /Password:/);
    await person.request("lease/acquire", { id, takeover: true });
    expect((await write(agent, "later\r", "park")).wait?.ended).toBe("parked");
    await expect(person.request("parked/send", { id })).rejects.toMatchObject({ code: "input-hidden" });
    await person.request("lease/release", { id });
    expect(await parkedTexts()).toEqual(["later\r"]);
    await person.request("session/write", { id, input: [{ text: "hunter2\r" }] });
    await waitForScreen(agent, id, /^got 7$/m);
    await person.request("lease/release", { id });
    await waitForScreen(agent, id, /^later$/m);
    const { wait } = await write(agent, "mine\r", "refuse");
    expect(wait?.handback).toMatchObject({ by: "Ann", hidden: true, parked: [{ text: "later\r", fate: "sent" }] });
    expect(wait?.handback?.typed).not.toContain("hunter2");
    expect(await linesOf()).toEqual(["Password: ", "got 7", "later", "mine"]);
  });
});

describe("input that waits", () => {
  it("is typed in order when the lease is free, and hears what the person did", async () => {
    await person.request("session/write", { id, input: [{ text: "by hand\r" }] });
    const first = write(agent, "first\r", "wait");
    const second = write(other, "second\r", "wait");
    await waitForScreen(agent, id, /^by hand$/m);
    expect(await linesOf()).toEqual(["by hand"]);
    await person.request("lease/release", { id });
    expect((await first).wait).toMatchObject({ ended: "quiet", handback: { by: "Ann" } });
    expect((await second).wait?.ended).toBe("quiet");
    expect(await linesOf()).toEqual(["by hand", "first", "second"]);
  });

  it("is refused when its time is over, and ends with its program", async () => {
    await person.request("lease/acquire", { id, takeover: true });
    const steps = [{ input: [{ text: "x\r" }], wait: { prompt: true } }];
    await expect(agent.request("session/steps", { id, steps, ifHeld: "wait", timeoutMs: 30 })).rejects.toMatchObject({
      code: "lease-held",
      message: expect.stringMatching(/^Ann .* has the keyboard of .*Nothing was typed in \d+ ms of waiting/) as string,
    });
    const waiting = write(agent, "y\r", "wait");
    const outcome = expect(waiting).rejects.toMatchObject({ code: "session-ended" });
    await person.request("session/kill", { id });
    await outcome;
    ({ id } = await start(agent, "exec cat"));
  });
});

describe("the mode", () => {
  it("shared: both type, nobody is refused, and the agent hears of the person", async () => {
    await write(agent, "a\r", "refuse");
    await person.request("lease/mode", { id, mode: "shared" });
    await person.request("session/write", { id, input: [{ text: "p\r" }] });
    expect((await info()).lease).toMatchObject({ mode: "shared" });
    expect((await write(agent, "b\r", "refuse")).wait?.handback).toMatchObject({ by: "Ann" });
    expect(await linesOf()).toEqual(["a", "p", "b"]);
  });

  it("read-only: nobody types, and what is parked comes when it ends", async () => {
    await person.request("lease/mode", { id, mode: "read-only" });
    for (const client of [agent, other, person])
      await expect(write(client, "x\r", "refuse")).rejects.toMatchObject({
        code: "lease-held",
        message: expect.stringMatching(/is read-only for everybody, set by Ann at .* Nothing was typed/) as string,
      });
    await write(agent, "later\r", "park");
    await person.request("lease/mode", { id, mode: "agent" });
    await waitForScreen(agent, id, /^later$/m);
    expect(await linesOf()).toEqual(["later"]);
  });
});
