/** One keyboard, two drivers: the input lease over the protocol (A14). Codes: docs/threats.md. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { readAll, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let agent: Client;
let person: Client;
let id: string;

beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  agent = await host.connect("mcp", "Claude Code");
  person = await host.connect("window", "You");
  ({ id } = await start(agent, "exec cat"));
});
afterEach(async () => {
  await person.request("session/stop", { id });
});

const typed = (text: string) => ({ id, input: [{ text }] });
const sessionInfo = async () => (await agent.request("session/list", {})).find((session) => session.id === id);

describe("the lease", () => {
  it("goes to a person who types; the agent's next write is refused and says who", async () => {
    await agent.request("session/write", typed("agent\r"));
    expect((await sessionInfo())?.driver).toMatchObject({ client: { name: "Claude Code", kind: "mcp" }, held: false });
    await person.request("session/write", typed("person\r"));
    expect((await sessionInfo())?.driver).toMatchObject({ client: { name: "You", kind: "window" }, held: true });
    await expect(agent.request("session/write", typed("refused\r"))).rejects.toMatchObject({
      code: "lease-held",
      message: expect.stringMatching(
        /^A person \(window\) has the keyboard of .*, taken at \d\d:\d\d:\d\d\. Nothing was typed/,
      ) as string,
    });
    await expect(agent.request("lease/acquire", { id, takeover: true })).rejects.toMatchObject({ code: "lease-held" });
    await person.request("session/write", typed("later\r"));
    await waitForScreen(agent, id, /later[^]*later/);
    expect(await readAll(agent, id)).not.toContain("refused");
    const inputs = await agent.request("session/inputs", { id });
    expect(inputs.map(({ client, text }) => [client.name, text])).toEqual([
      ["Claude Code", "agent\r"],
      ["You", "person\r"],
      ["You", "later\r"],
    ]);
  });

  it("ends the agent's running wait, and comes back to the agent when it is handed back", async () => {
    const waiting = agent.request("session/write", { ...typed("go\r"), wait: { pattern: "never" } });
    await waitForScreen(agent, id, /go[^]*go/);
    await person.request("lease/acquire", { id, takeover: true });
    expect((await waiting).wait).toMatchObject({ ended: "takeover", text: "go" });
    await expect(agent.request("session/write", typed("x"))).rejects.toMatchObject({ code: "lease-held" });
    await person.request("lease/release", { id });
    expect((await sessionInfo())?.driver).toMatchObject({ client: { name: "Claude Code" }, held: false });
    await agent.request("session/write", typed("again\r"));
    await waitForScreen(agent, id, /again[^]*again/);
  });

  it("is free again when the person's connection ends", async () => {
    await person.request("session/write", typed("p"));
    await expect(agent.request("session/write", typed("x"))).rejects.toMatchObject({ code: "lease-held" });
    person[Symbol.dispose]();
    await until("it is free", () =>
      agent.request("session/write", typed("y\r")).then(
        () => true,
        () => false,
      ),
    );
    person = await host.connect("window", "You");
  });

  it("is shared by agents among themselves", async () => {
    const second = await host.connect("cli", "cotty stdin");
    await agent.request("session/write", typed("one\r"));
    await second.request("session/write", typed("two\r"));
    await agent.request("session/write", typed("three\r"));
    await waitForScreen(agent, id, /three[^]*three/);
    // A release by one who holds nothing changes nothing.
    await second.request("lease/release", { id });
    expect((await sessionInfo())?.driver?.client.name).toBe("Claude Code");
  });

  it("of one person may be taken by another, at `attach` as in the window", async () => {
    const other = await host.connect("attach", "cotty attach");
    await person.request("session/write", typed("1"));
    await other.request("session/write", typed("2\r"));
    expect((await sessionInfo())?.driver).toMatchObject({ client: { name: "cotty attach" }, held: true });
    await other.request("lease/release", { id });
    expect((await sessionInfo())?.driver?.held ?? false).toBe(false);
  });

  it("keeps automation from ending what a person types into; the user's own automation may insist", async () => {
    const script = await host.connect("script", "nightly");
    await person.request("session/write", typed("half a li"));
    const refusal = { code: "lease-held", message: expect.stringContaining("It was not stopped. You can still read") as string };
    await expect(agent.request("session/stop", { id })).rejects.toMatchObject(refusal);
    await expect(agent.request("session/kill", { id })).rejects.toMatchObject(refusal);
    await expect(agent.request("session/restart", { id })).rejects.toMatchObject(refusal);
    await expect(script.request("session/stop", { id })).rejects.toMatchObject(refusal);
    expect(await script.request("session/stop-all", {})).toMatchObject({ stopped: 0, kept: [id] });
    await person.request("session/write", typed("ne\r"));
    await waitForScreen(agent, id, /half a line[^]*half a line/);
    await script.request("session/kill", { id, force: true });
    expect((await sessionInfo())?.exit).toBeDefined();
    // Nobody types into a program that has ended, whoever has the keyboard.
    await agent.request("session/stop", { id });
    expect(await sessionInfo()).toBeUndefined();
    ({ id } = await start(agent, "exec cat"));
  });

  it("does not make an agent's insisting count", async () => {
    const other = await host.connect("mcp", "Codex");
    const own = await start(other, "exec cat");
    await person.request("session/write", { id: own.id, input: [{ text: "x" }] });
    await expect(other.request("session/stop", { id: own.id, force: true })).rejects.toMatchObject({ code: "lease-held" });
    expect(await other.request("session/stop-all", { force: true })).toMatchObject({ stopped: 0, kept: [own.id] });
    await person.request("session/stop", { id: own.id });
  });

  it("decides the size: nobody resizes under the person who types", async () => {
    await agent.request("session/resize", { id, size: { cols: 90, rows: 20 } });
    await person.request("session/write", typed("p"));
    await expect(agent.request("session/resize", { id, size: { cols: 70, rows: 20 } })).rejects.toMatchObject({
      code: "lease-held",
    });
    const other = await host.connect("window", "Other");
    await expect(other.request("session/resize", { id, size: { cols: 71, rows: 20 } })).rejects.toMatchObject({
      code: "lease-held",
    });
    await person.request("session/resize", { id, size: { cols: 100, rows: 25 } });
    expect((await sessionInfo())?.size).toEqual({ cols: 100, rows: 25 });
  });

  it("a resize by somebody else is told to automation once, and to whoever resized not at all", async () => {
    const resized = async () => (await agent.request("session/wait", { id, until: { quietMs: 1 } })).resized;
    await agent.request("session/resize", { id, size: { cols: 91, rows: 21 } });
    expect(await resized()).toBeUndefined();
    await person.request("session/resize", { id, size: { cols: 101, rows: 26 } });
    expect(await resized()).toEqual({ cols: 101, rows: 26 });
    expect(await resized()).toBeUndefined();
    await person.request("session/resize", { id, size: { cols: 80, rows: 24 } });
    await agent.request("session/resize", { id, size: { cols: 91, rows: 21 } });
    expect(await resized()).toBeUndefined();
  });

  it("is not taken by typing that cannot be typed", async () => {
    await expect(person.request("session/write", { id, input: [{ key: "NoSuchKey" }] })).rejects.toMatchObject({
      code: "bad-request",
    });
    expect((await sessionInfo())?.driver).toBeUndefined();
    await agent.request("session/kill", { id });
    await expect(person.request("session/write", typed("x"))).rejects.toMatchObject({ code: "session-ended" });
    expect((await sessionInfo())?.driver).toBeUndefined();
  });
});

describe("A14: after a takeover", () => {
  it("not one of the agent's bytes comes between the person's, 200 of 200", async () => {
    // A program that takes input slowly, so that the agent's lies in the queue when the person comes.
    const { id: slow } = await start(
      agent,
      "stty raw -echo; echo up; exec python3 -uSc 'import os\nwhile 1:\n d=os.read(0,4096)\n os.write(1,d)'",
      { id: "slow" },
    );
    await waitForScreen(agent, slow, /up/);
    let refused = 0;
    for (let trial = 0; trial < 200; trial++) {
      const burst = Array.from({ length: 6 }, (_, i) =>
        agent
          .request("session/write", { id: slow, input: [{ text: `a${i}`.repeat(80 * (trial % 4)) + "a\r" }] })
          .catch(() => refused++),
      );
      const steps = trial % 3;
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const first = person.request("session/write", { id: slow, input: [{ text: `<${trial}|` }] });
      const rest = [person.request("session/write", { id: slow, input: [{ text: "p".repeat(50) }] })];
      burst.push(agent.request("session/write", { id: slow, input: [{ text: "aaaa" }] }).catch(() => refused++));
      rest.push(person.request("session/write", { id: slow, input: [{ text: `|${trial}>` }] }));
      await Promise.all([first, ...rest, ...burst]);
      await person.request("lease/release", { id: slow });
    }
    await agent.request("session/write", { id: slow, input: [{ text: "THE END" }] });
    const text = await until("all of it", async () => {
      const all = await readAll(agent, slow);
      return all.endsWith("THE END") ? all : undefined;
    });
    for (let trial = 0; trial < 200; trial++) expect(text).toContain(`<${trial}|${"p".repeat(50)}|${trial}>`);
    expect(refused).toBeGreaterThan(0);
    await person.request("session/stop", { id: slow });
  }, 300_000);
});
