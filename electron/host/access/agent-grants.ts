/**
 * What the user has granted one agent: at most one grant for each duration. The
 * shortest of them counts, because it was given last: a longer one ends those that
 * are shorter. Where it ends, the next longer one counts again.
 */
import type { Grant } from "../../../shared/protocol.ts";

export class AgentGrants {
  /** Holds for the connections that the agent had when it was given. */
  #once: { readonly grant: Grant; readonly clients: Set<string> } | undefined;
  #run: Grant | undefined;
  #always: Grant | undefined;

  constructor(always?: Grant) {
    this.#always = always;
  }

  /** The grant that is kept after the host's end. */
  get always(): Grant | undefined {
    return this.#always;
  }

  get isEmpty(): boolean {
    return !this.#once && !this.#run && !this.#always;
  }

  /** The grant that counts for a client of the agent; without a client, the one that counts for any. */
  countingFor(client?: string): Grant | undefined {
    const isOnce = this.#once !== undefined && (client === undefined || this.#once.clients.has(client));
    return isOnce ? this.#once?.grant : (this.#run ?? this.#always);
  }

  /** `clients` are the ids of the agent's connections now. */
  give(grant: Grant, clients: Iterable<string>): void {
    this.#once = grant.lasts === "once" ? { grant, clients: new Set(clients) } : undefined;
    if (grant.lasts !== "once") this.#run = grant.lasts === "run" ? grant : undefined;
    if (grant.lasts === "always") this.#always = grant;
  }

  /** A connection has ended. Returns whether a grant has ended with it. */
  endOnce(client: string): boolean {
    if (!this.#once?.clients.delete(client) || this.#once.clients.size > 0) return false;
    this.#once = undefined;
    return true;
  }
}
