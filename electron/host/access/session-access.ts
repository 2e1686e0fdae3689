/** Whose a session is, what they call it, and who else may reach it. */
import type { Principal } from "./principal.ts";

const EVERYONE = "*";

export class SessionAccess {
  readonly owner: Principal;
  /** What its owner calls it; the id, unless that was taken by somebody else's. */
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

  /** Whether an agent may see and, as far as its tier goes, drive it. */
  isOpenTo(principal: Principal): boolean {
    return this.#isForAll || this.isOwnedBy(principal) || this.#shared.has(principal.id);
  }

  share(principals: readonly Principal[] | "all"): void {
    if (principals === "all") this.#isForAll = true;
    else for (const { id, name } of principals) this.#shared.set(id, name);
  }

  /** Takes it back from agents of that name, or from all. */
  unshare(name: string | undefined): void {
    if (name === undefined) this.#isForAll = false;
    for (const [id, holder] of [...this.#shared]) if (name === undefined || holder === name) this.#shared.delete(id);
  }

  /** The names of those it is shared with. */
  get sharedWith(): string[] {
    return [...(this.#isForAll ? [EVERYONE] : []), ...new Set(this.#shared.values())];
  }
}
