/** How to connect each agent to Cotty. */

export type Agent = {
  readonly name: string;
  /** What to do with the text. */
  readonly where: string;
  readonly text: string;
};

const known = (name: string, client: string): Agent => ({
  name,
  where: "Run this in a terminal. It shows what it would change and asks first:",
  text: `cotty connect ${client}`,
});

export const AGENTS: readonly Agent[] = [
  known("Claude Code", "claude"),
  known("Claude Desktop", "claude-desktop"),
  known("Cursor", "cursor"),
  known("VS Code", "vscode"),
  known("Codex", "codex"),
  known("Gemini CLI", "gemini"),
  known("OpenCode", "opencode"),
  {
    name: "Other",
    where: "Add this to the agent’s list of MCP servers:",
    text: JSON.stringify({ mcpServers: { cotty: { command: "cotty", args: ["mcp"] } } }, undefined, 2),
  },
];
