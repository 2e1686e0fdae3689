/** The methods that say who may do what: sharing, share links, grants, tokens, and the audit. */
import { z } from "zod";
import type { AuditRow } from "../audit-entry.ts";
import {
  AgentId,
  AgentName,
  ConnectedClient,
  GrantDuration,
  KnownAgent,
  LinkInfo,
  TokenInfo,
  TokenTier,
} from "../shapes/access-shapes.ts";
import { id, type MethodTable, nothing } from "./request-fields.ts";

export const accessMethods = {
  /**
   * Lets other agents drive a session as its owner does. With a name: the agents of
   * that name that are known now. With `all`: every agent, now and later.
   */
  "session/share": {
    params: z.object({ ...id, with: z.union([z.object({ name: AgentName }), z.literal("all")]) }),
    result: z.object({ sharedWith: z.array(z.string()) }),
  },
  /** Ends the sharing of a session. With a name, only for agents of that name. */
  "session/unshare": {
    params: z.object({ ...id, name: AgentName.optional() }),
    result: z.object({ sharedWith: z.array(z.string()) }),
  },

  /**
   * Creates a link with which a browser of this machine watches one session and does nothing else. It expires, and ends
   * with the session and with the host. Only this answer ever contains what opens it. Only for people.
   */
  "link/create": {
    params: z.object({
      ...id,
      /** Default: an hour. At most a week. */
      lifetimeMs: z.int().min(1000).max(604_800_000).optional(),
    }),
    result: LinkInfo.extend({ url: z.string() }),
  },
  "link/list": { params: nothing, result: z.array(LinkInfo) },
  /** Ends a link, and closes what it has opened. */
  "link/revoke": { params: z.object({ link: z.string().max(64) }), result: nothing },

  /** The clients that are connected, since when, and what each may do. */
  "client/list": { params: nothing, result: z.array(ConnectedClient) },
  /** Which of these agents have sessions of their own. A relay asks before it goes on as an agent whose relay has ended. */
  "agents/with-sessions": {
    params: z.object({ agents: z.array(AgentId).max(100) }),
    result: z.object({ agents: z.array(AgentId) }),
  },

  /** The audit, the latest rows first, one page at a time. `next` of an answer is `before` of the request for older rows. */
  "audit/list": {
    params: z.object({
      /** Part of the name of a client, an agent or a principal; without regard to case. */
      client: z.string().max(128).optional(),
      /** Part of a method's name. */
      method: z.string().max(64).optional(),
      /** Part of a session's id; without regard to case. */
      session: z.string().max(64).optional(),
      /** Only what was refused or has failed. */
      refused: z.boolean().optional(),
      before: z.string().max(64).optional(),
      /** Default: 50. */
      limit: z.int().min(1).max(500).optional(),
    }),
    result: z.object({ rows: z.array(z.custom<AuditRow>()), next: z.string().optional() }),
  },

  /**
   * The agents that are connected, were refused something, or have a grant: those that wait for an answer first, then
   * the latest. `more` were left out. `grants/changed` events follow after `host/watch`.
   */
  "grant/list": { params: nothing, result: z.object({ agents: z.array(KnownAgent), more: z.int() }) },
  /**
   * Says how far an agent reaches, and for how long. `agent` is its id; names prove nothing. The newest word of the user
   * counts, and a grant that lasts shorter than it ends. For a person, or a command that a person types in a shell.
   */
  "grant/give": {
    params: z.object({ agent: AgentId, tier: TokenTier, lasts: GrantDuration }),
    result: KnownAgent,
  },
  /** Takes back every grant of an agent. What it does that needed one ends. */
  "grant/revoke": { params: z.object({ agent: AgentId }), result: KnownAgent },
  /** A person has seen that the agent is new, and leaves it as it is. It is new again with the next host. */
  "grant/dismiss": { params: z.object({ agent: AgentId }), result: nothing },

  /** Creates a token with which one agent connects over HTTP. Only this answer ever contains the token. */
  "token/create": {
    params: z.object({ name: AgentName, tier: TokenTier.optional() }),
    result: TokenInfo.extend({ token: z.string() }),
  },
  /** Which token this is; nothing for one that is not valid. For a client that has a token in its configuration. */
  "token/find": { params: z.object({ token: z.string().max(256) }), result: z.object({ found: TokenInfo.optional() }) },
  "token/list": { params: nothing, result: z.array(TokenInfo) },
  /** Revokes a token and cancels the requests of its agent. The agent's sessions stay. */
  "token/revoke": { params: z.object({ name: AgentName }), result: nothing },

  /** Switches MCP over HTTP on or off until the host ends. Without `on`, only says whether it is on. */
  "http/switch": {
    params: z.object({ on: z.boolean().optional() }),
    result: z.object({ on: z.boolean(), url: z.string().optional() }),
  },
} as const satisfies MethodTable;
