/** The relay: many agents side by side, a host that dies or is not there yet, stdout, and the end. Codes: docs/threats.md. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandScript } from "../../support/built.ts";
import { createHome, type Home, processesIn } from "../../support/home.ts";
import { ERAS, startMcpAgent } from "../../support/mcp-agent.ts";
import { startTestHost, survivors } from "../../support/test-host.ts";
import { connectClient } from "../../../electron/client/host-connection.ts";
import { until } from "../../support/until.ts";

let home: Home;
beforeEach(() => {
  home = createHome();
});
/** Ends the host that a relay has started, and looks whether anything is left. */
afterEach(async () => {
  const client = await connectClient(home.paths, "test", "script").catch(() => undefined);
  if (client) {
    await client.request("host/shutdown", {}).catch(() => {});
    client[Symbol.dispose]();
  }
  await until("host and relays are gone", () => processesIn(home.root).length === 0);
  expect(survivors(home)).toEqual([]);
  await home[Symbol.asyncDispose]();
});

async function hostPid(): Promise<number> {
  using client = await connectClient(home.paths, "test", "script");
  return (await client.request("host/info", {})).pid;
}

for (const era of ERAS) {
  describe(`with a client of ${era}`, () => {
    it("terminalcp's defect 5: the first call may be list, with no host running; start works then, and after the host was killed", async () => {
      await using agent = await startMcpAgent(era, home);
      expect(await agent.call({ action: "list" })).toEqual({ text: "No active sessions", isError: false });
      expect((await agent.call({ action: "start", command: "exec cat", name: "one" })).text).toBe("one");
      const waiting = agent.call({ action: "wait", id: "one", wait: "never" });
      waiting.catch(() => {});
      const first = await hostPid();
      await agent.call({ action: "list" });
      process.kill(first, "SIGKILL");
      // What was under way fails and says so; nothing hangs.
      await expect(waiting).rejects.toThrow(/host ended/);
      expect(await agent.call({ action: "list" })).toEqual({ text: "No active sessions", isError: false });
      expect((await agent.call({ action: "start", command: "exec cat", name: "one" })).text).toBe("one");
      expect((await agent.call({ action: "stdin", id: "one", data: "hi\r", wait: "^hi$" })).text).toContain("hi");
      expect(await hostPid()).not.toBe(first);
    });

    it("after an orderly end of the host, the next call starts another", async () => {
      await using agent = await startMcpAgent(era, home);
      await agent.call({ action: "start", command: "exec cat", name: "one" });
      {
        using client = await connectClient(home.paths, "test", "script");
        await client.request("host/shutdown", {});
      }
      await until("it has gone", () => !existsSync(home.paths.socket));
      expect((await agent.call({ action: "start", command: "exec cat", name: "one" })).text).toBe("one");
    });
  });
}

describe("H15: agents side by side", () => {
  it("with the same request ids never get each other's answers, 2 × 150 interleaved", async () => {
    const agents = await Promise.all(ERAS.map((era) => startMcpAgent(era, home, { name: era })));
    await Promise.all(
      agents.map(async (agent, index) => {
        const name = `session-${index}`;
        const command = `exec python3 -u -c 'while True: print("${name}", input())'`;
        expect((await agent.call({ action: "start", command, name })).text).toBe(name);
        await Promise.all(
          Array.from({ length: 50 }, async (_, call) => {
            expect((await agent.call({ action: "term-size", id: name })).text).toMatch(/^24 80 /);
            expect((await agent.call({ action: "stdout", id: `nobody-${index}-${call}` })).text).toContain(
              `nobody-${index}-${call}.`,
            );
          }),
        );
        for (let call = 0; call < 50; call++) {
          const { text } = await agent.call({ action: "stdin", id: name, data: `${call}\r`, wait: `${name} ${call}$` });
          expect(text).toContain(`${name} ${call}`);
        }
      }),
    );
    for (const agent of agents) await agent[Symbol.asyncDispose]();
  });
});

describe("terminalcp's defect 2 over MCP: a cold start", () => {
  it("of six agents at once yields one host that all of them use", async () => {
    const agents = await Promise.all(Array.from({ length: 6 }, (_, i) => startMcpAgent(ERAS[i % 2] ?? "2025", home)));
    const started = await Promise.all(
      agents.map((agent, i) => agent.call({ action: "start", command: "exec cat", name: `race${i}` })),
    );
    expect(started.map(({ text }) => text)).toEqual(agents.map((_, i) => `race${i}`));
    using person = await connectClient(home.paths, "test", "script");
    expect((await person.request("session/list", {})).map(({ id }) => id).sort()).toEqual(agents.map((_, i) => `race${i}`));
    for (const agent of agents) await agent[Symbol.asyncDispose]();
  });
});

describe("a connection that is lost while the host lives", () => {
  it("an agent gets its sessions back with its next call", async () => {
    await using host = await startTestHost();
    // A run directory of its own, whose socket leads to the host for as long as we let it.
    const { paths } = home;
    mkdirSync(paths.runDirectory, { recursive: true, mode: 0o700 });
    copyFileSync(host.home.paths.token, paths.token);
    const passing = new Set<Socket>();
    const between = createServer((near) => {
      const far = connect(host.home.paths.socket);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        passing.add(one.on("error", () => {}).on("close", () => other.destroy()));
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => between.listen(paths.socket, resolve));
    {
      await using agent = await startMcpAgent("2025", home, { name: "kept" });
      await using stranger = await startMcpAgent("2026-07-28", home, { name: "kept" });
      await agent.call({ action: "start", command: "exec cat", name: "py" });
      const waiting = agent.call({ action: "wait", id: "py", wait: "never" });
      waiting.catch(() => {});
      await stranger.call({ action: "list" });
      for (const socket of passing) socket.destroy();
      await expect(waiting).rejects.toThrow(/connection to the Cotty host was lost/);
      expect((await agent.call({ action: "list" })).text).toContain("py running");
      expect((await stranger.call({ action: "list" })).text).toBe("No active sessions");
      expect((await agent.call({ action: "stdin", id: "py", data: "x\r", wait: "^x$" })).isError).toBe(false);
    }
    await new Promise((resolve) => between.close(resolve));
  });
});

describe("an agent that its client starts again", () => {
  it("finds its sessions, in the same folder; one beside it does not", async () => {
    const first = await startMcpAgent("2025", home, { name: "restarted" });
    await first.call({ action: "start", command: "exec cat", name: "py" });
    await using beside = await startMcpAgent("2025", home, { name: "restarted" });
    expect((await beside.call({ action: "list" })).text).toBe("No active sessions");
    await first[Symbol.asyncDispose]();
    await using again = await startMcpAgent("2026-07-28", home, { name: "restarted" });
    expect((await again.call({ action: "list" })).text).toMatch(/^py running /);
    expect((await again.call({ action: "stdin", id: "py", data: "x\r", wait: "^x$" })).isError).toBe(false);
    await using elsewhere = await startMcpAgent("2025", home, { name: "restarted", cwd: "/" });
    expect((await elsewhere.call({ action: "list" })).text).toBe("No active sessions");
  });
});

describe("an agent that was not alone", () => {
  it.each(["the first", "the second"])("finds the sessions of %s, whichever was started and ended last", async (which) => {
    const agents = [await startMcpAgent("2025", home, { name: "twins" }), await startMcpAgent("2025", home, { name: "twins" })];
    const [owner, other] = which === "the first" ? agents : agents.toReversed();
    await owner?.call({ action: "start", command: "exec cat", name: "py" });
    await other?.call({ action: "list" });
    await owner?.[Symbol.asyncDispose]();
    await other?.[Symbol.asyncDispose]();
    await using again = await startMcpAgent("2025", home, { name: "twins" });
    expect((await again.call({ action: "list" })).text).toMatch(/^py running /);
    await using beside = await startMcpAgent("2025", home, { name: "twins" });
    expect((await beside.call({ action: "list" })).text).toBe("No active sessions");
  });
});

describe("the tool's name", () => {
  it.each([
    ["cotty mcp", "cotty.js", "mcp", "terminal"],
    ["cotty --mcp", "cotty.js", "--mcp", "terminalcp"],
    ["terminalcp --mcp", "terminalcp", "--mcp", "terminalcp"],
    ["terminalcp mcp", "terminalcp", "mcp", "terminalcp"],
  ])("%s: existing permission rules find it", async (_, script, argument, listed) => {
    const link = join(home.root, script);
    symlinkSync(commandScript, link);
    await using agent = await startMcpAgent("2025", home, { command: [link, argument] });
    expect((await agent.tools()).map(({ name }) => name)).toEqual([listed]);
    for (const name of ["terminal", "terminalcp"]) {
      expect(await agent.call({ action: "version" }, {}, name)).toEqual({ text: "0.1.0", isError: false });
    }
    await expect(agent.call({ action: "version" }, {}, "shell")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`Unknown tool: shell. The tool is called ${listed}`) as string,
    });
  });
});

describe("the relay's process", () => {
  it("says nothing but JSON-RPC on stdout, whatever it is sent, and ends with its stdin (terminalcp's defect 10)", async () => {
    const relay = spawn(process.execPath, [commandScript, "mcp"], { env: home.env, stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    relay.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    const lines = (): Record<string, unknown>[] =>
      stdout
        .split("\n")
        .filter((line) => line !== "")
        .flatMap((line): Record<string, unknown>[] => {
          const answer = JSON.parse(line) as Record<string, unknown> | Record<string, unknown>[];
          return Array.isArray(answer) ? answer : [answer];
        });
    relay.stdin.write('this is no JSON\n{"jsonrpc":"2.0"}\n[1,2]\nnull\n');
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: "first", method: "initialize", params })}\n`);
    await until("it answers", () => lines().some(({ id }) => id === "first"));
    relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    const start = { name: "terminal", arguments: { action: "start", command: "yes | head -c 2000000; exec cat", name: "noisy" } };
    relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: start })}\n`);
    const stream = { name: "terminal", arguments: { action: "stream", id: "noisy", strip_ansi: false } };
    relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 8, method: "tools/call", params: stream })}\n`);
    await until("it has answered all", () => lines().some(({ id }) => id === 8));
    expect(lines().every((line) => line["jsonrpc"] === "2.0")).toBe(true);
    // Connected to the host, and with a wait under way.
    const wait = { name: "terminal", arguments: { action: "wait", id: "noisy", wait: "never" } };
    relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/call", params: wait })}\n`);
    const ended = once(relay, "exit");
    relay.stdin.end();
    expect(await ended).toEqual([0, null]);
    lines();
  });
});
