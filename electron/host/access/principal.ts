/**
 * On whose behalf a connection acts. The user is one principal, with the window,
 * `cotty attach`, the command line, and scripts that have the host's token. Each
 * agent is a principal of its own. What a client may see and do follows from its
 * principal, and from nothing that it knows or guesses.
 */
import { createHash, randomBytes } from "node:crypto";
import { type ClientInfo, Tier } from "../../../shared/protocol.ts";
import type { Viewing } from "../../../shared/transport.ts";

export type Principal = {
  /** Unique for the life of the host; not a secret. */
  readonly id: string;
  /** What people read. Agents choose their own names, so a name proves nothing. */
  readonly name: string;
  /** How far it reaches now. A grant changes it while the agent is connected, so nobody may keep a copy. */
  readonly tier: Tier;
  /** The id of the only session that it may see. Set for share links, which may call few methods. */
  readonly watchesOnly?: string;
};

/** Who calls: a client, and the principal that it acts for. */
export type CallerIdentity = { readonly client: ClientInfo; readonly principal: Principal };

/** How far the principal of this id reaches now. */
export type TierOf = (id: string) => Tier;

export const USER: Principal = { id: "user", name: "You", tier: "admin" };

/** Whether a tier is at least as high as another. */
export function reaches(tier: Tier, minimal: Tier): boolean {
  return Tier.options.indexOf(tier) >= Tier.options.indexOf(minimal);
}

/** An agent on the local socket. With the same key it is the same agent again; without a key it is a new one. */
export function agentPrincipal(name: string, key: string | undefined, tierOf: TierOf): Principal {
  const secret = key ?? randomBytes(16).toString("hex");
  // The key is a secret of the agent and the host: whoever reads the id must not be able to become the agent.
  return withTier({ id: `agent-${createHash("sha256").update(secret).digest("hex").slice(0, 16)}`, name }, tierOf);
}

/** Whoever has opened a share link. It watches one session, whatever else is shared or set. */
export function linkPrincipal({ link, session }: Viewing): Principal {
  return { id: `link-${link}`, name: "Share link", tier: "observe", watchesOnly: session };
}

/** The agent that has a token for HTTP. It is one principal as long as there is a token of that name. */
export function tokenPrincipal(name: string, tierOf: TierOf): Principal {
  return withTier({ id: tokenPrincipalId(name), name }, tierOf);
}

/** The id of the agent that has the token of this name. */
export function tokenPrincipalId(name: string): string {
  return `token-${name}`;
}

function withTier({ id, name }: Pick<Principal, "id" | "name">, tierOf: TierOf): Principal {
  return {
    id,
    name,
    get tier() {
      return tierOf(id);
    },
  };
}
