/** Entry: the command `cotty`, also known as `terminalcp`. */
import { basename, join } from "node:path";
import { runCommand } from "./cli/commands.ts";
import { userPaths } from "./platform/surroundings.ts";

const [, script = "", ...args] = process.argv;
const program = basename(script).startsWith("terminalcp") ? "terminalcp" : "cotty";

process.exitCode = await runCommand(program, args, {
  paths: userPaths(),
  hostScript: join(import.meta.dirname, "headless.js"),
});
