/**
 * Writes the compiled code of the command line beside it, for bin/cotty.js. That
 * saves each command about 5 ms of compiling. Node's V8 reads only what the same
 * version of it has written, so this script runs after each build, and where
 * somebody installs the npm package. It needs no other package.
 *
 * A command runs first, because V8 compiles a function when it is first called.
 */
const { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

const COMMAND = path.join(__dirname, "../bin/cotty.js");
const BUILT = path.join(__dirname, "../out/main/cli.cjs");

// A checkout is installed before it is built.
if (existsSync(BUILT)) writeCache();

function writeCache() {
  const cache = `${BUILT}.cache`;
  rmSync(cache, { force: true });
  const home = mkdtempSync(path.join(tmpdir(), "cotty-code-cache-"));
  process.env.COTTY_HOME = home;
  process.argv = [process.execPath, COMMAND, "ls"];
  // The answer would only say that no session is running.
  process.stdout.write = (_text, ...rest) => {
    rest.find((argument) => typeof argument === "function")?.();
    return true;
  };
  const script = require(COMMAND);
  process.on("exit", () => {
    rmSync(home, { recursive: true, force: true });
    // Renamed, so that no command ever reads half of it.
    writeFileSync(`${cache}.new`, script.createCachedData());
    renameSync(`${cache}.new`, cache);
  });
}
