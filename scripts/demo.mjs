/**
 * `npm run demo`: shows Cotty with something happening in it, in a checkout. The
 * demo uses the running host, or starts a host and ends it afterwards.
 *
 * `--port N` sets the window's port.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.mjs";
import { root } from "./run.mjs";

const COMMAND = join(root, "bin/cotty.js");

const { values: options } = parseArgs({ options: { port: { type: "string" } } });
prepare();

const interrupted = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
// Waiting for a signal alone does not keep Node running.
const awake = setInterval(() => {}, 60_000);
const host = await findOrStartHost();
let sessions = [];
try {
  console.log(`\nOpen this address to watch (it works once):\n\n  ${host.address}\n`);
  sessions = await startDemo();
  if (sessions.length > 0) printWhatToTry();
  else process.exitCode = 1;
  if (sessions.length > 0) await Promise.race([interrupted, host.gone]);
} finally {
  for (const id of sessions) spawnSync(process.execPath, [COMMAND, "stop", "--force", id], { stdio: "ignore" });
  await host.close();
  clearInterval(awake);
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

/** The ids of the demo's sessions; none, after the command's own words, when it could not start. */
async function startDemo() {
  const child = spawn(process.execPath, [COMMAND, "demo", "--json"], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return code === 0 ? JSON.parse(output).sessions : [];
}

/** The sessions may have other names when the host has some of these. */
function printWhatToTry() {
  const named = (...names) => sessions.find((id) => names.some((name) => id.startsWith(name)));
  const debugged = named("gdb", "pdb") ?? named("server");
  console.log(`Try:
  - reply to ${named("upgrade")}: its tile asks [Y/n]
  - open ${debugged} and type: you have the keyboard, the agent waits; Hand back gives it back
  - open ${named("tests")}: what failed, and who started it
  - Export (in a session): the recording, with who typed what
  - in another terminal: node bin/cotty.js attach ${debugged}   (Ctrl+B leaves it running)

Ctrl+C here ends the demo and its sessions.`);
}
