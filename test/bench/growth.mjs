/**
 * One session is written into without end: does the host stay small and
 * responsive, and what does a late reader pay?
 */
import { spawnSync } from "node:child_process";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, percentile, printTable, rssMb, treeRssMb, withTemporaryHome } from "./measure.mjs";

const LINE = "a line of a build that never ends, as long as such lines are in practice";
const flood = (megabytes) => `yes '${LINE}' | head -c ${megabytes}M`;

/** Asks the host something small every few milliseconds: how long its event loop keeps others waiting. */
async function pingDuring(client, work) {
  const times = [];
  const ended = work.then(() => true);
  for (let done = false; !done;) {
    const start = performance.now();
    await client.request("session/list", {});
    times.push(performance.now() - start);
    done = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5, false))]);
  }
  return times;
}

async function cotty(megabytes) {
  return withTemporaryHome(async (home) => {
    const client = await connectHost(home);
    const pinger = await connectHost(home);
    const before = treeRssMb(client.pid);
    let peak = 0;
    const sampler = setInterval(() => (peak = Math.max(peak, rssMb(client.pid))), 50);
    const start = performance.now();
    const run = client.request("session/create", {
      id: "flood",
      command: flood(megabytes),
      wait: { exit: true, timeoutMs: 3_600_000 },
    });
    const pings = await pingDuring(pinger, run);
    const seconds = (performance.now() - start) / 1000;
    clearInterval(sampler);

    const { offset } = (await client.request("session/list")).find(({ id }) => id === "flood");
    const readStart = performance.now();
    await client.request("session/read", { id: "flood", since: offset - 2000 });
    const readMs = performance.now() - readStart;
    const attachStart = performance.now();
    const snapshot = await client.request("session/attach", { id: "flood" });
    const attachMs = performance.now() - attachStart;
    client.close();
    pinger.close();
    return {
      "MB/s": megabytes / seconds,
      "peak MB": peak,
      "grew MB": peak - before,
      "answer p50 ms": percentile(pings, 0.5),
      "answer p99 ms": percentile(pings, 0.99),
      "answer p99.9 ms": percentile(pings, 0.999),
      "read near the end ms": readMs,
      "late attach ms": attachMs,
      "late attach kB": snapshot.screen.length / 1000,
    };
  });
}

function tmux(megabytes) {
  const name = `growth-${process.pid}`;
  const server = ["-L", name, "-f", "/dev/null"];
  const start = performance.now();
  const command = `${flood(megabytes)}; tmux -L ${name} wait-for -S done; sleep 100`;
  spawnSync("tmux", [...server, "new-session", "-d", "-x", "80", "-y", "24", command]);
  spawnSync("tmux", [...server, "wait-for", "done"]);
  const seconds = (performance.now() - start) / 1000;
  const pid = Number(spawnSync("tmux", [...server, "display-message", "-p", "#{pid}"], { encoding: "utf8" }).stdout);
  const peak = rssMb(pid);
  spawnSync("tmux", [...server, "kill-server"]);
  return { "MB/s": megabytes / seconds, "peak MB": peak };
}

/** `megabytes` into one session; twice as much shows whether memory grows with it. */
export async function growth({ megabytes = 500 } = {}) {
  const rows = [];
  for (const size of [megabytes, 2 * megabytes]) rows.push({ contender: `cotty, ${size} MB`, ...(await cotty(size)) });
  if (isInstalled("tmux")) rows.push({ contender: `tmux, ${megabytes} MB`, ...tmux(megabytes) });
  printTable("Growth: one session written into without end", rows);
}
