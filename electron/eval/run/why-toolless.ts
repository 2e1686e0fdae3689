import type { AgentTrace } from "../agents/agent-adapter.ts";

/**
 * Why the agent did not have the tool's MCP server, if that is known. `offered` are the
 * names of the server's tools. An agent that lists its own tools must list one of them,
 * whatever prefix it gives them.
 */
export function whyToolless(
  { tools, missingServer }: Pick<AgentTrace, "tools" | "missingServer">,
  offered: readonly string[],
): string | undefined {
  if (offered.length === 0) return undefined;
  if (missingServer !== undefined) return `the agent did not have the tool: ${missingServer}`;
  if (tools === undefined || tools.some((tool) => offered.some((name) => tool.endsWith(name)))) return undefined;
  return "the agent did not list the tool among its own";
}
