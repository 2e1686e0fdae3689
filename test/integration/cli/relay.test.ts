import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cottyOk } from "../../support/cotty.ts";
import { createHome, hostPid } from "../../support/home.ts";
import { RawAgent } from "../../support/raw-agent.ts";
import { until } from "../../support/until.ts";

/** A descriptor may be closed meanwhile. */
function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor).startsWith("socket:");
  } catch {
    return false;
  }
}

describe("cotty mcp", () => {
  test("starts a host, names the agent, and drives a session that the command line sees", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    expect((await agent.begin()).result?.serverInfo).toBeDefined();
    await agent.call({ action: "start", command: "cat", name: "mine" });
    const [session] = JSON.parse(await cottyOk(home, ["ls", "--json"])) as { id: string; owner: object; cwd: string }[];
    expect(session).toMatchObject({ id: "mine", owner: { name: "raw-agent", kind: "mcp" }, cwd: home.root });
    await agent.end();
  });

  test("list before any start does not poison it (terminalcp's defect 5)", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    expect(await agent.call({ action: "list" })).not.toContain("ERROR");
    expect(await agent.call({ action: "start", command: "cat", name: "later" })).toContain("later");
    await agent.end();
  });

  test("F4 goes on with a new host after the old one was killed, and says what is lost", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    await agent.call({ action: "start", command: "cat", name: "lost" });
    const pending = agent.call({ action: "wait", id: "lost", pattern: "never" });
    await agent.call({ action: "list" });
    process.kill(hostPid(home), "SIGKILL");
    expect(await pending).toMatch(/^ERROR -32000 .*sessions are gone/);
    expect(await agent.call({ action: "start", command: "cat", name: "next" })).toContain("next");
    expect(await cottyOk(home, ["ls"])).toMatch(/^ {2}next\n/);
    await agent.end();
  });

  test("F4 says so after the host was killed between two calls, once, and an error of the tool says it, too", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    await agent.call({ action: "start", command: "cat", name: "lost" });
    const sockets = (): number => {
      const folder = `/proc/${agent.child.pid}/fd`;
      return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length;
    };
    const before = sockets();
    process.kill(hostPid(home), "SIGKILL");
    await until("the end of the connection", () => sockets() < before);
    const told = /lost.*\[host lost before this call .*sessions are gone[^\]]*\]$/s;
    // The answer to a start stays as it is.
    expect(await agent.call({ action: "start", command: "cat", name: "next" })).toBe("next");
    expect(await agent.call({ action: "stdout", id: "lost" })).toMatch(told);
    expect(await agent.call({ action: "stdout", id: "lost" })).not.toContain("sessions are gone");
    await agent.end();
  });

  test("F12 ends when its stdout is closed", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    agent.child.stdout.destroy();
    agent.child.stdin.on("error", () => {});
    const closed = once(agent.child, "exit");
    agent.send({ id: 99, method: "ping" });
    const [code] = (await closed) as [number | null];
    expect(code).toBe(0);
    expect(agent.stderr).toBe("");
  });

  test("a request right before the end of stdin is still answered", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    const answer = agent.request("ping", {});
    await agent.end();
    expect((await answer).result).toEqual({});
  });

  test("a batch with a cancelled call is answered with the others, and the end of stdin waits for no cancelled one", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    await agent.call({ action: "start", command: "cat", name: "quiet" });
    const wait = (id: number): object => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name: "terminal", arguments: { action: "wait", id: "quiet", wait: "never" } },
    });
    agent.child.stdin.write(`${JSON.stringify([wait(100), { jsonrpc: "2.0", id: 101, method: "ping" }])}\n`);
    agent.send({ method: "notifications/cancelled", params: { requestId: 100 } });
    const answers = await until("the batch's answer", () => agent.lines.find((line) => line.startsWith("[")));
    expect(JSON.parse(answers)).toEqual([{ jsonrpc: "2.0", id: 101, result: {} }]);
    agent.child.stdin.write(`${JSON.stringify([wait(102)])}\n`);
    agent.send({ method: "notifications/cancelled", params: { requestId: 102 } });
    const count = agent.lines.length;
    expect(await agent.call({ action: "list" })).toContain("quiet");
    await agent.end();
    expect(agent.lines).toHaveLength(count + 1);
  });

  test("stdout carries MCP and nothing else, garbage included", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    agent.child.stdin.write("hello\n");
    await agent.begin();
    await agent.end();
    for (const line of agent.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(agent.lines[0]).toContain("-32700");
  });
});
