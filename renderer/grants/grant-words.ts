/** What tiers and durations mean, as a person says it, and which agents wait for a person's word. */
import type { ConnectedClient, GrantDuration, KnownAgent } from "../../shared/protocol.ts";

/** What a tier allows. */
export const TIER_WORDS: Readonly<Record<ConnectedClient["tier"], string>> = {
  observe: "Reads what is shared with it",
  own: "Starts and drives its own sessions",
  all: "Reads and drives every session",
  admin: "Everything: it acts for you",
};

export const DURATION_WORDS: Readonly<Record<GrantDuration, string>> = {
  once: "Once",
  run: "This run",
  always: "Always",
};

/** Why the agent may do what it may. */
export function sourceOf({ grant, hasToken, isNew }: KnownAgent): string {
  if (grant) return DURATION_WORDS[grant.lasts];
  if (hasToken) return "By its token";
  return isNew ? "New: nothing granted" : "Nothing granted";
}

/** The agents that were refused something, and that nobody has answered. */
export function askingAgents(agents: readonly KnownAgent[]): readonly KnownAgent[] {
  return agents.filter(({ wants }) => wants !== undefined);
}
