/**
 * Writes the compiled code of the command line beside it, for bin/cotty.js. That
 * saves each command about 5 ms of compiling. Node's V8 reads only what the same
 * version of it has written, so this script runs after each build, and where
 * somebody installs the npm package. It needs no other package.
 *
 * The commands that agents call most run first, because V8 compiles a function when it is
 * first called. A stand-in for the host answers them.
 */
const { spawnSync } = require("node:child_process");
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { createServer } = require("node:net");
const { tmpdir } = require("node:os");
const path = require("node:path");

const COMMAND = path.join(__dirname, "../bin/cotty.js");
const BUILT = path.join(__dirname, "../out/main/cli.cjs");
const CACHE = `${BUILT}.cache`;

const COMMANDS = [["stdin", "s", "x", "::Enter"], ["stdout", "s"], ["ls"]];
/** What a host says. Its words do not matter: they pass through the code that prints them. */
const ANSWERS = {
  "host/hello": { protocol: 1, version: "", pid: 0, client: { id: "", name: "", kind: "cli" } },
  "session/list": [{ id: "s", command: "cat", cwd: "/", pid: 0, size: { cols: 80, rows: 24 } }],
  "session/screen": { text: "text", omittedLines: 0, bufferRows: 24, offset: 4, size: { cols: 80, rows: 24 } },
  "session/write": { offset: 4 },
};

if (process.argv[2] === "write") writeCache();
// A checkout is installed before it is built.
else if (existsSync(BUILT)) runQuietly();

/**
 * In a process of its own, because the command prints an answer and ends its process.
 * It may fail, on what an older version has built: commands run without the file, too.
 */
function runQuietly() {
  rmSync(CACHE, { force: true });
  const home = mkdtempSync(path.join(tmpdir(), "cotty-code-cache-"));
  const env = { ...process.env, COTTY_HOME: home };
  spawnSync(process.execPath, [__filename, "write"], { env, stdio: "ignore" });
  rmSync(home, { recursive: true, force: true });
}

function writeCache() {
  standIn();
  const [first, ...others] = COMMANDS;
  process.argv = [process.execPath, COMMAND, ...first];
  const exit = process.exit.bind(process);
  let script;
  // A command ends its process. Here the next one runs instead.
  process.exit = (code) => {
    const next = others.shift();
    if (next === undefined) return exit(code);
    process.argv = [process.execPath, COMMAND, ...next];
    setImmediate(() => script.runInThisContext()({}, createRequire(COMMAND), path.dirname(BUILT)));
  };
  script = require(COMMAND);
  process.on("exit", () => {
    // Renamed, so that no command ever reads half of it.
    writeFileSync(`${CACHE}.new`, script.createCachedData());
    renameSync(`${CACHE}.new`, CACHE);
  });
}

/** Listens where the commands look for a host. Where it cannot (on Windows, they look elsewhere), they say that none runs. */
function standIn() {
  const run = path.join(process.env.COTTY_HOME, "run");
  mkdirSync(run, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(run, "token"), "token", { mode: 0o600 });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\n").filter(Boolean)) {
        const { id, method } = JSON.parse(line);
        socket.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: ANSWERS[method] })}\n`);
      }
    });
  });
  server.on("error", () => {});
  server.listen(path.join(run, "cotty.sock"));
  server.unref();
}
