import { z } from "zod";
import { definitionName } from "./find-definitions.ts";
import { readDefinition } from "./front-matter.ts";

export const modes = ["headless", "tui"] as const;
export type Mode = (typeof modes)[number];

export const adapterNames = ["oracle", "nop", "program", "claude-code", "codex", "gemini", "opencode", "pi"] as const;

const agentMatter = z.strictObject({
  /** How this agent is driven. Default: the file's name, if an adapter has it. */
  adapter: z.enum(adapterNames).optional(),
  /** For the adapter `program`: the program and its arguments. `$AGENT` is the folder of this file. */
  command: z.array(z.string()).default([]),
  mode: z.enum(modes).optional(),
  /** Packages of npm, with their versions, whose commands are put on the PATH. */
  npm: z.array(z.string()).default([]),
  requires: z.array(z.string()).default([]),
  model: z.string().optional(),
  /** Where the model answers, if not at its provider. */
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether it can use MCP servers. */
  mcp: z.boolean().default(true),
  env: z.record(z.string(), z.string()).default({}),
  /** Variables of the user's environment that the agent gets: its key. Their values are removed from all files of a run. */
  keys: z.array(z.string()).default([]),
  /** The model is a script. The report says so. */
  scripted: z.boolean().default(false),
});

export type Agent = z.infer<typeof agentMatter> & { readonly name: string; readonly file: string };

/** Reads an agent's definition. An agent without a file is the adapter of that name with its defaults. */
export function readAgent(path: string): Agent {
  const { matter, file } = readDefinition(path, agentMatter);
  return { ...matter, name: definitionName(path), file };
}

export const builtInAgent = (name: string): Agent => ({ ...agentMatter.parse({}), name, file: "" });
