#!/usr/bin/env node
// CommonJS (see package.json beside it), because every command runs this file and Node starts it faster than an ES module.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script } = require("node:vm");

const file = path.join(__dirname, "../out/main/cli.cjs");
// The build has left no other characters than ASCII in it: this is the fastest way to read it.
const source = content(file, "latin1");
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
  const importModule = (specifier) => import(new URL(specifier, pathToFileURL(file)).href);
  script.runInThisContext()({}, createRequire(file), importModule, file, path.dirname(file));
}

/** Undefined when the file does not exist. */
function content(path, encoding) {
  try {
    return readFileSync(path, encoding);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
