/** How each agent is told about Cotty. */

export type Agent = {
  readonly name: string;
  /** Where the text goes. */
  readonly where: string;
  readonly text: string;
};

const SERVER = { command: "cotty", args: ["mcp"] };
const STANDARD = JSON.stringify({ mcpServers: { cotty: SERVER } }, undefined, 2);
const TERMINAL = "Run this in a terminal:";

export const AGENTS: readonly Agent[] = [
  { name: "Claude Code", where: TERMINAL, text: "claude mcp add -s user cotty -- cotty mcp" },
  { name: "Cursor", where: "Add this to ~/.cursor/mcp.json:", text: STANDARD },
  { name: "VS Code", where: TERMINAL, text: `code --add-mcp '${JSON.stringify({ name: "cotty", ...SERVER })}'` },
  { name: "Codex", where: TERMINAL, text: "codex mcp add cotty -- cotty mcp" },
  { name: "Gemini CLI", where: TERMINAL, text: "gemini mcp add -s user cotty cotty mcp" },
  {
    name: "Other",
    where: "Add this to the agent’s list of MCP servers (Claude Desktop, Windsurf and most others):",
    text: STANDARD,
  },
];
