/**
 * How far each agent reaches: what the user has granted it, otherwise its token,
 * otherwise the setting `newAgents`. Knows the agents that have made contact, so
 * that a person can see them and answer.
 *
 * An agent is known by its principal, which follows from a secret: the key that its
 * relay keeps, or its token. Its name and its folder are what it says of itself, for
 * people to read. So an agent with another's name gets nothing of what the other was
 * granted.
 */
import { Emitter } from "../../../shared/emitter.ts";
import { HostError } from "../../../shared/errors.ts";
import type { KeptGrant } from "../../../shared/kept-grant.ts";
import type { ClientInfo, Grant, GrantDuration, KnownAgent, Tier, TokenInfo } from "../../../shared/protocol.ts";
import { AgentGrants } from "./agent-grants.ts";
import { type Contact, Contacts } from "./contacts.ts";
import { agentPrincipal, type CallerIdentity, type Principal, reaches, tokenPrincipal } from "./principal.ts";

/** Keeps the grants that outlast the host. */
export interface GrantStore {
  load(): readonly KeptGrant[];
  /** Throws when writing fails. */
  save(grants: readonly KeptGrant[]): void;
}

export type GrantsOptions = {
  readonly store: GrantStore;
  /** What an agent may do that was granted nothing and has no token. */
  readonly newAgentTier: () => TokenInfo["tier"];
};

/** Far more than anybody grants by hand. */
const MAX_GRANTED = 500;

export class Grants implements Disposable {
  readonly #store: GrantStore;
  readonly #newAgentTier: GrantsOptions["newAgentTier"];
  #lastNewAgentTier: Tier;
  readonly #granted = new Map<string, AgentGrants>();
  readonly #contacts = new Contacts((agent) => this.#granted.has(agent));
  readonly #onTiers = new Emitter<string | undefined>();
  /** The agent of this id may reach less or more now; undefined for all agents. */
  readonly onTiers = this.#onTiers.event;
  /** What `list` answers has changed. Fires at most four times a second. */
  readonly onChanged = this.#contacts.onChanged;

  constructor({ store, newAgentTier }: GrantsOptions) {
    this.#store = store;
    this.#newAgentTier = newAgentTier;
    this.#lastNewAgentTier = newAgentTier();
    for (const { agent, grant, ...contact } of store.load()) {
      this.#granted.set(agent, new AgentGrants(grant));
      this.#contacts.add({ agent, ...contact });
    }
  }

  /** The principal of an agent on the local socket. */
  agent(client: ClientInfo, key: string | undefined): Principal {
    const principal = agentPrincipal(client.name, key, (id) => this.#tierOf(id, client) ?? this.#newAgentTier());
    this.#contacts.add({ agent: principal.id, name: client.name, isPassing: key === undefined });
    return principal;
  }

  /** The principal of an agent that has a token. */
  tokenAgent(client: ClientInfo, { name, tier }: Pick<TokenInfo, "name" | "tier">): Principal {
    const principal = tokenPrincipal(name, (id) => this.#tierOf(id, client) ?? tier);
    this.#contacts.add({ agent: principal.id, name, token: tier });
    return principal;
  }

  /** A client of an agent has connected. */
  handleClient({ client, principal }: CallerIdentity): void {
    this.#contacts.connect(principal.id, client.id);
  }

  handleClientGone(client: ClientInfo): void {
    const gone = this.#contacts.disconnect(client.id);
    if (gone !== undefined) this.#granted.delete(gone);
    for (const [agent, grants] of this.#granted) {
      if (!grants.endOnce(client.id)) continue;
      if (grants.isEmpty) this.#granted.delete(agent);
      // Whoever was let in once is asked about again the next time.
      this.#contacts.change(agent, { isAnswered: false });
    }
  }

  /** The relay of an agent has said in which folder it was started. */
  handleFolder({ id }: Principal, folder: string): void {
    this.#contacts.change(id, { folder });
  }

  /** An agent was refused something that takes this tier. */
  handleRefusal({ client, principal }: CallerIdentity, wants: TokenInfo["tier"]): void {
    this.#contacts.add({ agent: principal.id, name: principal.name });
    this.#contacts.connect(principal.id, client.id);
    // A person who has answered is not asked again and again by an agent in a loop.
    if (this.#contacts.get(principal.id)?.isAnswered === false) this.#contacts.change(principal.id, { wants });
  }

  /** The settings have changed. */
  handleSettings(): void {
    if (this.#newAgentTier() === this.#lastNewAgentTier) return;
    this.#lastNewAgentTier = this.#newAgentTier();
    this.#onTiers.fire(undefined);
    this.#contacts.handleChange();
  }

  /** The agents that a person may want to know of: those that wait for an answer first, then the latest. At most `limit`. */
  list(limit: number): { agents: KnownAgent[]; more: number } {
    const all = this.#contacts.all.map((contact) => this.#describe(contact));
    const urgency = ({ wants, isNew }: KnownAgent): number => (wants !== undefined ? 2 : isNew ? 1 : 0);
    const sorted = all.toReversed().sort((one, other) => urgency(other) - urgency(one));
    return { agents: sorted.slice(0, limit), more: Math.max(0, all.length - limit) };
  }

  /** Throws `bad-request`, or what the store throws. Nothing has changed then. */
  give(id: string, tier: TokenInfo["tier"], lasts: GrantDuration): KnownAgent {
    const { agent, name, clients, isPassing } = this.#contacts.find(id);
    if (lasts === "once" && clients.size === 0) {
      throw new HostError("bad-request", `${name} is not connected. Grant it for this run or always`);
    }
    if (lasts === "always" && isPassing) {
      throw new HostError("bad-request", `${name} has no key by which it would be known again. Grant it once or for this run`);
    }
    if (!this.#granted.has(agent) && this.#granted.size >= MAX_GRANTED) {
      throw new HostError("bad-request", `${MAX_GRANTED} agents have grants already. Revoke some first`);
    }
    const grant: Grant = { tier, lasts, grantedAtMs: Date.now() };
    if (lasts === "always") this.#keep(agent, grant);
    const grants = this.#granted.get(agent) ?? new AgentGrants();
    grants.give(grant, clients);
    this.#granted.set(agent, grants);
    this.#contacts.change(agent, { isAnswered: true, wants: undefined });
    this.#onTiers.fire(agent);
    return this.#describe(this.#contacts.find(agent));
  }

  /** Takes back all grants of an agent. Throws `bad-request`, or what the store throws. */
  revoke(id: string): KnownAgent {
    const { agent, name } = this.#contacts.find(id);
    if (!this.#granted.has(agent)) {
      throw new HostError("bad-request", `${name} has no grant. 'cotty grant' lists the agents that have one`);
    }
    this.#remove(agent);
    this.#contacts.change(agent, { isAnswered: true });
    return this.#describe(this.#contacts.find(agent));
  }

  /** A person leaves an agent as it is. Throws `bad-request`. */
  dismiss(id: string): void {
    const { agent } = this.#contacts.find(id);
    this.#contacts.change(agent, { isAnswered: true, wants: undefined });
  }

  /** The token of this agent was revoked: another token of its name is another agent. */
  forget(agent: string): void {
    if (this.#granted.has(agent)) this.#remove(agent);
    this.#contacts.remove(agent);
  }

  [Symbol.dispose](): void {
    this.#contacts[Symbol.dispose]();
    this.#onTiers[Symbol.dispose]();
  }

  #remove(agent: string): void {
    if (this.#granted.get(agent)?.always) this.#keep(agent, undefined);
    this.#granted.delete(agent);
    this.#onTiers.fire(agent);
  }

  /** Saves the grants that outlast the host, with this one instead of the agent's before. Before anything changes: a full disk must not leave two truths. */
  #keep(agent: string, grant: Grant | undefined): void {
    const kept = [...this.#granted].map(([id, { always }]): [string, Grant | undefined] => [id, id === agent ? grant : always]);
    const all = this.#granted.has(agent) ? kept : [...kept, [agent, grant] as const];
    this.#store.save(
      all.flatMap(([id, always]): KeptGrant[] => {
        const contact = this.#contacts.get(id);
        if (!always || !contact) return [];
        const { name, folder } = contact;
        return [{ agent: id, name, ...(folder !== undefined && { folder }), grant: always }];
      }),
    );
  }

  #tierOf(agent: string, client?: ClientInfo): TokenInfo["tier"] | undefined {
    return this.#granted.get(agent)?.countingFor(client?.id)?.tier;
  }

  #describe({ agent, name, folder, token, clients, isAnswered, wants, isPassing }: Contact): KnownAgent {
    const grant = this.#granted.get(agent)?.countingFor();
    const tier: Tier = grant?.tier ?? token ?? this.#newAgentTier();
    const stillWants = wants !== undefined && !reaches(tier, wants) ? wants : undefined;
    return {
      ...{ agent, name, tier, hasToken: token !== undefined, isConnected: clients.size > 0, isPassing },
      isNew: !isAnswered && !grant && token === undefined,
      ...(folder !== undefined && { folder }),
      ...(grant && { grant }),
      ...(stillWants && { wants: stillWants }),
    };
  }
}
