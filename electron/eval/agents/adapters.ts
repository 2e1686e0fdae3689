import { EvaluationError } from "../evaluation-error.ts";
import { type Agent, adapterNames } from "../definitions/agent.ts";
import type { AgentAdapter } from "./agent-adapter.ts";
import { nop, oracle } from "./checks.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { program } from "./program.ts";

const adapters: Readonly<Record<(typeof adapterNames)[number], AgentAdapter>> = {
  oracle,
  nop,
  program,
  "claude-code": claudeCode,
  codex,
  gemini,
  opencode,
  pi,
};

/** How this agent is driven. Throws `EvaluationError` for one that names no adapter and is named like none. */
export function adapterOf(agent: Agent): AgentAdapter {
  const name = agent.adapter ?? adapterNames.find((known) => known === agent.name);
  if (name === undefined)
    throw new EvaluationError(`${agent.file || agent.name}: "adapter" must be one of ${adapterNames.join(", ")}`);
  if (name === "program" && agent.command.length === 0)
    throw new EvaluationError(`${agent.file}: the adapter "program" needs "command"`);
  return adapters[name];
}
