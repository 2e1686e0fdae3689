import { z } from "zod";
import { definitionName } from "./find-definitions.ts";
import { readDefinition } from "./front-matter.ts";

const mcpServer = z.strictObject({
  type: z.literal("stdio").optional(),
  command: z.string(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).optional(),
});
export type McpServer = z.infer<typeof mcpServer>;

const toolMatter = z.strictObject({
  type: z.enum(["mcp", "cli"]).default("cli"),
  /** What the prompt calls the tool. Default: its name. */
  title: z.string().optional(),
  mcpServers: z.record(z.string(), mcpServer).optional(),
  /** More variables of the agent's environment. */
  env: z.record(z.string(), z.string()).default({}),
  /** Packages of npm, with their versions, whose commands are put on the PATH. */
  npm: z.array(z.string()).default([]),
  /** Programs that must be on the PATH. */
  requires: z.array(z.string()).default([]),
  /** A shell command that must succeed before a run. */
  ready: z.string().optional(),
  /** A shell command that prints the tool's version. */
  version: z.string().optional(),
  /** A shell command after a run, with the run's environment. What the run started is ended in any case. */
  cleanup: z.string().optional(),
  /** What Claude Code may do without a question: patterns of shell commands, and full names of MCP tools. */
  allowed: z.array(z.string()).default([]),
});

/** A terminal tool under test. */
export type Tool = z.infer<typeof toolMatter> & {
  readonly name: string;
  readonly file: string;
  readonly title: string;
  /** How to use it, as the prompt says it. */
  readonly instructions: string;
};

/** Reads a tool's definition. Throws `EvaluationError`, which names the file, for one that is wrong. */
export function readTool(path: string): Tool {
  const { matter, body, file } = readDefinition(path, toolMatter);
  const name = definitionName(path);
  return { ...matter, name, file, title: matter.title ?? name, instructions: body };
}

/** The tool of runs that use none: those that check a task, and those that judge another run. */
export const noTool: Tool = {
  name: "none",
  file: "",
  title: "",
  instructions: "",
  type: "cli",
  env: {},
  npm: [],
  requires: [],
  allowed: [],
};
