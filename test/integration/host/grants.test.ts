/** What the user grants agents, with real agents over stdio and HTTP, and with agents that try to help themselves (A18, docs/threats.md). */
import { statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../../shared/client.ts";
import type { KnownAgent } from "../../../shared/protocol.ts";
import { readAudit } from "../../support/audit-rows.ts";
import { commandScript } from "../../support/built.ts";
import { cotty } from "../../support/cotty.ts";
import { createHome, type Home } from "../../support/home.ts";
import { connectHttpAgent, ERAS, startMcpAgent } from "../../support/mcp-agent.ts";
import { start, startTestHost, type TestHost, waitForScreen } from "../../support/test-host.ts";
import { until } from "../../support/until.ts";

let home: Home;
let host: TestHost;
let window: Client;
beforeEach(async () => {
  home = createHome();
  host = await startTestHost({ home, args: ["--port", "0"] });
  window = await host.connect("window", "You");
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const agents = async (): Promise<KnownAgent[]> => (await window.request("grant/list", {})).agents;

async function agentNamed(name: string): Promise<KnownAgent> {
  const found = (await agents()).filter((agent) => agent.name === name);
  if (!found[0] || found.length > 1) throw new Error(`${found.length} agents are called ${name}`);
  return found[0];
}

async function setNewAgents(tier: "observe" | "own"): Promise<void> {
  await window.request("settings/write", { set: JSON.stringify({ newAgents: tier }) });
}

describe.each(ERAS)("a new agent over stdio, %s", (era) => {
  test("works with its own sessions at once; of others it is told how its user would grant them", async () => {
    await start(window, "echo mine; exec cat", { id: "yours" });
    await using agent = await startMcpAgent(era, home, { name: "Newcomer" });
    expect((await agent.call({ action: "start", command: "exec cat", name: "own" })).isError).toBe(false);
    const known = await agentNamed("Newcomer");
    expect(known).toMatchObject({ tier: "own", isNew: true, isConnected: true, folder: home.root });
    const refused = await agent.call({ action: "stdout", id: "yours" });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^Process not found: yours\. /);
    expect(refused.text).toContain(`grant ${known.agent} all`);
    // A session that does not exist is answered in the same words.
    expect((await agent.call({ action: "stdout", id: "nobody" })).text.replaceAll("nobody", "yours")).toBe(refused.text);

    await window.request("grant/give", { agent: known.agent, tier: "all", lasts: "once" });
    await waitForScreen(window, "yours", /mine/);
    expect((await agent.call({ action: "stdout", id: "yours" })).text).toContain("mine");
    expect((await agent.call({ action: "stop" })).text).not.toContain("yours");
    await window.request("grant/revoke", { agent: known.agent });
    expect((await agent.call({ action: "stdout", id: "yours" })).text).toMatch(/^Process not found: yours\. /);
  });

  test("with the setting `observe` it starts nothing until the user grants that, and the window is told what it wants", async () => {
    await setNewAgents("observe");
    await using agent = await startMcpAgent(era, home, { name: "Newcomer" });
    let told = 0;
    window.on("grants/changed", () => void told++);
    await window.request("host/watch", {});
    const refused = await agent.call({ action: "start", command: "exec cat", name: "own" });
    const known = await agentNamed("Newcomer");
    expect(refused).toEqual({
      isError: true,
      text: expect.stringMatching(
        new RegExp(
          `^start needs tier 'own', and yours is 'observe'\\. Only the user can grant it: in Cotty's window under Connections, or in a terminal of their own with .*grant ${known.agent} own$`,
        ),
      ) as string,
    });
    expect(known).toMatchObject({ tier: "observe", isNew: true, wants: "own" });
    await until("the window is told", () => told > 0);
    await window.request("grant/give", { agent: known.agent, tier: "own", lasts: "always" });
    expect((await agent.call({ action: "start", command: "exec cat", name: "own" })).isError).toBe(false);
    expect(statSync(home.paths.grants).mode & 0o777).toBe(0o600);
    await agent.call({ action: "stop" });
  });
});

test("always: the agent is the same one with the next host, and not one that only has its name", async () => {
  await setNewAgents("observe");
  {
    await using agent = await startMcpAgent("2026-07-28", home, { name: "Claude Code" });
    await agent.call({ action: "list" });
    await window.request("grant/give", { agent: (await agentNamed("Claude Code")).agent, tier: "own", lasts: "always" });
  }
  await host[Symbol.asyncDispose]();
  host = await startTestHost({ home, args: ["--port", "0"] });
  window = await host.connect("window", "You");
  await using real = await startMcpAgent("2025", home, { name: "Claude Code" });
  expect((await real.call({ action: "start", command: "exec cat", name: "a" })).isError).toBe(false);
  // The same name in the same folder, at the same time: its relay has another key.
  await using second = await startMcpAgent("2025", home, { name: "Claude Code" });
  expect((await second.call({ action: "start", command: "exec cat", name: "b" })).isError).toBe(true);
  expect((await agents()).map(({ tier, isNew }) => [tier, isNew])).toEqual([
    ["observe", true],
    ["own", false],
  ]);
  await real.call({ action: "stop" });
});

test("an agent over HTTP: a grant raises what its token says, and a revocation ends what it has under way", async () => {
  await start(window, "exec cat", { id: "yours" });
  const { token } = await window.request("token/create", { name: "codex", tier: "observe" });
  const { url = "" } = await window.request("http/switch", { on: true });
  await using agent = await connectHttpAgent("2026-07-28", url, token);
  expect((await agent.call({ action: "stdin", id: "yours", data: "x" })).text).toContain(
    "stdin needs tier 'own', and yours is 'observe'",
  );
  await window.request("grant/give", { agent: "token-codex", tier: "all", lasts: "run" });
  expect((await agent.call({ action: "stdin", id: "yours", data: "typed\r", wait: "typed" })).isError).toBe(false);
  const waiting = agent.call({ action: "stdin", id: "yours", data: "more\r", wait: { pattern: "never", timeout: 30_000 } });
  await waitForScreen(window, "yours", /more/);
  await window.request("grant/revoke", { agent: "token-codex" });
  await waiting;
  expect((await agent.call({ action: "stdin", id: "yours", data: "x" })).isError).toBe(true);
  // The next token of this name is another agent.
  await window.request("grant/give", { agent: "token-codex", tier: "all", lasts: "always" });
  await window.request("token/revoke", { name: "codex" });
  expect((await agents()).filter(({ name }) => name === "codex")).toEqual([]);
});

test("a revocation ends what an agent follows, and a grant brings it", async () => {
  await start(window, "exec cat", { id: "yours" });
  const agent = await host.connect("mcp", "A");
  const seen: string[] = [];
  agent.on("sessions/changed", ({ sessions }) => seen.push(...sessions.map(({ id }) => `+${id}`)));
  agent.on("session/closed", ({ id }) => seen.push(`-${id}`));
  let clients = 0;
  agent.on("clients/changed", () => void clients++);
  await agent.request("host/watch", {});
  const { agent: id } = await agentNamed("A");
  await window.request("grant/give", { agent: id, tier: "all", lasts: "run" });
  await until("the session is told of", () => seen.includes("+yours"));
  await agent.request("session/attach", { id: "yours" });
  const waiting = agent.request("session/wait", { id: "yours", until: { exit: true, timeoutMs: 30_000 } });
  await window.request("grant/revoke", { agent: id });
  expect((await waiting).ended).not.toBe("exit");
  await until("the session is gone", () => seen.at(-1) === "-yours");
  const before = clients;
  const another = await host.connect("script");
  another[Symbol.dispose]();
  await expect(agent.request("session/attach", { id: "yours" })).rejects.toMatchObject({ code: "no-such-session" });
  expect(clients).toBe(before);
});

test("an agent that is granted all still means its own session by the name it gave it", async () => {
  await start(window, "exec cat", { id: "py" });
  const agent = await host.connect("mcp", "A");
  await start(agent, "exec cat", { id: "py" });
  await window.request("grant/give", { agent: (await agentNamed("A")).agent, tier: "all", lasts: "run" });
  await agent.request("session/write", { id: "py", input: [{ text: "from A\r" }], wait: { pattern: "from A" } });
  await waitForScreen(window, "py-2", /from A/);
  expect((await window.request("session/screen", { id: "py" })).text).toBe("");
});

describe("A18 an agent that would grant itself more", () => {
  test("is refused: by the protocol, by the command without a terminal, and in a session, whatever it does to the environment", async () => {
    const agent = await host.connect("mcp", "A");
    const { agent: id } = await agentNamed("A");
    for (const client of [agent, await host.connect("script", "ada@pts/3"), await host.connect("cli", "cotty grant")]) {
      for (const lasts of ["once", "run", "always"] as const)
        await expect(client.request("grant/give", { agent: id, tier: "all", lasts })).rejects.toMatchObject({
          code: "forbidden",
        });
      await expect(client.request("grant/revoke", { agent: id })).rejects.toMatchObject({ code: "forbidden" });
      await expect(client.request("grant/dismiss", { agent: id })).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(agent.request("grant/list", {})).rejects.toMatchObject({ code: "forbidden" });
    const alone = await cotty(home, ["grant", id, "all", "--always"]);
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringMatching(/^Failed to grant: Only a person may do this/)]);

    const command = `${process.execPath} ${commandScript} grant ${id} all --run`;
    const tries = [command, `env -u COTTY_SESSION_ID -u COTTY_SESSION_KEY ${command}`];
    for (const [index, each] of tries.entries()) {
      await start(agent, `${each}; echo rc=$?; exec cat`, { id: `try-${index}`, env: home.env });
      expect(await waitForScreen(agent, `try-${index}`, /rc=\d/)).toMatch(/Only a person may do this[\s\S]*rc=1/);
    }
    expect((await agentNamed("A")).tier).toBe("own");
    const rows = readAudit(home.paths.audit, 1000).filter(({ method }) => method === "grant/give");
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every(({ decision }) => decision === "forbidden")).toBe(true);
  });

  test("a file of grants that is damaged grants nothing, and says so", async () => {
    await host[Symbol.asyncDispose]();
    writeFileSync(home.paths.grants, '[{"agent":"agent-0123456789abcdef","grant":{"tier":"admin"}}');
    host = await startTestHost({ home, args: ["--port", "0"] });
    window = await host.connect("window", "You");
    expect(await agents()).toEqual([]);
    expect(host.log()).toContain(`${home.paths.grants} is damaged and is now ${home.paths.grants}.damaged`);
  });

  test("each grant and each revocation has its row in the audit, with the agent, the tier and how long", async () => {
    await host.connect("mcp", "A");
    const { agent } = await agentNamed("A");
    await window.request("grant/give", { agent, tier: "all", lasts: "run" });
    await window.request("grant/revoke", { agent });
    const rows = readAudit(home.paths.audit, 10).map((row) => [row.name, row.method, row.agent, row.decision]);
    expect(rows).toEqual([
      ["You", "grant/give", `${agent} (all, run)`, "allowed"],
      ["You", "grant/revoke", agent, "allowed"],
    ]);
  });
});
