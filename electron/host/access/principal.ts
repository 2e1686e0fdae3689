/**
 * On whose behalf a connection acts. The user is one principal, whatever
 * they use (window, attach, command line, scripts with the host's token); every
 * agent is one of its own. What a client may see and do follows from this and
 * from nothing that it knows or guesses.
 */
import { createHash, randomBytes } from "node:crypto";
import { type ClientInfo, Tier } from "../../../shared/protocol.ts";

export type Principal = {
  /** Unique for the life of the host; not a secret. */
  readonly id: string;
  /** What a person reads. Agents choose theirs, so it proves nothing. */
  readonly name: string;
  readonly tier: Tier;
};

/** One connection: the client that it is, and the principal that it acts for. */
export type CallerIdentity = { readonly client: ClientInfo; readonly principal: Principal };

export const USER: Principal = { id: "user", name: "You", tier: "admin" };

/** Whether a tier is at least as high as another. */
export function reaches(tier: Tier, minimal: Tier): boolean {
  return Tier.options.indexOf(tier) >= Tier.options.indexOf(minimal);
}

/** An agent on the local socket. With the same key it is the same agent again; with none it is new. */
export function agentPrincipal(name: string, key: string = randomBytes(16).toString("hex")): Principal {
  // The key stays between the agent and us: who reads an id must not be able to become its owner.
  return { id: `agent-${createHash("sha256").update(key).digest("hex").slice(0, 16)}`, name, tier: "own" };
}

/** The agent that holds a token for HTTP: one principal for as long as there is a token of that name. */
export function tokenPrincipal({ name, tier }: { name: string; tier: Tier }): Principal {
  return { id: `token-${name}`, name, tier };
}
