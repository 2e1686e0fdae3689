#!/usr/bin/env node
// CommonJS (see package.json beside it), because every command runs this file and Node starts it faster than an ES module.
const { readFileSync, realpathSync } = require("node:fs");
const path = require("node:path");
const { Script } = require("node:vm");

const folder = path.join(__dirname, "../out/main");
const file = path.join(folder, "cli.cjs");
const source = content(file, "utf8");
if (source === undefined) {
  console.error("cotty has not been built. Run `npm start` or `npm run build` in its folder first.");
  process.exitCode = 1;
} else run(source);

/**
 * Runs the command line, which the build has made a function. V8 takes the compiled
 * code from the file that scripts/code-cache.cjs has written. Without that file, or
 * with one of another version of V8, it compiles the source as usual.
 */
function run(text) {
  const script = new Script(text, { filename: file, cachedData: content(`${file}.cache`) });
  module.exports = script;
  // The files of other commands require it, and must find the one that runs. They know it by its real path.
  const loaded = { id: file, filename: file, loaded: true, exports: {} };
  // Where a hook loads this file, its own `require` lacks some of what Node's has.
  const load = require.cache ? require : require("node:module").createRequire(__filename);
  load.cache[realpathSync.native(file)] = loaded;
  script.runInThisContext()(loaded.exports, load, folder);
}

/** Undefined when the file does not exist. */
function content(path, encoding) {
  try {
    return readFileSync(path, encoding);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
