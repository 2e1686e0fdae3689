/** Shapes of access: tiers, tokens, grants, share links, and the clients and agents that have them. */
import { z } from "zod";
import { GRANT_DURATIONS } from "../grant-durations.ts";
import { TOKEN_TIERS } from "../token-tiers.ts";
import { ClientInfo, SessionId } from "./basic-shapes.ts";

/**
 * The tier of a principal says what it may do:
 * - `observe` reads its own sessions and those that are shared with it
 * - `own` also drives them and starts new ones
 * - `all` does the same with every session
 * - `admin` is the user, who may do everything
 */
export const Tier = z.enum([...TOKEN_TIERS, "admin"]);
export type Tier = z.infer<typeof Tier>;

/** The tier of an agent's token. The user needs no token of this kind. */
export const TokenTier = z.enum(TOKEN_TIERS);
/** A client that is connected now, and what it may do. */
export const ConnectedClient = ClientInfo.extend({
  tier: Tier,
  /** The only session that a share link shows. */
  watchesOnly: z.string().optional(),
  sinceMs: z.number(),
  /** How many sessions of its principal there are. */
  sessions: z.int(),
});
export type ConnectedClient = z.infer<typeof ConnectedClient>;

/** The name of an agent. */
export const AgentName = z.string().min(1, "The name is empty").max(128);
/** What is known about an agent's token. The token itself is not kept. */
export const TokenInfo = z.object({ name: z.string(), tier: TokenTier, createdAtMs: z.number() });
export type TokenInfo = z.infer<typeof TokenInfo>;

export const GrantDuration = z.enum(GRANT_DURATIONS);
export type GrantDuration = z.infer<typeof GrantDuration>;

/** What the user lets one agent do: how far it reaches, and for how long. */
const Grant = z.object({ tier: TokenTier, lasts: GrantDuration, grantedAtMs: z.number() });
export type Grant = z.infer<typeof Grant>;

/** The id of an agent's principal. People and the refusals of the host use it where a name does not prove anything. */
export const AgentId = z.string().min(1, "The agent is empty").max(160);

/** An agent that is connected, was refused something, or has a grant. */
export const KnownAgent = z.object({
  agent: AgentId,
  /** What it calls itself. Sanitized, but it proves nothing. */
  name: z.string(),
  /** The folder that it was started in, as its relay says. Sanitized. Absent while nobody has said. */
  folder: z.string().optional(),
  /** What it may do now. */
  tier: Tier,
  /** The grant that counts now; without one, its token or the setting `newAgents` does. */
  grant: Grant.optional(),
  /** It comes over HTTP, with a token. */
  hasToken: z.boolean(),
  isConnected: z.boolean(),
  /** Nobody has said yet what it may do: this is its first contact. */
  isNew: z.boolean(),
  /** It was refused something that takes this tier, and nobody has answered since. */
  wants: TokenTier.optional(),
  /** It has no key, so it is another agent with its next connection: no grant can last longer than this run. */
  isPassing: z.boolean(),
});
export type KnownAgent = z.infer<typeof KnownAgent>;

/** A share link. What opens it is told only once, when it is created. */
export const LinkInfo = z.object({
  id: z.string(),
  session: SessionId,
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});
export type LinkInfo = z.infer<typeof LinkInfo>;
