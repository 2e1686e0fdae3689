/**
 * The real coding agents, each with a scripted model of its own. The script uses the
 * terminal tool of the run, and reports what the tool has really shown.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { loadJob } from "../../electron/eval/job/job-folder.ts";
import type { RunResult } from "../../electron/eval/results/run-result.ts";
import { cotty } from "./cotty.ts";
import { createHome, type Home } from "./home.ts";
import { type ModelEndpoint, type Move, startModelEndpoint, type Turn } from "./model-endpoint.ts";
import { fetchPackage } from "./npm-package.ts";

type AgentCalls = {
  readonly package: string;
  /** How large the package is: some are fetched only if COTTY_TEST_CLIENTS=1 asks for them. */
  readonly fetched: "always" | "asked";
  /** What comes after the endpoint's address. */
  readonly path: string;
  readonly shell: (command: string) => Move;
  /** Calls the tool `terminal` of the MCP server `cotty`. Missing where the agent takes no servers. */
  readonly terminal?: (args: object) => Move;
};

const call = (name: string, args: object): Move => ({ call: { name, arguments: args } });

/** What the tools of each agent are called, and the packages that are evaluated. */
export const scriptedAgents = {
  "claude-code": {
    package: "@anthropic-ai/claude-code@2.1.330",
    fetched: "asked",
    path: "",
    shell: (command) => call("Bash", { command, description: "uses the shell" }),
    terminal: (args) => call("mcp__cotty__terminal", args),
  },
  codex: {
    package: "@openai/codex@0.169.0",
    fetched: "asked",
    path: "/v1",
    shell: (cmd) => call("exec_command", { cmd }),
    terminal: (args) => call("mcp__cotty.terminal", args),
  },
  gemini: {
    package: "@google/gemini-cli@0.61.0",
    fetched: "asked",
    path: "",
    shell: (command) => call("run_shell_command", { command }),
    terminal: (args) => call("mcp_cotty_terminal", args),
  },
  opencode: {
    package: "opencode-ai@1.18.33",
    fetched: "always",
    path: "/v1",
    shell: (command) => call("bash", { command, description: "uses the shell" }),
    terminal: (args) => call("cotty_terminal", args),
  },
  pi: {
    package: "@mariozechner/pi-coding-agent@0.73.1",
    fetched: "asked",
    path: "/v1",
    shell: (command) => call("bash", { command }),
  },
} as const satisfies Record<string, AgentCalls>;

export type ScriptedAgent = keyof typeof scriptedAgents;

const INPUT = "123456789 * 987654321";
export const ANSWER = "121932631112635269";
export const usage = { input: 100, output: 10, cacheRead: 50 };

/** In a window the agent stops once, before the end, and goes on when it is told to. */
const PAUSE = "The program has answered.";

function script(agent: AgentCalls): (turn: Turn) => Move {
  return ({ prompt, results }) => ({ ...nextMove(agent, prompt, results), usage });
}

const hasTask = (text: string): boolean => text.includes("## Task");

function nextMove({ shell, terminal }: AgentCalls, prompt: string, results: readonly string[]): Move {
  const file = /Read the file (\S+) and follow/.exec(prompt)?.[1];
  const isWindow = file !== undefined && !hasTask(prompt);
  const read = results.findIndex(hasTask);
  // Gemini CLI's shell may lose what a program printed that ended at once. A model would then read the file again.
  if (isWindow && read < 0) return shell(`cat ${file}`);
  const using = terminal
    ? [
        terminal({ action: "start", command: "bc -q", name: "s", wait: { quiet: 300 } }),
        terminal({ action: "stdin", id: "s", data: `${INPUT}\r`, wait: "\\d{15,}" }),
        terminal({ action: "stop", id: "s" }),
      ]
    : [
        shell("cotty start --quiet 300 s bc -q"),
        shell(`cotty stdin --wait '[0-9]{15,}' s '${INPUT}' ::Enter`),
        shell("cotty stop s"),
      ];
  const next = using[isWindow ? results.length - read - 1 : results.length];
  if (next !== undefined) return next;
  if (isWindow && !prompt.includes("Please go on")) return { say: PAUSE };
  const [complete] = /TASK_COMPLETE_\w+/.exec(`${prompt}\n${results.join("\n")}`) ?? [];
  return { say: `It shows ${/\d{15,}/.exec(results.join("\n"))?.[0] ?? "nothing"}.\n${complete}` };
}

/** Fetches the agent's program; a reason where it cannot be had. */
export async function fetchAgent(name: ScriptedAgent): Promise<{ bin: string } | { missing: string }> {
  const { package: spec, fetched } = scriptedAgents[name];
  if (fetched === "asked" && process.env["COTTY_TEST_CLIENTS"] !== "1")
    return { missing: `${spec} is fetched only with COTTY_TEST_CLIENTS=1: the agents together are 1.4 GB` };
  const folder = await fetchPackage(spec);
  return folder === undefined ? { missing: `${spec} could not be fetched from npm` } : { bin: join(folder, "node_modules/.bin") };
}

/** A home with one scripted agent, a task that only a terminal can do, and tools. */
export type AgentJob = AsyncDisposable & {
  readonly home: Home;
  readonly model: ModelEndpoint;
  /** Runs it, and resolves with the results of the agent. */
  readonly run: (...more: string[]) => Promise<readonly RunResult[]>;
  /** What the tool under test has recorded, as paths in the job's folder. */
  readonly recordings: () => string[];
  /** The trajectory of the first run with an agent. */
  readonly trajectory: () => Trajectory;
};

type Trajectory = {
  readonly schema_version: string;
  readonly steps: readonly {
    readonly step_id: number;
    readonly message: string;
    readonly observation?: { readonly results: readonly { readonly content: string }[] };
  }[];
};

/** A server that answers the first program that starts it, and nobody after that. */
const ONCE = "test -e once && exit 1; touch once; exec cotty mcp";

export async function startAgentJob(name: ScriptedAgent, bin: string, move = script(scriptedAgents[name])): Promise<AgentJob> {
  const home = createHome();
  const model = await startModelEndpoint(move);
  for (const folder of ["agents", "tasks", "tools"]) mkdirSync(join(home.root, folder));
  const define = (folder: string, called: string, matter: object, body = ""): void =>
    writeFileSync(join(home.root, folder, `${called}.md`), `---\n${JSON.stringify(matter)}\n---\n${body}\n`);
  const baseUrl = `${model.url}${scriptedAgents[name].path}`;
  define("agents", name, { adapter: name, model: "script", baseUrl, scripted: true });
  define(
    "tasks",
    "product",
    { verify: `grep -q ${ANSWER} "$ANSWER"`, solution: `echo ${ANSWER}`, requires: ["bc"], timeout: 400 },
    `Start bc -q, type ${INPUT} and report what it shows.`,
  );
  define("tools", "once", { type: "mcp", mcpServers: { cotty: { command: "sh", args: ["-c", ONCE] } } }, "Use it.");
  const folder = join(home.root, "job");
  return {
    home,
    model,
    async run(...more) {
      const PATH = `${bin}:${process.env["PATH"]}`;
      const ran = await cotty(home, ["eval", "run", "--agents", name, "-o", "job", ...more], { env: { PATH } });
      expect(ran.code, ran.stderr).toBe(0);
      return loadJob(folder).runs;
    },
    recordings() {
      return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\/tool\/[^/]+\.cast$/.test(path));
    },
    trajectory() {
      const run = readdirSync(join(folder, "runs")).find((path) => path.startsWith(`${name}--`)) ?? "";
      return JSON.parse(readFileSync(join(folder, "runs", run, "agent/trajectory.json"), "utf8")) as Trajectory;
    },
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}
