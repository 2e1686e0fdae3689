/** A program writes a large stream and exits: how fast is it through, and is the screen right? */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, median, printTable, rssMb, ROOT, treeRssMb, withTemporaryHome } from "./measure.mjs";
import { streams } from "./streams.mjs";

const require = createRequire(join(ROOT, "package.json"));
const MB = 1024 * 1024;
const PIECE_MB = 10;
/** What is on the screen at the end, whatever the stream. */
const TAIL = "and that was all";

function writeStream(directory, name) {
  const path = join(directory, name);
  const bytes = Buffer.from(streams[name](PIECE_MB * MB));
  writeFileSync(path, bytes);
  return { path, mb: bytes.length / MB };
}

const catCommand = (stream, times) => `cat ${Array(times).fill(stream.path).join(" ")}; printf '\\033[m\\r\\n${TAIL}\\r\\n'`;

function barePty(command) {
  const script = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0: os.execvp("sh", ["sh", "-c", sys.argv[1]])
try:
    while os.read(fd, 65536): pass
except OSError: pass
os.waitpid(pid, 0)`;
  const start = performance.now();
  spawnSync("python3", ["-c", script, command]);
  return { ms: performance.now() - start };
}

async function nodePty(command) {
  const { spawn } = require("node-pty");
  const start = performance.now();
  const pty = spawn("sh", ["-c", command], { encoding: null, cols: 80, rows: 24 });
  pty.onData(() => {});
  await new Promise((resolve) => pty.onExit(resolve));
  return { ms: performance.now() - start };
}

/** What an emulator in the same language reaches when it parses everything, in gathered pieces, and records nothing. */
async function nodePtyAndHeadless(command) {
  const { spawn } = require("node-pty");
  const { Terminal } = require("@xterm/headless");
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 2000, allowProposedApi: true, logLevel: "off" });
  const start = performance.now();
  const pty = spawn("sh", ["-c", command], { encoding: null, cols: 80, rows: 24 });
  let gathered = [];
  let parsing = Promise.resolve();
  pty.onData((data) => {
    gathered.push(data);
    if (gathered.length > 1) return;
    setImmediate(() => {
      const bytes = Buffer.concat(gathered);
      gathered = [];
      parsing = new Promise((resolve) => terminal.write(bytes, resolve));
    });
  });
  await new Promise((resolve) => pty.onExit(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  await parsing;
  const ms = performance.now() - start;
  terminal.dispose();
  return { ms };
}

function tmux(command) {
  const server = ["-L", `bench-${process.pid}`, "-f", "/dev/null"];
  const start = performance.now();
  spawnSync("tmux", [
    ...server,
    "new-session",
    "-d",
    "-x",
    "80",
    "-y",
    "24",
    `${command}; tmux -L bench-${process.pid} wait-for -S done; sleep 100`,
  ]);
  spawnSync("tmux", [...server, "wait-for", "done"]);
  const ms = performance.now() - start;
  const pid = Number(spawnSync("tmux", [...server, "display-message", "-p", "#{pid}"], { encoding: "utf8" }).stdout);
  const rss = rssMb(pid);
  spawnSync("tmux", [...server, "kill-server"]);
  return { ms, rss };
}

/** GNU screen in UTF-8, detached. The program tells through a named pipe that it has written everything. */
function screen(command, directory) {
  const name = `bench-${process.pid}`;
  const pipe = join(directory, "done");
  const sockets = join(directory, "screens");
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const env = { ...process.env, SCREENDIR: sockets };
  rmSync(pipe, { force: true });
  spawnSync("mkfifo", [pipe]);
  const start = performance.now();
  spawnSync("screen", ["-U", "-c", "/dev/null", "-dmS", name, "sh", "-c", `${command}; echo > ${pipe}; sleep 100`], { env });
  spawnSync("cat", [pipe]);
  const ms = performance.now() - start;
  spawnSync("screen", ["-S", name, "-X", "quit"], { env });
  return { ms };
}

/** With `wait`, something besides the exit is waited for meanwhile. */
async function cotty(command, wait = {}) {
  return withTemporaryHome(async (home) => {
    const client = await connectHost(home);
    const before = treeRssMb(client.pid);
    let peak = before;
    const sampler = setInterval(() => (peak = Math.max(peak, rssMb(client.pid))), 100);
    const start = performance.now();
    const { session } = await client.request("session/create", { command, wait: { exit: true, timeoutMs: 600_000, ...wait } });
    const ms = performance.now() - start;
    clearInterval(sampler);
    const { text } = await client.request("session/screen", { id: session.id });
    if (!text.includes(TAIL)) throw new Error(`The screen is not right: ${text.slice(-200)}`);
    client.close();
    return { ms, rss: peak, growth: peak - before };
  });
}

/** `megabytes` of each stream (or of those in `only`), `runs` times with all contenders in turn. */
export async function throughput({ quick, only, megabytes = 100, runs = 3 } = {}) {
  const directory = mkdtempSync("/tmp/cb-streams-");
  try {
    for (const name of only ?? Object.keys(streams)) {
      const stream = writeStream(directory, name);
      const times = Math.max(1, Math.round((quick ? megabytes / 2 : megabytes) / stream.mb));
      const command = catCommand(stream, times);
      const contenders = {
        ...(!quick && { "bare pty": barePty }),
        "node-pty": nodePty,
        "node-pty + headless, gathered": nodePtyAndHeadless,
        ...(isInstalled("tmux") && { tmux }),
        ...(isInstalled("screen") && { screen: (line) => screen(line, directory) }),
        cotty: (line) => cotty(line),
        "cotty, a pattern is waited for": (line) => cotty(line, { pattern: "never (comes|came) \\d+" }),
      };
      const results = Object.fromEntries(Object.keys(contenders).map((contender) => [contender, []]));
      for (let i = 0; i < runs; i++)
        for (const [contender, measure] of Object.entries(contenders)) results[contender].push(await measure(command));
      const speed = (contender) => (stream.mb * times) / (median((results[contender] ?? []).map(({ ms }) => ms)) / 1000);
      const ratio = (contender, peer) => (results[peer] ? speed(contender) / speed(peer) : "");
      printTable(
        `Throughput, ${name}, ${Math.round(stream.mb * times)} MB`,
        Object.keys(contenders).map((contender) => ({
          contender,
          "MB/s": speed(contender),
          "× tmux": ratio(contender, "tmux"),
          "× screen": ratio(contender, "screen"),
          "× node-pty": ratio(contender, "node-pty"),
          "× headless": ratio(contender, "node-pty + headless, gathered"),
          "peak MB": results[contender][0].rss ?? "",
        })),
      );
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
