/**
 * What a task costs an agent, in calls, tokens and time: the tasks of the
 * published benchmark of terminalcp and a noisy build, done as agents do them
 * by scripts with no model behind, which must all come to the same answers.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Conversation, tokensOf } from "./agent-cost/conversation.mjs";
import { cottyInSteps, cottyOneByOne, terminalcpMcp } from "./agent-cost/mcp-tools.mjs";
import { peerEnvironment, shellTools, sleeps, twoCalls } from "./agent-cost/shell-tools.mjs";
import { prepareTasks, TASKS } from "./agent-cost/tasks.mjs";
import { COTTY, isInstalled, median, printTable, withTemporaryHome } from "./measure.mjs";
import { startMcp } from "./mcp-client.mjs";
import { terminalcp } from "./peers.mjs";

/** Most tokens that Cotty may need: one by one, and all steps in one call. */
const BARS = {
  python: { calls: 10, oneByOne: 700, inSteps: 320 },
  gdb: { calls: 12, oneByOne: 850, inSteps: 560 },
  build: { calls: 3, oneByOne: 250, inSteps: 120 },
};
const DEFINITION_BAR = 550;
/** Of the time that tmux adds to the program's own, where nothing has to be waited for but the program itself. */
const TIME_BAR = 0.2;
const OWN_RUNS = 3;

/** Runs the task and counts. Fails unless every answer was seen. */
async function measure(tool, task, definitionTokens, drive) {
  const conversation = new Conversation(definitionTokens);
  const start = performance.now();
  let failure = "";
  try {
    await drive(conversation);
    // A terminal of 80 columns cuts long lines.
    const heard = [conversation.heard, conversation.heard.replace(/[\r\n]/g, "")];
    const missing = task.answers.find((answer) => !heard.some((text) => answer.test(text)));
    if (missing) failure = `no answer: ${missing}`;
  } catch (error) {
    failure = error.message;
  }
  const { calls, tokens, reRead } = conversation;
  return { task: task.name, tool, calls, tokens, "re-read": reRead, "wall s": (performance.now() - start) / 1000, failure };
}

const definitionOf = async (mcp) => tokensOf(JSON.stringify((await mcp.listTools())[0]));

async function peers(task, directory, env, quick) {
  const rows = [];
  for (const tool of shellTools(directory, env)) {
    const styles = task.finished || quick ? { "two-call": twoCalls } : { "two-call": twoCalls, sleep: sleeps };
    for (const [style, drive] of Object.entries(styles)) {
      rows.push(await measure(`${tool.name} ${style}`, task, tool.definitionTokens, (talk) => drive(tool, task, talk)));
      await tool.cleanUp();
    }
  }
  const program = terminalcp();
  if (!program) return rows;
  for (const sinceLast of [false, true]) {
    const mcp = await startMcp([process.execPath, program, "--mcp"], env, directory);
    const definition = await definitionOf(mcp);
    const name = `terminalcp MCP ${sinceLast ? "since_last" : "two-call"}`;
    rows.push(await measure(name, task, definition, (talk) => terminalcpMcp(mcp, task, talk, { sinceLast })));
    mcp.close();
  }
  return rows;
}

async function ours(task, directory, env) {
  const rows = [];
  let definition = 0;
  for (const [style, drive] of Object.entries({ "one by one": cottyOneByOne, "in steps": cottyInSteps })) {
    const mcp = await startMcp([process.execPath, COTTY, "mcp"], env, directory);
    definition = await definitionOf(mcp);
    // The host has worked before, as the peers' servers have.
    await mcp.call("terminal", { action: "start", command: "true", name: "warm", wait: { exit: true } });
    await mcp.call("terminal", { action: "stop", id: "warm" });
    rows.push(await measure(`cotty MCP ${style}`, task, definition, (talk) => drive(mcp, task, talk)));
    mcp.close();
  }
  return { rows, definition };
}

/** The seconds that the task's program takes by itself, with all its input in a pipe or in its arguments. */
function ownSeconds({ command, alone = command, inputs, end }, directory, env) {
  const input = [...inputs, end].flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join("");
  const runs = Array.from({ length: OWN_RUNS }, () => {
    const start = performance.now();
    spawnSync("bash", ["-c", alone], { cwd: directory, env, input, stdio: ["pipe", "ignore", "ignore"] });
    return (performance.now() - start) / 1000;
  });
  return median(runs);
}

/**
 * The bars, each with what was reached. One by one, the tool's definition is read
 * with every call: ten times that is half of what the best peer's agent reads in the Python task.
 * So only the steps are held to that half.
 */
function barsOf(task, { theirs, own: [oneByOne, inSteps], ownS }) {
  const bar = BARS[task.name];
  const done = theirs.filter(({ failure }) => failure === "");
  const best = Math.min(...done.map((row) => row["re-read"]));
  const tmux = done.find(({ tool }) => tool === "tmux two-call");
  const added = (row) => Math.max(0, row["wall s"] - ownS);
  const at = (name, reached, limit) => ({ task: task.name, bar: name, reached, limit, holds: reached <= limit ? "yes" : "NO" });
  return [
    ...(bar
      ? [
          at("calls, one by one", oneByOne.calls, bar.calls),
          at("tokens, one by one", oneByOne.tokens, bar.oneByOne),
          at("tokens, in steps", inSteps.tokens, bar.inSteps),
        ]
      : []),
    at("re-read, one by one, of the best peer's", oneByOne["re-read"], best),
    at("re-read, in steps, of half the best peer's", inSteps["re-read"], best / 2),
    ...(tmux && ownS !== undefined
      ? [at(`s added to the program's ${ownS.toFixed(2)}, of 0.2 × tmux two-call`, added(oneByOne), TIME_BAR * added(tmux))]
      : []),
    at("answers", [oneByOne, inSteps].filter(({ failure }) => failure !== "").length, 0),
  ];
}

/** terminalcp gives its server a second to start, which a busy machine needs longer for: started before anything is measured. */
async function warmUp(tools) {
  for (const tool of tools.filter(({ name }) => name.startsWith("terminalcp"))) {
    for (let tries = 0; tries < 10; tries++) if ((await tool.run("terminalcp start warm true")).includes("Started")) return;
    throw new Error("terminalcp's server does not start");
  }
}

/** `quick` leaves out the second debugger and the style that waits a second after every input. */
export async function agentCost({ quick = false } = {}) {
  const directory = mkdtempSync("/tmp/cb-agent-");
  mkdirSync(join(directory, "bin"));
  const canCompile = prepareTasks(directory);
  const env = peerEnvironment(directory);
  const tools = shellTools(directory, env);
  try {
    await warmUp(tools);
    await withTemporaryHome(async (home) => {
      const rows = [];
      const bars = [];
      let definition = 0;
      for (const task of TASKS) {
        if (quick && task.name === "lldb") continue;
        if (["gdb", "lldb"].includes(task.name) && !(canCompile && isInstalled(task.name))) continue;
        const ownS = task.finished ? undefined : ownSeconds(task, directory, env);
        const theirs = await peers(task, directory, env, quick);
        const own = await ours(task, directory, { ...process.env, PATH: env.PATH, COTTY_HOME: home });
        rows.push(...theirs, ...own.rows);
        bars.push(...barsOf(task, { theirs, own: own.rows, ownS }));
        definition = own.definition;
      }
      const holds = definition <= DEFINITION_BAR ? "yes" : "NO";
      bars.push({ task: "all", bar: "tokens of the tool definition", reached: definition, limit: DEFINITION_BAR, holds });
      printTable("What a task costs an agent", rows);
      printTable("The bars", bars);
    });
  } finally {
    for (const tool of tools) await tool.close();
    endProcessesIn(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What the peers have left behind: an lldb whose terminal has gone takes a whole core until somebody ends it. */
function endProcessesIn(directory) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // Another user's, or gone.
    }
  }
}
