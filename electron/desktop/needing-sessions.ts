/**
 * Which sessions need a person, as far as tray, badge and notifications go: one
 * that asks something, until it no longer does; one that failed, until a person
 * has seen it.
 */
import { needsYou } from "../../shared/needs-you.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";

/** Where the sessions come from: `HostWatch`. */
export type SessionSource = {
  readonly sessions: readonly SessionInfo[];
  /** False while there is no connection, or none that has told its sessions. */
  readonly isWatching: boolean;
  readonly onChanged: (listener: () => void) => Disposable;
};

type States = ReadonlyMap<SessionId, string>;

export class NeedingSessions {
  readonly #source: SessionSource;
  readonly #onNews = new Emitter<SessionInfo>();
  readonly #onChanged = new Emitter<void>();
  /** A session has begun to need somebody. */
  readonly onNews = this.#onNews.event;
  /** The list, or how many run, is another. */
  readonly onChanged = this.#onChanged.event;
  /** Each session's state when it was last looked at. */
  #known: States | undefined;
  readonly #seenFailures = new Set<SessionId>();
  #summary = "";

  constructor(source: SessionSource) {
    this.#source = source;
    source.onChanged(() => this.#look());
  }

  /** What asks first, then what failed; in start order. */
  get list(): readonly SessionInfo[] {
    const needing = this.#source.sessions.filter((session) => this.needs(session));
    const rank = ({ attention }: SessionInfo): number => (attention.state === "waiting" ? 0 : 1);
    return needing.sort((a, b) => rank(a) - rank(b) || a.startedAtMs - b.startedAtMs);
  }

  needs(session: SessionInfo): boolean {
    return needsYou(session, this.#seenFailures);
  }

  /** A person has had these before their eyes, or said that they know: their failures are no news. */
  markSeen(ids: readonly SessionId[]): void {
    const { sessions } = this.#source;
    for (const id of ids) {
      if (sessions.some((session) => session.id === id && session.attention.state === "failed")) this.#seenFailures.add(id);
    }
    this.#tell();
  }

  #look(): void {
    const { sessions, isWatching } = this.#source;
    const before = this.#known;
    this.#known = isWatching ? new Map(sessions.map(({ id, attention }) => [id, attention.state])) : undefined;
    // What a host has when the app finds it is no news.
    if (before && this.#known) this.#compare(before, this.#known);
    this.#tell();
  }

  #compare(before: States, now: States): void {
    for (const id of this.#seenFailures) if (now.get(id) !== "failed") this.#seenFailures.delete(id);
    for (const session of this.#source.sessions) {
      if (this.needs(session) && before.get(session.id) !== session.attention.state) this.#onNews.fire(session);
    }
  }

  /** Sessions change four times a second each; a menu is built anew only for what it shows. */
  #tell(): void {
    const running = this.#source.sessions.filter(({ exit }) => !exit).length;
    const summary = JSON.stringify([running, this.list.map(({ id, attention }) => [id, attention.state, attention.reason])]);
    if (summary === this.#summary) return;
    this.#summary = summary;
    this.#onChanged.fire();
  }
}
