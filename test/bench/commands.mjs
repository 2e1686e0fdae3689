/** What one command of a shell costs, with the host running and without. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { startMcp } from "./mcp-client.mjs";
import { COTTY, isInstalled, median, printTable, timeCommand, withTemporaryHome } from "./measure.mjs";
import { terminalcp } from "./peers.mjs";

/** Connects to a socket and ends, as a client of a host does that uses Node's public interface. */
const CONNECT = `require("node:net").connect(process.argv[1], () => process.exit())`;

/** With certificates to add, Node reads them at each start, which takes longer than its start. That would hide what a command takes. */
function environment(home) {
  return { ...process.env, NODE_EXTRA_CA_CERTS: undefined, COTTY_HOME: home, HOME: home };
}

/** How long the command that has to start its host takes, each time in a new home. */
async function firstCommands(node, times) {
  const measured = [];
  for (let i = 0; i < times; i++) {
    await withTemporaryHome(async (home) => {
      measured.push(timeCommand([node, COTTY, "start", "s", "cat"], { runs: 1, env: environment(home) })[0]);
    });
  }
  return measured;
}

/** Each command once in each round, so that a machine whose speed changes changes it for all of them. */
function timeInTurn(contenders, { runs, env }) {
  const measured = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let i = 0; i < runs; i++)
    for (const [name, command] of Object.entries(contenders)) measured[name].push(...timeCommand(command, { runs: 1, env }));
  return measured;
}

export async function commands({ samples = 20 } = {}) {
  const runs = Math.min(samples, 30);
  await withTemporaryHome(async (home) => {
    const env = environment(home);
    const node = process.execPath;
    const first = median(await firstCommands(node, Math.min(runs, 5)));
    timeCommand([node, COTTY, "start", "s", "cat"], { runs: 1, env });
    const contenders = {
      "node -e 0": [node, "-e", "0"],
      "node, connected by node:net": [node, "-e", CONNECT, join(home, "run/cotty.sock")],
      "cotty ls": [node, COTTY, "ls"],
      "cotty stdin": [node, COTTY, "stdin", "s", "x"],
      "cotty stdout": [node, COTTY, "stdout", "s"],
    };
    const tmux = ["tmux", "-L", `cmd-${process.pid}`, "-f", "/dev/null"];
    const hasTmux = isInstalled("tmux");
    if (hasTmux) {
      spawnSync(tmux[0], [...tmux.slice(1), "new-session", "-d", "cat"]);
      contenders["tmux list-sessions"] = [...tmux, "list-sessions"];
    }
    const peer = terminalcp();
    if (peer) {
      spawnSync(node, [peer, "start", "s", "cat"], { env });
      contenders["terminalcp ls"] = [node, peer, "ls"];
    }
    const measured = timeInTurn(contenders, { runs, env });
    if (hasTmux) spawnSync(tmux[0], [...tmux.slice(1), "kill-server"]);
    if (peer) spawnSync(node, [peer, "kill-server"], { env });
    const initialize = [];
    for (let i = 0; i < Math.min(runs, 10); i++) {
      const start = performance.now();
      const mcp = await startMcp([node, COTTY, "mcp"], env);
      initialize.push(performance.now() - start);
      mcp.close();
    }
    measured["cotty mcp, start to initialize answered"] = initialize;
    const bases = measured["node -e 0"];
    const base = median(bases);
    const rows = Object.entries(measured).map(([command, times]) => ({
      command,
      "median ms": median(times),
      "× node -e 0": median(times) / base,
      // Of each round, because the speed of a machine changes from one round to the next.
      "ms more than node -e 0": median(times.map((time, round) => time - bases[round])),
    }));
    rows.push({
      command: "cotty start, no host running",
      "median ms": first,
      "× node -e 0": first / base,
      "ms more than node -e 0": first - base,
    });
    printTable("One command from a shell", rows);
  });
}
