/**
 * Memory of the host's process tree without the programs themselves: with many idle
 * sessions, and time to start them; and with many whose scrollback is full.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, printTable, rssMb, withTemporaryHome } from "./measure.mjs";

/** Lines that a full session prints: what the scrollback holds, and the screen. */
const FULL_LINES = 10_050;
/** What is printed in one go: sessions that are filled at the same time. */
const AT_ONCE = 8;
/** Lines of a build, 30 to 110 columns, a third of them with colors. */
const FILL = `awk 'BEGIN { for (i = 1; i <= ${FULL_LINES}; i++) {
  path = sprintf("src/modules/%03d/file_%d.ts", i % 300, i)
  if (i % 3 == 0) printf "\\033[32m[%5d]\\033[0m \\033[1m%s\\033[0m compiled in %d ms\\n", i, path, i % 97
  else if (i % 3 == 1) printf "[%5d] %s\\n", i, path
  else printf "[%5d] %s: checked %d declarations against %d others, no problems were found here\\n", i, path, i % 89, i % 53
} print "filled" }'; exec cat`;

const descriptors = (pid) => readdirSync(`/proc/${pid}/fd`).length;

async function cotty(count) {
  return withTemporaryHome(async (home) => {
    const client = await connectHost(home);
    const before = rssMb(client.pid);
    const fdsBefore = descriptors(client.pid);
    const start = performance.now();
    await Promise.all(
      Array.from({ length: count }, (_, i) => client.request("session/create", { id: `s${i}`, command: "exec cat" })),
    );
    // The last one answers a question about its screen: everything is up.
    await client.request("session/screen", { id: `s${count - 1}` });
    const startMs = performance.now() - start;
    const rss = rssMb(client.pid);
    const stopStart = performance.now();
    await client.request("session/stop-all");
    const stopMs = performance.now() - stopStart;
    const result = {
      "RSS MB": rss,
      "per session kB": ((rss - before) * 1024) / count,
      "start all s": startMs / 1000,
      "stop all s": stopMs / 1000,
      "fds left": descriptors(client.pid) - fdsBefore,
    };
    client.close();
    return result;
  });
}

function tmux(count) {
  const server = ["-L", `mem-${process.pid}`, "-f", "/dev/null"];
  const start = performance.now();
  for (let i = 0; i < count; i++) spawnSync("tmux", [...server, "new-session", "-d", "-s", `s${i}`, "exec cat"]);
  const startMs = performance.now() - start;
  const pid = Number(spawnSync("tmux", [...server, "display-message", "-p", "#{pid}"], { encoding: "utf8" }).stdout);
  const rss = rssMb(pid);
  spawnSync("tmux", [...server, "kill-server"]);
  return { "RSS MB": rss, "per session kB": (rss * 1024) / count, "start all s": startMs / 1000 };
}

async function cottyFull(count) {
  return withTemporaryHome(async (home) => {
    const client = await connectHost(home);
    const before = rssMb(client.pid);
    const start = performance.now();
    let peak = 0;
    for (let first = 0; first < count; first += AT_ONCE) {
      const ids = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, i) => `s${first + i}`);
      const wait = { pattern: "^filled$", timeoutMs: 60_000 };
      await Promise.all(ids.map((id) => client.request("session/create", { id, command: FILL, wait })));
      peak = Math.max(peak, rssMb(client.pid));
    }
    const fillMs = performance.now() - start;
    const { bufferRows } = await client.request("session/screen", { id: `s${count - 1}`, lines: 1 });
    // What is packed when a program has paused is packed then.
    await sleep(5000);
    const rss = rssMb(client.pid);
    await client.request("session/stop-all");
    client.close();
    const perSession = ((rss - before) * 1024) / count;
    return { "rows each": bufferRows, "RSS MB": rss, "per session kB": perSession, "peak MB": peak, "fill s": fillMs / 1000 };
  });
}

async function tmuxFull(count) {
  const directory = mkdtempSync(join(tmpdir(), "bench-tmux-"));
  const configuration = join(directory, "tmux.conf");
  writeFileSync(configuration, "set -g history-limit 10000\n");
  const run = (...args) =>
    spawnSync("tmux", ["-L", `full-${process.pid}`, "-f", configuration, ...args], { encoding: "utf8" }).stdout.trim();
  const rows = (i) => Number(run("display-message", "-p", "-t", `s${i}`, "#{history_size}"));
  const start = performance.now();
  for (let first = 0; first < count; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, count);
    for (let i = first; i < last; i++) run("new-session", "-d", "-x", "80", "-y", "24", "-s", `s${i}`, FILL);
    // A tenth goes at once when it is full.
    for (let i = first; i < last; i++) while (rows(i) < 9000) await sleep(20);
  }
  const fillMs = performance.now() - start;
  await sleep(1000);
  const rss = rssMb(Number(run("display-message", "-p", "#{pid}")));
  const kept = rows(count - 1);
  run("kill-server");
  rmSync(directory, { recursive: true });
  return { "rows each": kept, "RSS MB": rss, "per session kB": (rss * 1024) / count, "peak MB": "", "fill s": fillMs / 1000 };
}

export async function memory({ count } = {}) {
  const rows = [];
  for (const sessions of count ? [count] : [50, 200]) {
    rows.push({ contender: "cotty", sessions, ...(await cotty(sessions)) });
    if (isInstalled("tmux")) rows.push({ contender: "tmux", sessions, ...tmux(sessions), "stop all s": "", "fds left": "" });
  }
  printTable("Idle sessions", rows);
  const sessions = count ?? 200;
  const full = [{ contender: "cotty", sessions, ...(await cottyFull(sessions)) }];
  if (isInstalled("tmux")) full.push({ contender: "tmux, history-limit 10000", sessions, ...(await tmuxFull(sessions)) });
  printTable("Sessions with a full scrollback of 10 000 rows", full);
}
