/**
 * Records how an agent and a person find the root cause of a crash, in turns: a real MCP
 * client and a window in Chromium drive a real gdb. test/e2e/root-cause.both.e2e.ts tests
 * the same scenario.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { COMMAND, exportGif, onStage } from "./picture-stage.mjs";
import { root } from "./run.mjs";

/** Some virtual machines have no debug registers: a hardware watchpoint is set there, and never stops the program. */
const SOFTWARE_WATCHPOINTS = "set can-use-hw-watchpoints 0";
const GDB = `gdb -q -nx -iex 'set debuginfod enabled off' -iex 'set confirm off' -iex '${SOFTWARE_WATCHPOINTS}' ./stock`;
/** Between two lines, long enough to read along; and between two keys of a person. */
const READING_MS = 2_000;
const KEY_MS = 90;
const SIZE = { cols: 80, rows: 26 };

export const recordCoDriving = () => onStage(record);

async function record(stage) {
  compileIn(stage.home);
  const agent = await startAgent(stage);
  const page = await stage.openWindow("dark");
  const pause = () => page.waitForTimeout(READING_MS);
  const agentTypes = async (line) => {
    await agent({ action: "stdin", id: "gdb", steps: [line] });
    await pause();
  };
  const personTypes = async (line) => {
    await page.keyboard.type(line, { delay: KEY_MS });
    await page.keyboard.press("Enter");
    await pause();
  };
  try {
    await agent({ action: "start", name: "gdb", command: GDB, wait: true, ...SIZE });
    await agentTypes("run");
    await page.getByRole("button", { name: "Open gdb" }).click();
    await page.locator(".xterm-screen").click();
    for (const line of ["print *item", "x/s &item->cents", "up"]) await personTypes(line);
    await page.getByRole("button", { name: /^Hand back/ }).click();
    for (const line of ["start", "watch stock[1].cents", "continue", "print i"]) await agentTypes(line);
    exportGif(stage, "gdb", "co-drive.gif", ["--drivers"]);
  } finally {
    await agent.close();
  }
}

/** In the folder in which gdb runs, so that the recording names the source without a path. */
function compileIn(folder) {
  copyFileSync(join(root, "test/fixtures/stock.c"), join(folder, "stock.c"));
  const compiler = spawnSync("gcc", ["-g", "-O0", "-o", "stock", "stock.c"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (compiler.status !== 0) throw new Error("The program to debug does not compile. It needs gcc");
}

/** An agent as people use it: a function that calls the tool. */
async function startAgent({ env, home }) {
  const client = new Client({ name: "Claude Code", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND, "mcp"], env, cwd: home }));
  const call = async (given) => {
    const { isError, content } = await client.callTool({ name: "terminal", arguments: given });
    if (isError) throw new Error(`The agent was refused: ${content[0]?.text}`);
  };
  return Object.assign(call, { close: () => client.close() });
}
