#!/usr/bin/env node
// CommonJS (see package.json beside it): Node starts it faster than an ES module, and this runs for every command.
try {
  require("../out/main/cli.cjs");
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" || !String(error.message).includes("out/main/cli.cjs")) throw error;
  console.error("cotty is not built yet: run `npm start` or `npm run build` in its folder first.");
  process.exitCode = 1;
}
