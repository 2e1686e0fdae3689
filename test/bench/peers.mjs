/** terminalcp, the peer that Cotty replaces: installed once, outside the project, when a benchmark needs it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VERSION = "1.3.3";
const directory = join(tmpdir(), `cotty-bench-terminalcp-${VERSION}`);
const program = join(directory, "node_modules/@mariozechner/terminalcp/dist/index.js");

/** Path of terminalcp's program, or undefined when it cannot be installed here. */
export function terminalcp() {
  if (existsSync(program)) return program;
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, "package.json"),
    JSON.stringify({ name: "peer", version: "1.0.0", allowScripts: { "node-pty": true } }),
  );
  spawnSync("npm", ["install", "--no-audit", "--no-fund", `@mariozechner/terminalcp@${VERSION}`], {
    cwd: directory,
    stdio: "ignore",
  });
  return existsSync(program) ? program : undefined;
}
