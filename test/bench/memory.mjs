/** Many idle sessions: memory of the host's process tree without the programs themselves, and time to start them. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, printTable, rssMb, withTemporaryHome } from "./measure.mjs";

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

export async function memory({ count } = {}) {
  const rows = [];
  for (const sessions of count ? [count] : [50, 200]) {
    rows.push({ contender: "cotty", sessions, ...(await cotty(sessions)) });
    if (isInstalled("tmux")) rows.push({ contender: "tmux", sessions, ...tmux(sessions), "stop all s": "", "fds left": "" });
  }
  printTable("Idle sessions", rows);
}
