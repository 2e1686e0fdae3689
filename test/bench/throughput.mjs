/** A program writes a large stream and exits: how fast is it through, and is the screen right? */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { connectHost } from "./cotty-client.mjs";
import { isInstalled, median, printTable, rssMb, ROOT, treeRssMb, withTemporaryHome } from "./measure.mjs";

const require = createRequire(join(ROOT, "package.json"));
const MB = 1024 * 1024;
const PIECE_MB = 10;

/** Streams as programs write them: log lines; colors and cursor movement; text that is not ASCII. */
const streams = {
  plain: (i) => `[${String(i).padStart(8, "0")}] compiling module ${i % 977} of the project, nothing to see here\r\n`,
  sgr: (i) =>
    `\x1b[${1 + (i % 24)};1H\x1b[K\x1b[1;3${i % 8}mstep ${i}\x1b[0m \x1b[38;5;${i % 256}mcolor\x1b[48;2;${i % 255};40;90m rgb \x1b[0m\x1b[4munder\x1b[24m\r\n`,
  utf8: (i) => `${i} 编译模块成功 ✓ 漢字かな交じり文 🚀 naïve café — żółć ${i % 97}\r\n`,
};

function writeStream(directory, name) {
  const path = join(directory, name);
  let text = "";
  const parts = [];
  let bytes = 0;
  for (let i = 0; bytes < PIECE_MB * MB; i++) {
    text += streams[name](i);
    if (text.length > 65_536) {
      const part = Buffer.from(text);
      parts.push(part);
      bytes += part.length;
      text = "";
    }
  }
  writeFileSync(path, Buffer.concat(parts));
  return { path, mb: bytes / MB };
}

const catCommand = (stream, times) => `cat ${Array(times).fill(stream.path).join(" ")}`;

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

/** What an emulator in the same language reaches when it parses everything and records nothing. */
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

/** With `wait`, something besides the exit is waited for meanwhile. */
async function cotty(command, tail, wait = {}) {
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
    if (!text.includes(tail)) throw new Error(`The screen is not right: ${text.slice(-200)}`);
    client.close();
    return { ms, rss: peak, growth: peak - before };
  });
}

/** `megabytes` of each stream, `runs` times with all contenders in turn. */
export async function throughput({ megabytes = 100, runs = 3 } = {}) {
  const directory = mkdtempSync("/tmp/cb-streams-");
  try {
    for (const name of Object.keys(streams)) {
      const stream = writeStream(directory, name);
      const times = Math.round(megabytes / stream.mb);
      const command = catCommand(stream, times);
      const tail = name === "utf8" ? "żółć" : name === "sgr" ? "color" : "compiling module";
      const contenders = {
        "bare pty": barePty,
        "node-pty": nodePty,
        "node-pty + headless": nodePtyAndHeadless,
        ...(isInstalled("tmux") && { tmux }),
        cotty: (line) => cotty(line, tail),
        "cotty, a pattern is waited for": (line) => cotty(line, tail, { pattern: "never (comes|came) \\d+" }),
      };
      const results = Object.fromEntries(Object.keys(contenders).map((contender) => [contender, []]));
      for (let i = 0; i < runs; i++)
        for (const [contender, measure] of Object.entries(contenders)) results[contender].push(await measure(command));
      const speed = (contender) => (stream.mb * times) / (median((results[contender] ?? []).map(({ ms }) => ms)) / 1000);
      printTable(
        `Throughput, ${name}, ${Math.round(stream.mb * times)} MB`,
        Object.keys(contenders).map((contender) => ({
          contender,
          "MB/s": speed(contender),
          "× tmux": results.tmux ? speed(contender) / speed("tmux") : "",
          "× node-pty": speed(contender) / speed("node-pty"),
          "× headless": speed(contender) / speed("node-pty + headless"),
          "peak MB": results[contender][0].rss ?? "",
        })),
      );
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
