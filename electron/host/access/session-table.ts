/**
 * The sessions, and who may reach which. An agent has names of its own: it
 * calls its sessions what it likes, and never learns of anybody else's. What it
 * may not reach is answered like what is not there.
 *
 * A session's id is unique in the host. Its owner knows it by the name they
 * gave; the two differ only when somebody else's session has that name. Whoever
 * else may reach it uses the id. Among what one principal reaches these are
 * unique: `create` and `share` see to it.
 */
import { randomBytes } from "node:crypto";
import { HostError } from "../../../shared/errors.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import type { HostedSession } from "../hosted-session.ts";
import { type Principal, reaches } from "./principal.ts";

const MAX_ID_LENGTH = 64;

export class SessionTable {
  readonly #sessions = new Map<string, HostedSession>();
  readonly #isFlat: boolean;

  /** `isFlat`: every client sees all sessions under their ids, as terminalcp has it. */
  constructor(isFlat: boolean) {
    this.#isFlat = isFlat;
  }

  get all(): readonly HostedSession[] {
    return [...this.#sessions.values()];
  }

  add(hosted: HostedSession): void {
    this.#sessions.set(hosted.session.id, hosted);
  }

  /** Returns whether it was there. */
  delete(hosted: HostedSession): boolean {
    return this.#sessions.get(hosted.session.id) === hosted && this.#sessions.delete(hosted.session.id);
  }

  /** What the principal may see. */
  reachableBy(principal: Principal): HostedSession[] {
    return this.#seesAll(principal) ? [...this.all] : this.all.filter(({ access }) => access.isOpenTo(principal));
  }

  /** What a stop of "everything" means for the principal. For an agent, whatever its tier, only what it started. */
  stoppableBy(principal: Principal): HostedSession[] {
    return this.#isFlat || reaches(principal.tier, "admin")
      ? [...this.all]
      : this.all.filter(({ access }) => access.isOwnedBy(principal));
  }

  isReachable(principal: Principal, { access }: HostedSession): boolean {
    return this.#seesAll(principal) || access.isOpenTo(principal);
  }

  /** What the principal calls this session. */
  handleOf(principal: Principal, { access, session }: HostedSession): string {
    return !this.#seesAll(principal) && access.isOwnedBy(principal) ? access.name : session.id;
  }

  infoFor(principal: Principal, hosted: HostedSession): SessionInfo {
    return { ...hosted.info(), id: this.handleOf(principal, hosted) };
  }

  find(principal: Principal, handle: string): HostedSession | undefined {
    if (this.#seesAll(principal)) return this.#sessions.get(handle);
    const found = this.reachableBy(principal).filter((hosted) => this.handleOf(principal, hosted) === handle);
    // Two only for an agent that came back after somebody else's session of that name was shared: its own is meant.
    return found.find(({ access }) => access.isOwnedBy(principal)) ?? found[0];
  }

  /** Throws `no-such-session`, in the same words whether it exists or not. */
  get(principal: Principal, handle: string): HostedSession {
    const hosted = this.find(principal, handle);
    if (hosted) return hosted;
    const known = this.reachableBy(principal)
      .slice(0, 10)
      .map((one) => this.handleOf(principal, one));
    const next = known.length > 0 ? `Running or readable: ${known.join(", ")}` : "There are no sessions; start one";
    throw new HostError("no-such-session", `Process not found: ${handle}. ${next}`);
  }

  /** An id and a name for a new session of the principal's. Throws `session-exists`. */
  name(principal: Principal, wanted: string | undefined): { id: string; name: string } {
    const name = wanted || `proc-${randomBytes(6).toString("hex")}`;
    if (this.find(principal, name)) {
      throw new HostError("session-exists", `Session '${name}' already exists. Stop it first, or choose another name`);
    }
    let id = name;
    for (let n = 2; this.#sessions.has(id); n++) id = `${name.slice(0, MAX_ID_LENGTH - `-${n}`.length)}-${n}`;
    return { id, name };
  }

  /**
   * Throws `session-exists` if one of the principals has a session of its own
   * that this one would be mistaken for. One that is not connected is not asked:
   * what agents that have gone left behind must not stand in the way.
   */
  checkShareable(hosted: HostedSession, principals: readonly Principal[] | "all", connected: readonly Principal[]): void {
    const { id } = hosted.session;
    const clash = this.all.find(
      ({ access }) =>
        access !== hosted.access &&
        access.name === id &&
        connected.some((principal) => access.isOwnedBy(principal)) &&
        (principals === "all" ? !reaches(access.owner.tier, "all") : principals.some((principal) => access.isOwnedBy(principal))),
    );
    if (!clash) return;
    throw new HostError(
      "session-exists",
      `${clash.access.owner.name} has a session of its own called '${id}'. Stop one of the two first`,
    );
  }

  clear(): void {
    for (const hosted of this.all) hosted[Symbol.dispose]();
    this.#sessions.clear();
  }

  #seesAll({ tier }: Principal): boolean {
    return this.#isFlat || reaches(tier, "all");
  }
}
