/** Who owns a session, what the owner calls it, and who else may reach it. */
import type { Principal } from "./principal.ts";

const EVERYONE = "*";

export class SessionAccess {
  readonly owner: Principal;
  /** What the owner calls the session. It is the id, unless another principal's session has that id. */
  readonly name: string;
  readonly #shared = new Map<string, string>();
  #isForAll = false;

  constructor(owner: Principal, name: string) {
    this.owner = owner;
    this.name = name;
  }

  isOwnedBy({ id }: Principal): boolean {
    return this.owner.id === id;
  }

  /** Whether an agent may see the session and, as far as its tier goes, drive it. */
  isOpenTo(principal: Principal): boolean {
    return this.#isForAll || this.isOwnedBy(principal) || this.#shared.has(principal.id);
  }

  share(principals: readonly Principal[] | "all"): void {
    if (principals === "all") this.#isForAll = true;
    else for (const { id, name } of principals) this.#shared.set(id, name);
  }

  /** Takes the session back from the agents of that name, or from all. */
  unshare(name: string | undefined): void {
    if (name === undefined) this.#isForAll = false;
    for (const [id, holder] of [...this.#shared]) if (name === undefined || holder === name) this.#shared.delete(id);
  }

  /** The names of the agents that it is shared with. */
  get sharedWith(): string[] {
    return [...(this.#isForAll ? [EVERYONE] : []), ...new Set(this.#shared.values())];
  }
}
