/** The programs that the window offers to start: the user's shell, and the agents, debuggers and prompts found on this machine. */
import { basename } from "node:path";
import type { StartPreset } from "../../shared/protocol.ts";
import type { UserEnvironment } from "../platform/paths.ts";
import { foldersOfPath, hasProgram } from "../platform/program-path.ts";

type Candidate = StartPreset & {
  /** The program that must be there. */
  readonly program: string;
};

const agent = (label: string, program: string, command = program): Candidate => ({ kind: "agent", label, program, command });
const debuggerOf = (label: string, program: string, command = program): Candidate => ({
  kind: "debugger",
  label,
  program,
  command,
});
const prompt = (label: string, program: string, command = program): Candidate => ({ kind: "prompt", label, program, command });

/** A command that ends with a blank wants an argument: a person completes it. */
const CANDIDATES: readonly Candidate[] = [
  agent("Claude Code", "claude"),
  agent("Codex", "codex"),
  agent("Gemini CLI", "gemini"),
  agent("OpenCode", "opencode"),
  agent("Goose", "goose", "goose session"),
  agent("Aider", "aider"),
  agent("Cursor Agent", "cursor-agent"),
  agent("GitHub Copilot", "copilot"),
  debuggerOf("gdb", "gdb", "gdb -q "),
  debuggerOf("lldb", "lldb", "lldb "),
  debuggerOf("Delve", "dlv", "dlv debug"),
  debuggerOf("pdb", "python3", "python3 -m pdb "),
  debuggerOf("Node inspector", "node", "node inspect "),
  prompt("Python", "python3", "python3 -q"),
  prompt("Node", "node"),
  prompt("SQLite", "sqlite3", "sqlite3 "),
  prompt("PostgreSQL", "psql"),
];

export function startPresets(environment: Pick<UserEnvironment, "env" | "platform">): StartPreset[] {
  const { env, platform } = environment;
  const folders = foldersOfPath(env["PATH"], platform);
  const found = CANDIDATES.filter(({ program }) => hasProgram(program, folders, platform));
  return [shellPreset(environment), ...found.map(({ kind, label, command }) => ({ kind, label, command }))];
}

function shellPreset({ env, platform }: Pick<UserEnvironment, "env" | "platform">): StartPreset {
  const command = env["SHELL"] || (platform === "win32" ? "cmd" : "bash");
  return { kind: "shell", label: `Shell (${basename(command)})`, command };
}
