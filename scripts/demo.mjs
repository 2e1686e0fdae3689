/**
 * `npm run demo`: shows Cotty with something happening in it. Agents without a
 * model debug a crash, use a Python prompt and start a few programs. One program
 * asks a question, and one fails. The demo uses the running host, or starts a host
 * and ends it afterwards.
 *
 * `--port N` sets the window's port, `--tui NAME` chooses the full-screen program.
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
/** The pause before a scene that repeats begins again. */
const AGAIN_MS = 5_000;

const { values: options } = parseArgs({ options: { port: { type: "string" }, tui: { type: "string" } } });
if (process.platform === "win32") {
  console.error("The demo needs a POSIX shell, which Windows does not have. Run it inside WSL.");
  process.exit(1);
}
prepare();
// Import packages only now, because `prepare` may have had to install them.
const { startAgent } = await import("./demo/agent.mjs");
const { scenes } = await import("./demo/scenes.mjs");

const interrupted = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
const folder = mkdtempSync(join(tmpdir(), "cotty-demo-"));
const agents = new Map();
const started = [];
let isOver = false;
const host = await findOrStartHost();
try {
  console.log(`\nOpen this address to watch (it works once):\n\n  ${host.address}\n`);
  const planned = withFreeIds(scenes(folder, options.tui));
  for (const scene of planned) await begin(scene);
  printWhatToTry(planned);
  for (const scene of planned) if (scene.steps) void play(scene);
  await Promise.race([interrupted, host.gone]);
} catch (error) {
  console.error(`The demo has stopped because of an error: ${error.message}`);
  process.exitCode = 1;
} finally {
  await end();
}

/**
 * Finds the running host, or starts one. The new host is outside the terminal's
 * foreground group, so Ctrl+C ends only this script, which then ends the host.
 */
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

/** Renames sessions whose ids are in use: the host may have sessions from an earlier demo. */
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

/** Types the lines of a scene. Stops when a person takes over. Some scenes go on after the person has handed back. */
async function play({ id, agent, steps, prompt, again }) {
  try {
    for (;;) {
      await agents.get(agent).type(id, steps, prompt);
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      if (!again || isOver) return;
    }
  } catch (error) {
    // At the end of the demo, the relay's end is not an error.
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

/** Ends everything that the demo has started, in an order that leaves nothing behind. */
async function end() {
  isOver = true;
  for (const id of started) spawnSync(process.execPath, [COMMAND, "stop", "--force", id], { stdio: "ignore" });
  await Promise.all([...agents.values()].map((agent) => agent.close().catch(() => {})));
  await host.close();
  rmSync(folder, { recursive: true, force: true });
  // A scene may still be waiting for its next line, so do not wait for it.
  process.exit();
}
