import { quoteWords } from "../../client/shell-quoting.ts";
import { adapterOf } from "../agents/adapters.ts";
import type { Agent } from "../definitions/agent.ts";
import type { Tool } from "../definitions/tool.ts";
import { newAttempt } from "../run/attempt.ts";
import { endProcesses } from "../run/run-processes.ts";
import { makeRunSpace } from "../run/run-space.ts";
import { runShell } from "../run/shell-step.ts";
import { installPackages } from "./installed-packages.ts";
import type { JobPlan } from "./job-plan.ts";

/** What is installed for one agent or one tool. */
interface Installation {
  /** Folders of its commands. */
  readonly bins: readonly string[];
  /** `undefined` if it does not say. */
  readonly version: string | undefined;
}

/** By the names of the definitions. */
export interface Installations {
  readonly agents: ReadonlyMap<string, Installation>;
  readonly tools: ReadonlyMap<string, Installation>;
}

export interface InstallOptions {
  /** Where packages of npm are kept between jobs. */
  readonly cache: string;
  /** Commands from this installation, for the tools that name them. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly say: (text: string) => void;
}

/** How long a program may take to say its version. */
const VERSION_MS = 60_000;

/** Installs what the plan's agents and tools name, and asks each for its version. Throws `EvaluationError` for what cannot be had. */
export async function installAll({ agents, tools }: JobPlan, options: InstallOptions): Promise<Installations> {
  const installed = { agents: new Map<string, Installation>(), tools: new Map<string, Installation>() };
  for (const agent of agents) {
    const words = adapterOf(agent).versionCommand(agent);
    installed.agents.set(agent.name, await install(agent, words && quoteWords(words), options));
  }
  for (const tool of tools) installed.tools.set(tool.name, await install(tool, tool.version, options));
  return installed;
}

async function install(
  { npm }: Agent | Tool,
  versionCommand: string | undefined,
  { cache, commands, say }: InstallOptions,
): Promise<Installation> {
  const bins = await installPackages(npm, cache, say);
  return { bins, version: versionCommand === undefined ? undefined : await versionOf(versionCommand, { bins, commands }) };
}

/** The last line that the command prints, with the commands and the environment that a run has. */
async function versionOf(
  command: string,
  { bins, commands }: Pick<Installation, "bins"> & Pick<InstallOptions, "commands">,
): Promise<string | undefined> {
  const attempt = newAttempt();
  using space = makeRunSpace({ ...attempt, bins, commands, files: undefined, env: {} });
  try {
    const { exitCode, output } = await runShell(command, { cwd: space.work, env: space.env, timeoutMs: VERSION_MS });
    return exitCode === 0 ? output.trim().split("\n").at(-1) : undefined;
  } finally {
    // A tool may start its server to say its version.
    await endProcesses(attempt.nonce);
  }
}
