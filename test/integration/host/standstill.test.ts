/** Freezing a session, and the panic stop (A17). Codes: docs/threats.md. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../shared/client.ts";
import { cotty, cottyOk } from "../../support/cotty.ts";
import { type McpAgent, startMcpAgent } from "../../support/mcp-agent.ts";
import { readAll, start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

const TICKS = "i=0; while :; do i=$((i+1)); echo tick $i; sleep 0.02; done";

let host: TestHost;
let agent: McpAgent;
let person: Client;

beforeAll(async () => {
  host = await startTestHost();
  person = await host.connect("window", "You");
  agent = await startMcpAgent("2025", host.home, { name: "Claude Code", env: { SHELL: "/bin/bash" } });
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

function stateOf(pid: number): string {
  return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? "";
}

async function states(id: string): Promise<string[]> {
  return (await person.request("session/facts", { id })).processes.map(({ pid }) => stateOf(pid));
}

const info = async (id: string) => (await person.request("session/list", {})).find((session) => session.id === id);

describe("a frozen session", () => {
  it("stands still with all that it started, says who has frozen it, and goes on where it was", async () => {
    await agent.call({ action: "start", command: `(${TICKS}) & ${TICKS}`, name: "ticks" });
    await waitForScreen(person, "ticks", /tick 3/);
    const waiting = agent.call({ action: "wait", id: "ticks", wait: "never" });
    await until("the wait", () => agent.call({ action: "list" }));
    await person.request("session/freeze", { id: "ticks" });
    expect((await waiting).text).toMatch(/\[frozen @\d+; a person has frozen the program, it stands still until they resume it/);
    expect(await info("ticks")).toMatchObject({
      frozen: { by: "You" },
      attention: { state: "idle", reason: "frozen by a person" },
    });
    expect(await cottyOk(host.home, ["why", "ticks"])).toMatch(/^idle since \S+: frozen by a person\n/);
    expect(await cottyOk(host.home, ["ls"])).toMatch(/^ {4}Frozen by: You$/m);
    const frozen = await states("ticks");
    expect(frozen.length).toBeGreaterThanOrEqual(2);
    expect(new Set(frozen)).toEqual(new Set(["T"]));
    const { offset } = await person.request("session/screen", { id: "ticks" });
    expect((await agent.call({ action: "stdin", id: "ticks", data: "x" })).text).toMatch(
      /a person has frozen session ticks: .*Nothing was typed/,
    );
    await expect(agentClient().then((client) => client.request("session/resume", { id: "ticks" }))).rejects.toMatchObject({
      code: "no-such-session",
    });
    expect((await person.request("session/screen", { id: "ticks" })).offset).toBe(offset);
    await person.request("session/resume", { id: "ticks" });
    expect((await info("ticks"))?.frozen).toBeUndefined();
    await until("it goes on", async () => (await person.request("session/screen", { id: "ticks" })).offset > offset);
  });

  it("keeps the job of a shell in front, and Ctrl-C reaches it", async () => {
    await start(person, "bash --norc -i", { id: "shell" });
    await person.request("session/write", { id: "shell", input: [{ text: "sleep 1000\r" }] });
    // Not just any second process: a shell that starts has some of its own.
    const hasJob = async (): Promise<boolean> =>
      (await person.request("session/facts", { id: "shell" })).processes.some(({ command }) => command === "sleep");
    await until("the job", hasJob);
    await person.request("session/freeze", { id: "shell" });
    await until("it stands still", async () => (await states("shell")).every((state) => state === "T"));
    await person.request("session/resume", { id: "shell" });
    await until("it goes on", async () => !(await states("shell")).includes("T"));
    await person.request("session/write", { id: "shell", input: [{ key: "C-c" }] });
    await until("the job has ended", async () => !(await hasJob()));
    expect(await readAll(person, "shell")).not.toContain("Stopped");
  });

  it("is stopped like any other, and its agent may freeze it and let it go on", async () => {
    const client = await agentClient();
    await start(client, TICKS, { id: "own" });
    await client.request("session/freeze", { id: "own" });
    await client.request("session/resume", { id: "own" });
    await person.request("session/freeze", { id: "own" });
    await expect(client.request("session/resume", { id: "own" })).rejects.toMatchObject({ code: "session-frozen" });
    const { ended } = await person.request("session/stop", { id: "own" });
    expect(ended.length).toBeGreaterThan(0);
  });

  it("is frozen and resumed by commands", async () => {
    await start(person, "exec sleep 1000", { id: "cli" });
    expect(await cottyOk(host.home, ["freeze", "cli"])).toBe("cli is frozen\n");
    expect(await states("cli")).toEqual(["T"]);
    expect(await cottyOk(host.home, ["resume", "cli"])).toBe("cli goes on\n");
    expect((await cotty(host.home, ["freeze", "nothing"])).stderr).toContain("not found: nothing");
  });

  async function agentClient(): Promise<Client> {
    return host.connect("mcp", "Codex");
  }
});

describe("the panic stop", () => {
  it("takes from every agent the right to type, until a person undoes it; people go on typing", async () => {
    await agent.call({ action: "start", command: "exec cat", name: "cat" });
    const waiting = agent.call({ action: "stdin", id: "cat", steps: [{ text: "one\r", wait: { pattern: "never" } }, "two"] });
    await waitForScreen(person, "cat", /one\none/);
    expect(await cottyOk(host.home, ["halt"])).toMatch(/^All agents are halted/);
    expect((await waiting).text).toMatch(
      /^one\none\n\[halted.*later not sent @\d+; .* has halted all agents, input is refused until they undo it\]$/,
    );
    for (const refused of [
      await agent.call({ action: "stdin", id: "cat", data: "three\r" }),
      await agent.call({ action: "start", command: "true" }),
    ]) {
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("halted all agents") as string });
    }
    expect((await cotty(host.home, ["stdin", "cat", "four", "::Enter"])).stderr).toContain("halted all agents");
    expect((await agent.call({ action: "stdout", id: "cat" })).isError).toBe(false);
    await person.request("session/write", { id: "cat", input: [{ text: "five\r" }] });
    await waitForScreen(person, "cat", /five\nfive/);
    await person.request("lease/release", { id: "cat" });
    expect((await person.request("host/watch", {})).halt).toMatchObject({ by: expect.any(String) as string });
    expect(await cottyOk(host.home, ["halt", "--status"])).toMatch(/^All agents are halted/);
    expect(await cottyOk(host.home, ["halt", "--undo"])).toBe("Agents may type\n");
    expect((await agent.call({ action: "stdin", id: "cat", data: "six\r", wait: "^six$" })).isError).toBe(false);
    expect(await readAll(person, "cat")).not.toMatch(/two|three|four/);
  });

  it("no agent may undo it, or begin it", async () => {
    const client = await host.connect("mcp", "Codex");
    await expect(client.request("agents/halt", { on: false })).rejects.toMatchObject({ code: "forbidden" });
    await expect(client.request("agents/halt", { on: true })).rejects.toMatchObject({ code: "forbidden" });
  });
});
