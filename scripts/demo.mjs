/**
 * `npm run demo`: something to look at. Agents without a model debug a crash,
 * use a Python prompt and start a few programs; one asks, one fails. They work
 * in the host that runs, or in one that this starts and ends.
 *
 * `--port N` is the window's port; `--tui NAME` the whole-screen program.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.mjs";
import { root } from "./run.mjs";

const COMMAND = join(root, "bin/cotty.js");
/** After its last line a scene that goes on begins again. */
const AGAIN_MS = 5_000;

const { values: options } = parseArgs({ options: { port: { type: "string" }, tui: { type: "string" } } });
if (process.platform === "win32") {
  console.error("The demo's programs need a POSIX shell; there is none on Windows. Run it inside WSL.");
  process.exit(1);
}
prepare();
// What follows comes from packages, which are only now sure to be there.
const { startAgent } = await import("./demo/agent.mjs");
const { scenes } = await import("./demo/scenes.mjs");

const interrupted = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
const folder = mkdtempSync(join(tmpdir(), "cotty-demo-"));
const agents = new Map();
const started = [];
let isOver = false;
const host = await findOrStartHost();
try {
  console.log(`\nWatch it here (the address opens once):\n\n  ${host.address}\n`);
  const planned = withFreeIds(scenes(folder, options.tui));
  for (const scene of planned) await begin(scene);
  printWhatToTry(planned);
  for (const scene of planned) if (scene.steps) void play(scene);
  await Promise.race([interrupted, host.gone]);
} catch (error) {
  console.error(`The demo could not go on: ${error.message}`);
  process.exitCode = 1;
} finally {
  await end();
}

/** The host that runs, or one of our own: out of reach of the Ctrl+C that ends us, so that we can end it in order. */
async function findOrStartHost() {
  const running = spawnSync(process.execPath, [COMMAND, "version", "--json"], { encoding: "utf8" });
  if (running.status === 0) {
    const { url } = JSON.parse(spawnSync(process.execPath, [COMMAND, "serve", "--json"], { encoding: "utf8" }).stdout);
    return { address: url, gone: new Promise(() => {}), close: async () => {} };
  }
  const args = [COMMAND, "serve", ...(options.port === undefined ? [] : ["--port", options.port])];
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "close");
  const [address] = await Promise.race([once(createInterface(child.stdout), "line"), gone]);
  if (typeof address !== "string") process.exit(1);
  return {
    address,
    gone,
    close: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** The host may have sessions of the same names, from the last demo for one. */
function withFreeIds(planned) {
  const { stdout } = spawnSync(process.execPath, [COMMAND, "ls", "--json"], { encoding: "utf8" });
  const taken = new Set(JSON.parse(stdout).map(({ id }) => id));
  let suffix = "";
  for (let n = 2; planned.some(({ id }) => taken.has(id + suffix)); n++) suffix = `-${n}`;
  return planned.map((scene) => ({ ...scene, id: scene.id + suffix }));
}

async function begin({ id, agent: name, command, prompt }) {
  if (!agents.has(name)) agents.set(name, await startAgent(name, folder));
  await agents.get(name).start(id, command, prompt === undefined ? {} : { wait: prompt });
  started.push(id);
}

/** Types a scene's lines. A person who takes over is let be; some scenes go on once they have handed back. */
async function play({ id, agent, steps, prompt, again }) {
  try {
    for (;;) {
      await agents.get(agent).type(id, steps, prompt);
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      if (!again || isOver) return;
    }
  } catch (error) {
    // The relay goes when the demo ends.
    if (!isOver) console.error(`${agent} has stopped: ${error.message}`);
  }
}

function printWhatToTry(planned) {
  const debugged = planned.find(({ agent }) => agent === "Debugging agent")?.id ?? "python";
  const upgrade = planned.find(({ command }) => command.includes("upgrade.sh")).id;
  console.log(`Try:
  - reply to ${upgrade}: its tile asks [Y/n]
  - open ${debugged} and type: you have the keyboard, the agent waits; Hand back gives it back
  - open tests: what failed, and who started it
  - Export (in a session): the recording, with who typed what
  - in another terminal: node bin/cotty.js attach ${debugged}   (Ctrl+B leaves it running)

Ctrl+C here ends the demo and its sessions.`);
}

/** Ends what was begun, in the order that leaves nothing behind. */
async function end() {
  isOver = true;
  for (const id of started) spawnSync(process.execPath, [COMMAND, "stop", id], { stdio: "ignore" });
  await Promise.all([...agents.values()].map((agent) => agent.close().catch(() => {})));
  await host.close();
  rmSync(folder, { recursive: true, force: true });
  // A scene may be waiting for its next line.
  process.exit();
}
