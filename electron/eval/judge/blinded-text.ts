import { basename } from "node:path";
import type { Agent } from "../definitions/agent.ts";
import type { Tool } from "../definitions/tool.ts";

const TOOL_WORD = "TOOL";
const AGENT_WORD = "AGENT";

/**
 * Makes a function that takes the names of a job's tools and agents out of a text: also
 * their titles, programs, servers and models. A judge who reads a name judges the name
 * (L. Zheng et al., "Judging LLM-as-a-judge with MT-Bench", 2023).
 */
export function blinding(tools: readonly Tool[], agents: readonly Agent[]): (text: string) => string {
  const words = new Map<string, string>();
  for (const agent of agents) for (const name of namesOfAgent(agent)) words.set(name.toLowerCase(), AGENT_WORD);
  for (const tool of tools) for (const name of namesOfTool(tool)) words.set(name.toLowerCase(), TOOL_WORD);
  // The longest first, so that no part of a name is left.
  const sources = [...words.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  if (sources.length === 0) return (text) => text;
  const names = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return (text) => text.replaceAll(names, (name) => words.get(name.toLowerCase()) ?? "");
}

function namesOfTool({ name, title, requires, mcpServers = {} }: Tool): string[] {
  const servers = Object.entries(mcpServers).flatMap(([server, { command }]) => [server, basename(command)]);
  return distinctive([name, withoutKind(name), title, ...requires, ...servers]);
}

function namesOfAgent({ name, adapter, model, requires, command }: Agent): string[] {
  const programs = [...requires, ...command.slice(0, 1).map((program) => basename(program))];
  return distinctive([name, adapter ?? "", model ?? "", ...programs]);
}

/** `tmux` of `tmux-cli`: the transcript has the program's name. */
const withoutKind = (name: string): string => name.replace(/-(?:cli|mcp)$/, "");

/** Names that mean something else, too, would take words out of every transcript. */
const COMMON: ReadonlySet<string> = new Set(["", "node", "npx", "python3", "bash", "sh", "program", "default"]);

const distinctive = (names: readonly string[]): string[] => names.filter((name) => name.length > 1 && !COMMON.has(name));

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
