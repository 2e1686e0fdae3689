import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { startStopwatch } from "../../support/budget.ts";
import { commandScript } from "../../support/built.ts";
import { cottyOk } from "../../support/cotty.ts";
import { createHome, type Home, hostPid } from "../../support/home.ts";

type Answer = {
  id: number;
  result?: { content?: { text: string }[]; serverInfo?: object };
  error?: { code: number; message: string };
};

/** An agent that speaks to `cotty mcp` by hand, line by line. */
class RawAgent {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #nextId = 1;
  stderr = "";

  constructor(home: Home) {
    this.child = spawn(process.execPath, [commandScript, "mcp"], { env: home.env, cwd: home.root });
    this.child.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    createInterface(this.child.stdout).on("line", (line) => {
      this.lines.push(line);
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  request(method: string, params: object): Promise<Answer> {
    const id = this.#nextId++;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, params });
    return answer;
  }

  async begin(): Promise<Answer> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw-agent", version: "1" },
    });
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  async call(args: object): Promise<string> {
    const { result, error } = await this.request("tools/call", { name: "terminal", arguments: args });
    return result?.content?.map(({ text }) => text).join("") ?? `ERROR ${error?.code} ${error?.message}`;
  }

  async end(): Promise<{ code: number | null; tookMs: number }> {
    const watch = startStopwatch();
    this.child.stdin.end();
    const [code] = (await once(this.child, "close")) as [number | null];
    return { code, tookMs: watch.ms() };
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

  test("F12 exits within a second of the end of its stdin, quietly, and the host lives on", async () => {
    await using home = createHome();
    const agent = new RawAgent(home);
    await agent.begin();
    await agent.call({ action: "start", command: "cat", name: "stays" });
    void agent.call({ action: "wait", id: "stays", pattern: "never" });
    const { code, tookMs } = await agent.end();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(1500);
    expect(agent.stderr).toBe("");
    expect(await cottyOk(home, ["ls"])).toContain("  stays\n");
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
