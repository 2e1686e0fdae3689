/** Prepares a checkout so that Cotty can run: installs the dependencies, compiles node-pty and builds everything. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { npm, root, succeeds, succeedsQuietly } from "./run.mjs";
import { makeSpawnHelpersExecutable } from "./spawn-helper.mjs";

const OLDEST_NODE = [20, 19];
const SOURCES = ["shared", "electron", "renderer", "electron.vite.config.ts", "command-line.vite.ts", "package-lock.json"];
/** One file of each part of the build. Each build writes all of them. */
const OUTPUTS = ["out/main/main.js", "out/main/cli.cjs", "out/preload/preload.cjs", "out/renderer/index.html"];

/** Does what is missing. If that fails, says why and ends the process. */
export function prepare() {
  refuseOldNode();
  install();
  build();
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  giveUp(`Cotty needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

/** Installs from the lock file, unless that was done after the file's last change. */
function install() {
  if (modifiedMs("node_modules/.package-lock.json") < modifiedMs("package-lock.json")) {
    console.log("Installing dependencies…");
    if (!npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], { env: installEnvironment() })) {
      giveUp("`npm ci` failed (see above). It needs the npm registry, and python3, make and a C++ compiler for node-pty.");
    }
  }
  // Some npm settings skip all install scripts, and node-pty's own binary may not fit this system.
  makeSpawnHelpersExecutable();
  if (loadsNodePty("ignore")) return;
  console.log("Compiling node-pty…");
  npm(["rebuild", "node-pty", "--foreground-scripts", "--ignore-scripts=false", "--loglevel=error"], {
    env: { ...installEnvironment(), npm_config_build_from_source: "true" },
  });
  if (!loadsNodePty("inherit")) giveUp("node-pty could not be compiled (see above). It needs python3, make and a C++ compiler.");
}

/** Builds, unless every built file is newer than every source. */
function build() {
  const builtMs = Math.min(...OUTPUTS.map(modifiedMs));
  if (builtMs > Math.max(...SOURCES.map(newestMs))) return;
  console.log("Building…");
  if (!npm(["run", "--silent", "build"], {}, succeedsQuietly)) giveUp("The build failed (see above).");
}

function giveUp(message) {
  console.error(message);
  process.exit(1);
}

function loadsNodePty(stderr) {
  return succeeds(process.execPath, ["-e", "require('node-pty')"], { stdio: ["ignore", "ignore", stderr] });
}

/**
 * The environment for the installation. node-pty is compiled against Node's
 * headers. If they were installed with Node, node-gyp uses them. Otherwise it
 * downloads them from nodejs.org.
 */
function installEnvironment() {
  const prefix = dirname(dirname(process.execPath));
  return headersVersion(prefix) === process.versions.node ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}

function headersVersion(prefix) {
  try {
    const text = readFileSync(join(prefix, "include/node/node_version.h"), "utf8");
    return ["MAJOR", "MINOR", "PATCH"].map((part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1]).join(".");
  } catch {
    return undefined;
  }
}

/** The time of a file's last change. 0 when the file does not exist. */
function modifiedMs(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The time of the latest change to a file, or to anything in a folder. Removed files change the time of their folder. */
function newestMs(path) {
  if (!statSync(join(root, path)).isDirectory()) return modifiedMs(path);
  const inside = readdirSync(join(root, path), { recursive: true }).map((name) => modifiedMs(join(path, name)));
  return Math.max(modifiedMs(path), ...inside);
}
