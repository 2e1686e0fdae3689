#!/usr/bin/env node
// CommonJS (see package.json beside it), because every command runs this file and Node starts it faster than an ES module.
try {
  require("../out/main/cli.cjs");
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" || !String(error.message).includes("out/main/cli.cjs")) throw error;
  console.error("cotty has not been built. Run `npm start` or `npm run build` in its folder first.");
  process.exitCode = 1;
}
