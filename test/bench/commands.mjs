/** What one command of a shell costs, with the host running and without. */
import { spawnSync } from "node:child_process";
import { startMcp } from "./mcp-client.mjs";
import { COTTY, isInstalled, median, printTable, timeCommand, withTemporaryHome } from "./measure.mjs";
import { terminalcp } from "./peers.mjs";

/** How long the command that has to start its host takes, each time in a new home. */
async function firstCommands(node, times) {
  const measured = [];
  for (let i = 0; i < times; i++) {
    await withTemporaryHome(async (home) => {
      const env = { ...process.env, COTTY_HOME: home, HOME: home };
      measured.push(timeCommand([node, COTTY, "start", "s", "cat"], { runs: 1, env })[0]);
    });
  }
  return measured;
}

export async function commands({ samples = 20 } = {}) {
  const runs = Math.min(samples, 30);
  await withTemporaryHome(async (home) => {
    const env = { ...process.env, COTTY_HOME: home, HOME: home };
    const node = process.execPath;
    const first = median(await firstCommands(node, Math.min(runs, 5)));
    timeCommand([node, COTTY, "start", "s", "cat"], { runs: 1, env });
    const measured = {
      "node -e 0": timeCommand([node, "-e", "0"], { runs, env }),
      "cotty ls": timeCommand([node, COTTY, "ls"], { runs, env }),
      "cotty stdin": timeCommand([node, COTTY, "stdin", "s", "x"], { runs, env }),
      "cotty stdout": timeCommand([node, COTTY, "stdout", "s"], { runs, env }),
    };
    const initialize = [];
    for (let i = 0; i < Math.min(runs, 10); i++) {
      const start = performance.now();
      const mcp = await startMcp([node, COTTY, "mcp"], env);
      initialize.push(performance.now() - start);
      mcp.close();
    }
    measured["cotty mcp, start to initialize answered"] = initialize;
    if (isInstalled("tmux")) {
      const tmux = ["tmux", "-L", `cmd-${process.pid}`, "-f", "/dev/null"];
      spawnSync(tmux[0], [...tmux.slice(1), "new-session", "-d", "cat"]);
      measured["tmux list-sessions"] = timeCommand([...tmux, "list-sessions"], { runs });
      spawnSync(tmux[0], [...tmux.slice(1), "kill-server"]);
    }
    const peer = terminalcp();
    if (peer) {
      spawnSync(node, [peer, "start", "s", "cat"], { env });
      measured["terminalcp ls"] = timeCommand([node, peer, "ls"], { runs: Math.min(runs, 10), env });
      spawnSync(node, [peer, "kill-server"], { env });
    }
    const base = median(measured["node -e 0"]);
    const rows = Object.entries(measured).map(([command, times]) => ({
      command,
      "median ms": median(times),
      "× node -e 0": median(times) / base,
    }));
    rows.push({ command: "cotty start, no host running", "median ms": first, "× node -e 0": first / base });
    printTable("One command from a shell", rows);
  });
}
