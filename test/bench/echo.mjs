/** From a keystroke to its echo, over connections that are open already. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { connectHost } from "./cotty-client.mjs";
import { startMcp } from "./mcp-client.mjs";
import { background, COTTY, isInstalled, percentile, printTable, ROOT, withTemporaryHome } from "./measure.mjs";
import { terminalcp } from "./peers.mjs";

const require = createRequire(join(ROOT, "package.json"));

async function sample(samples, once) {
  const times = [];
  for (let i = 0; i < samples + 10; i++) {
    const start = performance.now();
    await once(i);
    if (i >= 10) times.push(performance.now() - start);
  }
  return times;
}

const row = (contender, times) => ({
  contender,
  "p50 ms": percentile(times, 0.5),
  "p95 ms": percentile(times, 0.95),
  "p99 ms": percentile(times, 0.99),
});

async function bareNodePty(samples) {
  const { spawn } = require("node-pty");
  const pty = spawn("sh", ["-c", "stty raw -echo; exec cat"], { encoding: null });
  let heard = () => {};
  pty.onData(() => heard());
  pty.write("x");
  await new Promise((resolve) => (heard = resolve));
  const times = await sample(samples, () => {
    const answer = new Promise((resolve) => (heard = resolve));
    pty.write("x");
    return answer;
  });
  pty.kill();
  return times;
}

async function tmuxControl(samples) {
  const child = background(
    "tmux",
    ["-L", `echo-${process.pid}`, "-f", "/dev/null", "-C", "new-session", "-s", "e", "stty raw -echo; exec cat"],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  let heard = () => {};
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (data) => data.includes("%output") && heard());
  const once = () => {
    const answer = new Promise((resolve) => (heard = resolve));
    child.stdin.write("send-keys -t e x\n");
    return answer;
  };
  await once();
  const times = await sample(samples, once);
  child.stdin.write("kill-server\n");
  return times;
}

async function cottySocket(home, samples) {
  const client = await connectHost(home);
  await client.request("session/create", {
    id: "echo",
    command: "stty raw -echo; echo ready; exec cat",
    wait: { pattern: "ready" },
  });
  await client.request("session/attach", { id: "echo" });
  const times = await sample(samples, () => {
    const answer = new Promise((resolve) => {
      const stop = client.onEvent((name) => {
        if (name !== "session/output") return;
        stop();
        resolve();
      });
    });
    void client.request("session/write", { id: "echo", input: [{ text: "x" }] });
    return answer;
  });
  await client.request("session/stop", { id: "echo" });
  client.close();
  return times;
}

async function cottyMcp(home, samples) {
  const mcp = await startMcp([process.execPath, COTTY, "mcp"], { ...process.env, COTTY_HOME: home });
  await mcp.call("terminal", { action: "start", command: "echo ready; exec cat", name: "line", wait: "ready" });
  const times = await sample(samples, (i) =>
    mcp.call("terminal", { action: "stdin", id: "line", data: `line ${i}\r`, wait: `line ${i}$` }),
  );
  await mcp.call("terminal", { action: "stop", id: "line" });
  mcp.close();
  return times;
}

/** The same while 20 other sessions write 1 000 lines a second each. */
async function cottyMcpAmongBusy(home, samples) {
  const client = await connectHost(home);
  // By builtins alone: forty new processes every tenth of a second would be measured instead.
  const command = `lines=$(seq 100); exec 9<> <(:); while :; do echo "$lines"; read -rt 0.1 -u 9; done`;
  const ids = Array.from({ length: 20 }, (_, i) => `busy-${i}`);
  for (const id of ids) await client.request("session/create", { id, command: `exec bash -c '${command}'` });
  const times = await cottyMcp(home, samples);
  for (const id of ids) await client.request("session/stop", { id });
  client.close();
  return times;
}

async function terminalcpMcp(program, home, samples, enter) {
  const mcp = await startMcp([process.execPath, program, "--mcp"], { ...process.env, HOME: home });
  await mcp.call("terminalcp", { args: { action: "start", command: "exec cat", name: "line" } });
  const times = await sample(samples, async (i) => {
    // A line feed ends the line without terminalcp's pause before every Enter.
    const data = `line ${i}${enter ? "\r" : "\n"}`;
    await mcp.call("terminalcp", { args: { action: "stdin", id: "line", data } });
    for (let looks = 0; looks < 100; looks++) {
      if ((await mcp.call("terminalcp", { args: { action: "stdout", id: "line", lines: 5 } })).includes(`line ${i}`)) return;
    }
    throw new Error(`terminalcp never showed line ${i}`);
  });
  await mcp.call("terminalcp", { args: { action: "kill-server" } });
  mcp.close();
  return times;
}

export async function echo({ samples = 300 } = {}) {
  await withTemporaryHome(async (home) => {
    const rows = [row("bare node-pty", await bareNodePty(samples))];
    if (isInstalled("tmux")) rows.push(row("tmux -C", await tmuxControl(samples)));
    rows.push(row("cotty socket, write to output event", await cottySocket(home, samples)));
    rows.push(row("cotty MCP, stdin with wait, Enter included", await cottyMcp(home, samples)));
    rows.push(row("the same among 20 sessions with 1 000 lines/s each", await cottyMcpAmongBusy(home, samples)));
    const peer = terminalcp();
    if (peer) {
      rows.push(row("terminalcp MCP, stdin + stdout", await terminalcpMcp(peer, home, Math.min(samples, 100), false)));
      rows.push(row("terminalcp MCP, the same with Enter", await terminalcpMcp(peer, home, Math.min(samples, 20), true)));
    }
    const slowest = rows.at(-1)["p50 ms"];
    printTable(
      "Keystroke to echo",
      rows.map((one) => ({ ...one, "terminalcp with Enter is × slower": slowest / one["p50 ms"] })),
    );
  });
}
