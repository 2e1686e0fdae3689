/** Entry of the command `cotty`, also known as `terminalcp`. It is built as CommonJS; command-line.vite.ts says why. */
import { basename, join } from "node:path";
import { runCommand } from "./cli/commands.ts";
import { userPaths } from "./platform/user-paths.ts";

async function main(): Promise<void> {
  const [, script = "", ...args] = process.argv;
  const program = basename(script).startsWith("terminalcp") ? "terminalcp" : "cotty";
  const code = await runCommand(program, args, { findPaths: userPaths, hostScript: join(import.meta.dirname, "headless.js") });
  // Everything has been printed. Waiting for sockets to close would only take time.
  process.exit(code);
}

void main();
