/** Agents in every state that the window shows them in. */
import type { KnownAgent } from "../../../shared/protocol.ts";

const NEWCOMER: KnownAgent = {
  agent: "agent-3f2a9c01d5e6b7a8",
  name: "Claude Code",
  folder: "/home/ada/a/folder/with/a/rather/long/path/that/must/not/widen/the/page",
  tier: "own",
  hasToken: false,
  isConnected: true,
  isNew: true,
  isPassing: false,
};
export const ASKING: KnownAgent = { ...NEWCOMER, agent: "agent-00c0ffee00c0ffee", name: "Gemini", tier: "observe", wants: "own" };

export const KNOWN_AGENTS: readonly KnownAgent[] = [
  ASKING,
  NEWCOMER,
  {
    ...NEWCOMER,
    agent: "agent-0123456789abcdef",
    name: "Codex",
    tier: "all",
    isNew: false,
    isConnected: false,
    grant: { tier: "all", lasts: "always", grantedAtMs: 1 },
  },
  { ...NEWCOMER, agent: "token-nightly", name: "nightly", tier: "observe", isNew: false, hasToken: true },
];
