/**
 * The sessions, and who may reach which. An agent calls its sessions what it
 * likes, and never learns of other principals' sessions: a session out of reach
 * is answered like one that does not exist.
 *
 * A session's id is unique in the host. Its owner uses the name that they gave
 * it. Name and id differ only where another principal's session has that id.
 * Everybody else who may reach the session uses the id. Among the sessions that
 * one principal reaches, these handles are unique: `name` and `checkShareable`
 * see to it.
 */
import { randomBytes } from "node:crypto";
import { HostError } from "../../../shared/errors.ts";
import type { SessionInfo } from "../../../shared/protocol.ts";
import type { HostedSession } from "../hosted-session.ts";
import { type Principal, reaches } from "./principal.ts";

const MAX_ID_LENGTH = 64;
/** In an error. */
const MAX_NAMED = 10;

export class SessionTable {
  readonly #sessions = new Map<string, HostedSession>();
  readonly #isFlat: boolean;

  /** `isFlat`: every client sees all sessions under their ids, as in terminalcp. */
  constructor(isFlat: boolean) {
    this.#isFlat = isFlat;
  }

  get all(): readonly HostedSession[] {
    return [...this.#sessions.values()];
  }

  add(hostedSession: HostedSession): void {
    this.#sessions.set(hostedSession.session.id, hostedSession);
  }

  /** Returns whether the session was there. */
  delete(hostedSession: HostedSession): boolean {
    return this.#sessions.get(hostedSession.session.id) === hostedSession && this.#sessions.delete(hostedSession.session.id);
  }

  /** The sessions that the principal may see. */
  reachableBy(principal: Principal): HostedSession[] {
    return this.all.filter((hostedSession) => this.isReachable(principal, hostedSession));
  }

  /** The sessions that a stop of "everything" ends. For an agent of any tier, these are the sessions that it started. */
  stoppableBy(principal: Principal): HostedSession[] {
    return this.#isFlat || reaches(principal.tier, "admin")
      ? [...this.all]
      : this.all.filter(({ access }) => access.isOwnedBy(principal));
  }

  isReachable(principal: Principal, { access, session }: HostedSession): boolean {
    if (principal.watchesOnly !== undefined) return session.id === principal.watchesOnly;
    return this.seesAll(principal) || access.isOpenTo(principal);
  }

  /** What the principal calls this session. */
  handleOf(principal: Principal, { access, session }: HostedSession): string {
    return access.isOwnedBy(principal) ? access.name : session.id;
  }

  /** What the principal is told of a session. The viewer of a share link is told what the page shows: no command, folder or names of agents. */
  infoFor(principal: Principal, hostedSession: HostedSession): SessionInfo {
    const info = { ...hostedSession.info(), id: this.handleOf(principal, hostedSession) };
    if (principal.watchesOnly === undefined) return info;
    // Named one by one: what is added to sessions later is not told by itself.
    const { id, size, title, lastLine, startedAtMs, lastOutputAtMs, offset, recording, exit, shownName } = info;
    const attention = hostedSession.shownAttention.nameless;
    return {
      ...{ id, size, title, lastLine, attention, startedAtMs, lastOutputAtMs, offset, recording },
      ...(exit && { exit }),
      ...(shownName !== undefined && { shownName }),
      ...{ command: "", cwd: "", pid: 0, owner: { id: "", name: "", kind: info.owner.kind } },
    };
  }

  find(principal: Principal, handle: string): HostedSession | undefined {
    // There may be two, if another session with that id came into reach after the agent had named its own: its own is meant.
    const own = this.all.find(({ access }) => access.isOwnedBy(principal) && access.name === handle);
    if (own) return own;
    const other = this.#sessions.get(handle);
    return other && !other.access.isOwnedBy(principal) && this.isReachable(principal, other) ? other : undefined;
  }

  /** Throws `no-such-session`, in the same words whether the session exists out of reach or not at all. */
  get(principal: Principal, handle: string): HostedSession {
    const hostedSession = this.find(principal, handle);
    if (hostedSession) return hostedSession;
    const reachable = this.reachableBy(principal);
    const next =
      reachable.length > 0 ? `Running or readable: ${this.#named(principal, reachable)}` : "There are no sessions; start one";
    throw new HostError("no-such-session", `Process not found: ${handle}. ${next}`);
  }

  /** Some of the sessions: those that run first, and the latest of them. */
  #named(principal: Principal, sessions: readonly HostedSession[]): string {
    const latest = sessions.toReversed();
    const ordered = [...latest.filter(({ session }) => !session.exit), ...latest.filter(({ session }) => session.exit)];
    const handles = ordered.slice(0, MAX_NAMED).map((one) => this.handleOf(principal, one));
    const more = sessions.length - handles.length;
    return `${handles.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  }

  /** An id and a name for a new session of the principal. `before`: the id that it has had, which stays its own if it is free. Throws `session-exists`. */
  name(principal: Principal, wanted: string | undefined, before?: string): { id: string; name: string } {
    const name = wanted || `proc-${randomBytes(6).toString("hex")}`;
    const found = this.find(principal, name);
    if (found) {
      const state = found.session.exit ? "Its program has ended, and its output stays readable until it is stopped. " : "";
      throw new HostError("session-exists", `Session '${name}' already exists. ${state}Stop it first, or choose another name`);
    }
    let id = before !== undefined && !this.#sessions.has(before) ? before : name;
    for (let n = 2; this.#sessions.has(id); n++) id = `${name.slice(0, MAX_ID_LENGTH - `-${n}`.length)}-${n}`;
    return { id, name };
  }

  /**
   * Throws `session-exists` if one of the principals has a session of its own
   * under this session's id. Only connected principals count: the sessions that
   * agents have left behind must not stand in the way.
   */
  checkShareable(hostedSession: HostedSession, principals: readonly Principal[] | "all", connected: readonly Principal[]): void {
    const { id } = hostedSession.session;
    const clash = this.all.find(
      ({ access }) =>
        access !== hostedSession.access &&
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
    for (const hostedSession of this.all) hostedSession[Symbol.dispose]();
    this.#sessions.clear();
  }

  /** Whether the principal sees everybody's sessions. */
  seesAll({ tier, watchesOnly }: Principal): boolean {
    return watchesOnly === undefined && (this.#isFlat || reaches(tier, "all"));
  }
}
