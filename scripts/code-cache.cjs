/**
 * Writes the compiled code of the command line beside it, for bin/cotty.js. That
 * saves each command about 5 ms of compiling. Node's V8 reads only what the same
 * version of it has written, so this script runs after each build, and where
 * somebody installs the npm package. It needs no other package.
 *
 * A command runs first, because V8 compiles a function when it is first called.
 */
const { spawnSync } = require("node:child_process");
const { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

const COMMAND = path.join(__dirname, "../bin/cotty.js");
const BUILT = path.join(__dirname, "../out/main/cli.cjs");
const CACHE = `${BUILT}.cache`;

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
  process.argv = [process.execPath, COMMAND, "ls"];
  const script = require(COMMAND);
  process.on("exit", () => {
    // Renamed, so that no command ever reads half of it.
    writeFileSync(`${CACHE}.new`, script.createCachedData());
    renameSync(`${CACHE}.new`, CACHE);
  });
}
