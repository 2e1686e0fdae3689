/** Many sessions that print all the time while nobody looks: what do they cost the host? */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, median, printTable, run, withTemporaryHome } from "./measure.mjs";

const SESSIONS = 24;
const LINES_PER_SECOND = 200;
/** A tick of the clock that /proc counts in. */
const TICK_MS = 10;

const pause = 1 / LINES_PER_SECOND;
const program = `exec perl -e '$| = 1; for (;;) { print "[", $i++, "] compiling the next module of the project\\n"; select(undef, undef, undef, ${pause}) }'`;

/** What a process has used of a core so far, in ms. */
function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** In percent of a core, second by second. */
async function watch(pid, seconds) {
  const shares = [];
  for (let i = 0; i < seconds; i++) {
    const [before, start] = [cpuMs(pid), performance.now()];
    await sleep(1000);
    shares.push(((cpuMs(pid) - before) / (performance.now() - start)) * 100);
  }
  return shares;
}

/** Both at the same time, so that what else the machine does hits them alike. */
export async function busy({ quick, seconds = quick ? 6 : 15 } = {}) {
  await withTemporaryHome(async (home) => {
    const client = await connectHost(home);
    const pids = { cotty: client.pid };
    const server = `busy-${process.pid}`;
    try {
      for (let i = 0; i < SESSIONS; i++) await client.request("session/create", { id: `busy-${i}`, command: program });
      if (isInstalled("tmux")) {
        const tmux = (...args) => run("tmux", ["-L", server, "-f", "/dev/null", ...args]);
        tmux("new-session", "-d", "-s", "busy", program);
        for (let i = 1; i < SESSIONS; i++) tmux("new-window", "-d", "-t", "busy", program);
        pids.tmux = Number(tmux("display-message", "-p", "#{pid}"));
      }
      // What starting them costs is not asked here.
      await sleep(2000);
      const shares = await Promise.all(Object.values(pids).map((pid) => watch(pid, seconds)));
      printTable(
        `${SESSIONS} sessions with ${LINES_PER_SECOND} lines/s each, nobody looks`,
        Object.keys(pids).map((contender, i) => ({
          contender,
          "% of a core": median(shares[i]),
          "× tmux": pids.tmux ? median(shares[i]) / median(shares[1]) : "",
        })),
      );
    } finally {
      spawnSync("tmux", ["-L", server, "kill-server"], { stdio: "ignore" });
      client.close();
    }
  });
}
