/**
 * A real agent, OpenCode, with a scripted model behind it, does two tasks with every
 * tool that comes with Cotty, twice each. What it reports is what the tools have really shown.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadJob } from "../../../electron/eval/job/job-folder.ts";
import { cotty } from "../../support/cotty.ts";
import { createHome } from "../../support/home.ts";
import { fetchPackage } from "../../support/npm-package.ts";
import { type Move, startModelEndpoint, type Turn } from "../../support/model-endpoint.ts";

const OPENCODE = "opencode-ai@1.18.33";
const TERMINALCP = "@mariozechner/terminalcp@1.3.3";
const TOOLS = ["cotty", "cotty-cli", "terminalcp", "terminalcp-cli", "tmux", "screen"];

/** What is typed into which program, and what it must answer. */
const tasks = {
  power: { program: "python3 -q", input: "2**100", answer: "1267650600228229401496703205376" },
  product: { program: "bc -q", input: "123456789 * 987654321", answer: "121932631112635269" },
};

type Typed = { readonly program: string; readonly input: string };

const usage = { input: 100, output: 10, cacheRead: 50 };

const bash = (command: string): Move => ({
  call: { name: "bash", arguments: { command, description: "uses the terminal tool" } },
});
const mcp = (name: string, args: object): Move => ({ call: { name, arguments: args } });
/** terminalcp takes all in one object. */
const terminalcp = (args: object): Move => mcp("terminalcp_terminalcp", { args });

/**
 * Starts terminalcp's own server. Its MCP server gives that one second, and after that
 * answers every call with "Failed to start server", even when the server has come up.
 */
const START_TERMINALCP = "for n in 1 2 3 4 5 6 7 8; do terminalcp start warm cat && break; sleep 1; done; terminalcp stop warm";

/** How a model uses each tool, turn by turn. The tool is known by its title in the prompt. */
function movesFor(prompt: string, { program, input }: Typed): Move[] {
  if (prompt.includes("**the MCP tool terminal**"))
    return [
      mcp("cotty_terminal", { action: "start", command: program, name: "s", wait: { quiet: 300 } }),
      mcp("cotty_terminal", { action: "stdin", id: "s", data: `${input}\r`, wait: "\\d{15,}" }),
      mcp("cotty_terminal", { action: "stop", id: "s" }),
    ];
  if (prompt.includes("**the MCP tool terminalcp**"))
    return [
      bash(START_TERMINALCP),
      terminalcp({ action: "start", command: program, name: "s" }),
      bash("sleep 1"),
      terminalcp({ action: "stdin", id: "s", data: `${input}\r` }),
      bash("sleep 1"),
      terminalcp({ action: "stdout", id: "s" }),
      terminalcp({ action: "stop", id: "s" }),
    ];
  if (prompt.includes("**Cotty's command line**"))
    return [
      bash(`cotty start --quiet 300 s ${program}`),
      bash(`cotty stdin --wait '[0-9]{15,}' s '${input}' ::Enter`),
      bash("cotty stop s"),
    ];
  if (prompt.includes("**terminalcp's command line**"))
    return [
      bash(`terminalcp start s '${program}'; sleep 1`),
      bash(`terminalcp stdin s '${input}' ::Enter; sleep 1; terminalcp stdout s`),
      bash("terminalcp stop s"),
    ];
  if (prompt.includes("**tmux**"))
    return [
      bash(`tmux new-session -d -s s '${program}'; sleep 1`),
      bash(`tmux send-keys -t s '${input}' Enter; sleep 1; tmux capture-pane -t s -p`),
      bash("tmux kill-session -t s"),
    ];
  return [
    bash(`screen -dmS s ${program}; sleep 1`),
    bash(
      `screen -S s -X stuff "$(printf '${input}\\n_' | sed 's/_$//')"; screen -S s -X stuff "$(printf '\\r')"; sleep 1; screen -S s -p 0 -X hardcopy out.txt; sleep 1; cat out.txt`,
    ),
    bash("screen -S s -X quit"),
  ];
}

/** Looks again, once a second, with a tool that has no way to wait. terminalcp's server may be late on a busy machine: then all begins again. */
function lookAgain(prompt: string, { program, input }: Typed, looks: number): Move | undefined {
  if (prompt.includes("**the MCP tool terminalcp**")) {
    const anew = movesFor(prompt, { program, input }).slice(1, -1);
    return anew[looks % anew.length];
  }
  if (prompt.includes("**terminalcp's command line**")) {
    const anew = `terminalcp start s '${program}'; sleep 2; terminalcp stdin s '${input}' ::Enter; sleep 2`;
    return bash(`sleep 1; terminalcp stdout s || { ${anew}; terminalcp stdout s; }`);
  }
  if (prompt.includes("**tmux**")) return bash("sleep 1; tmux capture-pane -t s -p");
  if (prompt.includes("**GNU screen**")) return bash("sleep 1; screen -S s -p 0 -X hardcopy out.txt; sleep 1; cat out.txt");
  return undefined;
}

const ANSWER = /\d{15,}/;
const MAX_LOOKS = 20;

/** The runs whose session has been ended; each prompt has its run's number in it. */
const ended = new Set<string>();

/** The script: uses the tool until the answer shows, ends the session, and reports what the tool has shown. */
function script({ prompt, results }: Turn): Move {
  const task = prompt.includes("2**100") ? tasks.power : tasks.product;
  const moves = movesFor(prompt, task);
  const seen = ANSWER.exec(results.join("\n"))?.[0];
  const using = moves.slice(0, -1)[results.length];
  if (using !== undefined) return { ...using, usage };
  const again = seen === undefined && results.length < MAX_LOOKS ? lookAgain(prompt, task, results.length) : undefined;
  if (again !== undefined) return { ...again, usage };
  const end = moves.at(-1);
  if (end !== undefined && !ended.has(prompt)) {
    ended.add(prompt);
    return { ...end, usage };
  }
  const [complete] = /TASK_COMPLETE_\w+/.exec(prompt) ?? [];
  return { say: `It shows ${seen ?? "nothing"}.\n${complete}`, usage };
}

test("OpenCode does two tasks with every tool, twice", { timeout: 900_000 }, async ({ skip }) => {
  const folders = await Promise.all([OPENCODE, TERMINALCP].map(fetchPackage));
  const missing = folders.findIndex((folder) => folder === undefined);
  if (missing !== -1) return skip(`${[OPENCODE, TERMINALCP][missing]} could not be fetched from npm`);
  await using home = createHome();
  await using model = await startModelEndpoint(script);
  for (const folder of ["agents", "tasks"]) mkdirSync(join(home.root, folder));
  for (const [name, { program, input, answer }] of Object.entries(tasks)) {
    const matter = { verify: `grep -q ${answer} "$ANSWER"`, solution: `echo ${answer}`, requires: [program.split(" ")[0]] };
    writeFileSync(
      join(home.root, `tasks/${name}.md`),
      `---\n${JSON.stringify(matter)}\n---\nStart ${program}, type ${input} and report what it shows.\n`,
    );
  }
  const agent = { adapter: "opencode", model: "script", baseUrl: `${model.url}/v1`, scripted: true };
  writeFileSync(join(home.root, "agents/opencode.md"), `---\n${JSON.stringify(agent)}\n---\n`);
  const PATH = `${folders.map((folder) => join(folder ?? "", "node_modules/.bin")).join(":")}:${process.env["PATH"]}`;
  const args = [
    "eval",
    "run",
    "--agents",
    "opencode",
    "--tasks",
    "power,product",
    "--repeat",
    "2",
    "--parallel",
    "2",
    "-o",
    "job",
  ];
  const ran = await cotty(home, args, { env: { PATH } });
  expect(ran.code, ran.stderr).toBe(0);

  const { runs, config } = loadJob(join(home.root, "job"));
  expect(config.scripted).toBe(true);
  expect(runs).toHaveLength(2 * TOOLS.length * 2);
  for (const run of runs) {
    const name = `${run.tool} ${run.task} ${run.number}`;
    expect(`${name}: ${run.outcome}, ${run.reason}`).toBe(`${name}: pass, the verifier passed`);
    // One turn for each call of a tool, and one for the report. A title, which OpenCode may ask for, costs nothing in the script.
    const turns = (run.toolCalls ?? 0) + 1;
    expect(turns, name).toBeGreaterThan(3);
    expect(run.tokens, name).toEqual({
      script: { input: 100 * turns, output: 10 * turns, cacheRead: 50 * turns, cacheWrite: 0 },
    });
  }
  const turns = runs.reduce((sum, run) => sum + (run.toolCalls ?? 0) + 1, 0);
  expect(turns).toBe(model.turns.length);
  expect(runs.filter(({ tool }) => tool === "cotty").map(({ versions }) => versions?.["cotty"])).not.toContain(undefined);
});
