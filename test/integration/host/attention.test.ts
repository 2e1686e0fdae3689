/** What sessions need, told of real programs; corrections and messages, from the command line and through MCP. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { Attention } from "../../../shared/protocol.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { type McpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { startTestHost, type TestHost } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let host: TestHost;
let client: Client;
let agent: McpAgent;

beforeAll(async () => {
  host = await startTestHost();
  client = await host.connect("window", "You");
  agent = await startMcpAgent("2025", host.home, { env: { SHELL: "/bin/bash", TERM: "xterm-256color" } });
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

async function start(id: string, command: string): Promise<void> {
  await client.request("session/create", { id, command, cwd: host.home.root });
}

async function attention(id: string): Promise<Attention> {
  const found = (await client.request("session/list", {})).find((session) => session.id === id);
  if (!found) throw new Error(`No session ${id}`);
  return found.attention;
}

/** Waits for a state of this reason; the words of the last one are in the error. */
async function shows(id: string, state: Attention["state"], reason: RegExp): Promise<void> {
  let seen: Attention | undefined;
  await until(
    () => `${id} is ${state} because ${reason}, and not ${JSON.stringify(seen)}`,
    async () => {
      seen = await attention(id);
      return seen.state === state && reason.test(seen.reason);
    },
  );
  expect(seen?.state).toBe(state);
}

describe("the state of a session", () => {
  it("follows a shell from its prompt through a command to a question, and back", async () => {
    await start("sh", "exec env PS1='here> ' bash --norc -i");
    await shows("sh", "idle", /^at its prompt: here>$/);
    await client.request("session/write", { id: "sh", input: [{ text: "sleep 1; read -p 'Go on? ' x\r" }] });
    await shows("sh", "working", /runs|writes output/);
    await shows("sh", "waiting", /^asks: Go on\?$/);
    const why = await client.request("session/why", { id: "sh" });
    expect(why.evidence).toContainEqual({ source: "terminal", says: "bash is blocked reading the terminal" });
    expect(why.evidence).toContainEqual({ source: "screen", says: 'the cursor stands after "Go on? "' });
    await client.request("session/write", { id: "sh", input: [{ text: "y\r" }] });
    await shows("sh", "idle", /^at its prompt/);
  });

  it("does not take a question for one that is only printed", async () => {
    await start("printed", "printf 'Continue? [Y/n] '; sleep 60");
    await until("it has printed", async () =>
      (await client.request("session/list", {})).some(({ lastLine }) => lastLine.startsWith("Continue?")),
    );
    const { ended, attention: reached } = await client.request("session/wait", {
      id: "printed",
      until: { state: ["waiting"], timeoutMs: 1500 },
    });
    expect([ended, reached]).toEqual(["timeout", undefined]);
  });

  it("counts a menu that asks, and an editor that rests", async () => {
    await start("dialog", "whiptail --yesno 'Remove the old kernel now?' 10 40");
    await shows("dialog", "waiting", /^asks: Remove the old kernel now\?$/);
    await start("vim", "vim -u NONE -N new.txt");
    await shows("vim", "idle", /a full-screen program waits for a key/);
  });

  it("hears a program that notifies its terminal when it can read an answer", async () => {
    await start("calls", "printf '\\033]9;Needs your permission\\a> '; read x; sleep 60");
    await shows("calls", "waiting", /^says: Needs your permission$/);
    await client.request("session/write", { id: "calls", input: [{ text: "ok\r" }] });
    await shows("calls", "working", /./);
  });
});

describe("a wait for a state", () => {
  it("ends at the state that comes of what was typed, not at the one before", async () => {
    await start("py", "python3 -q");
    expect((await client.request("session/wait", { id: "py", until: { state: ["idle"] } })).ended).toBe("state");
    const input = [{ text: "import time; time.sleep(1); x = input('Sure? ')\r" }];
    const { wait } = await client.request("session/write", { id: "py", input, wait: { state: ["idle", "waiting"] } });
    expect(wait).toMatchObject({ ended: "state", attention: { state: "waiting", reason: "asks: Sure?" } });
  });

  it("has come where the program has ended in it, be it before the wait", async () => {
    const state = ["waiting" as const, "failed" as const];
    const command = "read x; exit 3";
    await client.request("session/create", { id: "ends", command });
    const [ended] = await Promise.all([
      client.request("session/wait", { id: "ends", until: { state, pattern: "never" } }),
      client.request("session/write", { id: "ends", input: [{ text: "\r" }] }),
    ]);
    const failed = { ended: "state", attention: { state: "failed", reason: "Exited 3" }, exit: { code: 3 } };
    expect(ended).toMatchObject(failed);
    expect(await client.request("session/wait", { id: "ends", until: { state } })).toMatchObject(failed);
    expect((await client.request("session/wait", { id: "ends", until: { state: ["finished"] } })).ended).toBe("exit");
  });

  it("is at hand for agents and on the command line", async () => {
    const { text } = await agent.call({
      action: "start",
      name: "ask",
      command: "read -p 'Name? ' x",
      wait: { state: ["waiting", "failed"] },
    });
    expect(text).toMatch(/^Name\?\n\[waiting: "asks: Name\?" @\d+\]$/);
    const wrong = await agent.call({ action: "wait", id: "ask", wait: { state: "done" } });
    expect(wrong.text).toContain("state must be among working, waiting, idle, finished, failed");
    const waited = await cotty(host.home, ["wait", "--state", "waiting,failed", "ask"]);
    expect(waited).toMatchObject({ code: 0, stderr: "[Session ask is waiting: asks: Name?]\n" });
    expect((await cotty(host.home, ["wait", "--state", "idle", "--timeout", "100", "ask"])).code).toBe(124);
    expect((await cotty(host.home, ["wait", "--state", "done", "ask"])).stderr).toContain("--state");
  });
});

describe("cotty why", () => {
  it("explains a state, takes a correction, lists it and forgets it", async () => {
    await start("odd", "read -p 'Batch 7 finished. Next? ' x");
    await shows("odd", "waiting", /Next\?/);
    expect(await cottyOk(host.home, ["why", "odd"])).toMatch(
      /^waiting since \S+: asks: Batch 7 finished\. Next\?\n {2}terminal: bash is blocked reading the terminal\n {2}screen: .*\n/,
    );
    expect(await cottyOk(host.home, ["why", "--wrong", "idle", "odd"])).toBe(
      'From now on: 1: bash at "Batch # finished. Next?" is idle\n',
    );
    await shows("odd", "idle", /^you have said so \(rule 1\)$/);
    await start("odd2", "read -p 'Batch 8 finished. Next? ' x");
    await shows("odd2", "idle", /^you have said so/);
    expect(await cottyOk(host.home, ["why", "--rules"])).toBe('1: bash at "Batch # finished. Next?" is idle\n');
    expect(await cottyOk(host.home, ["why", "--forget", "1", "--json"])).toBe('{"forgotten":1}\n');
    await shows("odd", "waiting", /Next\?/);
    expect(await cottyOk(host.home, ["why", "--rules"])).toBe("No rules\n");
    const none = await cotty(host.home, ["why", "--forget", "1"]);
    expect([none.code, none.stderr]).toEqual([1, "Failed to explain: There is no rule 1. 'cotty why --rules' lists the rules\n"]);
  });

  it("refuses a correction of a program that has ended, and one by an agent", async () => {
    await start("over", "true");
    await client.request("session/wait", { id: "over", until: { exit: true } });
    const refused = await cotty(host.home, ["why", "--wrong", "idle", "over"]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Session over is not running")]);
  });
});

describe("a message to the person", () => {
  const messageOf = async (id: string): Promise<unknown> =>
    (await client.request("session/list", {})).find((session) => session.id === id)?.message;

  it("comes from an agent or from the command line, and goes when it was read", async () => {
    await agent.call({ action: "start", name: "work", command: "cat" });
    expect((await agent.call({ action: "notify", id: "work", data: "review\u202e this diff" })).isError).toBe(false);
    expect(await messageOf("work")).toMatchObject({ text: "review this diff" });
    expect(await cottyOk(host.home, ["ls"])).toMatch(/^ {4}Message: review this diff$/m);
    await cottyOk(host.home, ["notify", "work", "and\nthis"]);
    expect(await messageOf("work")).toMatchObject({ text: "and this" });
    await client.request("session/acknowledge", { id: "work" });
    expect(await messageOf("work")).toBeUndefined();
    await cottyOk(host.home, ["notify", "work", "once more"]);
    await client.request("session/write", { id: "work", input: [{ text: "I have seen it\r" }] });
    expect(await messageOf("work")).toBeUndefined();
  });

  it("needs a session and words", async () => {
    expect((await agent.call({ action: "notify", id: "nobody", data: "x" })).text).toContain("not found: nobody");
    expect((await agent.call({ action: "notify", id: "work" })).text).toContain("Missing required field: data");
    expect((await agent.call({ action: "notify", id: "work", data: "" })).text).toContain("The message is empty");
  });
});
