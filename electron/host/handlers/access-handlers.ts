/** Who may do what: grants, tokens, share links, sharing, and the audit. */
import { HostError } from "../../../shared/errors.ts";
import { type Principal, tokenPrincipal } from "../access/principal.ts";
import type { HostRuntime } from "../host-runtime.ts";
import type { Handlers } from "./request.ts";

/** Rows of the audit on a page when nothing is said. */
const AUDIT_PAGE = 50;

/** Agents in one answer. A person reads them. */
const MAX_LISTED_AGENTS = 100;

/** How long a share link works when nothing is said: an hour. */
const LINK_LIFETIME_MS = 3_600_000;

export const accessHandlers = {
  "session/share": ({ runtime, caller, allow }, { id, with: whom }) => {
    const hostedSession = caller.session(id);
    const agents = whom === "all" ? whom : agentsNamed(runtime, whom.name);
    runtime.host.sessions.checkShareable(hostedSession, agents, runtime.host.connected);
    hostedSession.share(agents);
    allow();
    return { sharedWith: hostedSession.access.sharedWith };
  },
  "session/unshare": ({ runtime: { host }, caller, allow }, { id, name }) => {
    const hostedSession = caller.session(id);
    host.unshare(hostedSession, name);
    allow();
    return { sharedWith: hostedSession.access.sharedWith };
  },
  "link/create": async ({ runtime: { links }, caller, allow }, { id, lifetimeMs = LINK_LIFETIME_MS }) => {
    const { session } = caller.session(id);
    allow();
    return links.create(session.id, lifetimeMs);
  },
  "link/list": ({ runtime: { links } }) => links.list(),
  "link/revoke": ({ runtime: { links }, allow }, { link }) => {
    allow();
    if (!links.revoke(link)) throw new HostError("bad-request", "There is no such share link any more");
    return {};
  },
  "client/list": ({ runtime: { host } }) => host.connectedClients(),
  "agents/with-sessions": ({ runtime: { host } }, { agents }) => {
    const owners = new Set(host.sessions.all.map(({ access }) => access.owner.id));
    return { agents: agents.filter((agent) => owners.has(agent)) };
  },
  "audit/list": ({ runtime: { readAudit } }, { limit = AUDIT_PAGE, ...query }) => readAudit({ ...query, limit }),
  "grant/list": ({ runtime: { host } }) => host.grants.list(MAX_LISTED_AGENTS),
  "grant/give": ({ runtime: { host }, allow }, { agent, tier, lasts }) => {
    const known = host.grants.give(agent, tier, lasts);
    allow();
    return known;
  },
  "grant/revoke": ({ runtime: { host }, allow }, { agent }) => {
    const known = host.grants.revoke(agent);
    allow();
    return known;
  },
  "grant/dismiss": ({ runtime: { host }, allow }, { agent }) => {
    host.grants.dismiss(agent);
    allow();
    return {};
  },
  "token/create": ({ runtime: { tokens }, allow }, { name, tier = "own" }) => {
    const created = tokens.create(name, tier);
    allow();
    return created;
  },
  "token/find": ({ runtime: { tokens } }, { token }) => {
    const found = tokens.find(token);
    return found ? { found } : {};
  },
  "token/list": ({ runtime: { tokens } }) => tokens.list(),
  "token/revoke": ({ runtime: { tokens }, allow }, { name }) => {
    tokens.revoke(name);
    allow();
    return {};
  },
  "http/switch": ({ runtime: { switchHttp }, allow }, { on }) => {
    allow();
    return switchHttp(on);
  },
} satisfies Partial<Handlers>;

/** Agents choose their names, so there may be several of one name. Throws `bad-request` when there is none. */
function agentsNamed({ host, tokens }: HostRuntime, name: string): Principal[] {
  const agents = host.agents(tokens.list().map(({ name: holder, tier }) => tokenPrincipal(holder, () => tier)));
  const found = agents.filter((agent) => agent.name === name);
  if (found.length > 0) return found;
  const names = [...new Set(agents.map((agent) => agent.name))];
  const next = names.length > 0 ? `Agents now: ${names.join(", ")}` : "No agent is connected";
  throw new HostError("bad-request", `There is no agent called '${name}'. ${next}; or share with all`);
}
