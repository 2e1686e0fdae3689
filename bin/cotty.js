#!/usr/bin/env node
import("../out/main/cli.js").catch((error) => {
  if (error?.code !== "ERR_MODULE_NOT_FOUND" || !String(error.message).includes("out/main/cli.js")) throw error;
  console.error("cotty is not built yet: run `npm start` or `npm run build` in its folder first.");
  process.exitCode = 1;
});
