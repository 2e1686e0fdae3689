/**
 * `npm start`: installs and builds what is missing, then opens Cotty. Without
 * Electron or a display, it runs the host in this terminal and serves the window
 * to a browser at a loopback address.
 */
import { join } from "node:path";
import { electronOrReason } from "./electron-binary.mjs";
import { prepare } from "./prepare.mjs";
import { foreground, root } from "./run.mjs";

/** An app that fails within this time could not start: a library is missing, or no sandbox is allowed. */
const STARTED_AFTER_MS = 5_000;

prepare();
const { executable, reason } = electronOrReason();
process.exitCode = executable === undefined ? await serve(reason) : await open(executable);

async function open(executable) {
  const startedMs = performance.now();
  const code = await foreground(executable, [root]);
  const failed = code !== 0 && performance.now() - startedMs < STARTED_AFTER_MS;
  return failed ? serve(`Electron could not start (code ${code})`) : code;
}

function serve(reason) {
  console.log(`No desktop window, because ${reason}: serving the window to a browser instead. Ctrl-C ends it.`);
  return foreground(process.execPath, [join(root, "bin/cotty.js"), "serve", ...process.argv.slice(2)]);
}
