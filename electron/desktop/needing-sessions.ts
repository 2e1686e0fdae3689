/**
 * The sessions that need the user, for the tray, the badge and the notifications.
 * A session that asks something needs the user until it stops asking. A session
 * that failed needs the user until the user has seen it.
 */
import { attentionKind } from "../../shared/attention-kind.ts";
import { needsYou } from "../../shared/needs-you.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import type { Channels, Settings } from "../../shared/settings/settings.ts";

/** The part of `HostWatch` that this class uses. */
export type SessionSource = {
  readonly sessions: readonly SessionInfo[];
  /** True while `sessions` is up to date. */
  readonly isWatching: boolean;
  readonly onChanged: (listener: () => void) => Disposable;
  /** Where a person wants to be told of what. */
  readonly settings: Pick<Settings, "attention">;
};

type States = ReadonlyMap<SessionId, string>;

/** Differs when a session needs the user for something else than before. */
function needOf({ attention, message }: SessionInfo): string {
  return message ? `${attention.state} ${message.atMs}` : attention.state;
}

export class NeedingSessions {
  readonly #source: SessionSource;
  readonly #onNeeding = new Emitter<SessionInfo>();
  readonly #onChanged = new Emitter<void>();
  /** Fires when a session begins to say something that the user wants a notification of. */
  readonly onNeeding = this.#onNeeding.event;
  /** Fires when `list` or the number of running programs has changed. */
  readonly onChanged = this.#onChanged.event;
  /** What each session needed at the last change. Undefined while the sessions are unknown. */
  #states: States | undefined;
  readonly #seenFailures = new Set<SessionId>();
  #dismissed: ReadonlySet<SessionId> = new Set();
  #summary = "";

  constructor(source: SessionSource) {
    this.#source = source;
    source.onChanged(() => this.#handleChange());
  }

  /** The sessions that need the user: first those that ask, then those that failed, each in the order of their start. */
  get list(): readonly SessionInfo[] {
    const needing = this.#source.sessions.filter((session) => this.needs(session));
    const rank = ({ attention }: SessionInfo): number => (attention.state === "waiting" ? 0 : 1);
    return needing.sort((a, b) => rank(a) - rank(b) || a.startedAtMs - b.startedAtMs);
  }

  needs(session: SessionInfo): boolean {
    return needsYou(session, this.#seenFailures) && this.#wants(session, "inbox");
  }

  /** The session, if it has something to say that the user wants a notification of. */
  telling(id: SessionId): SessionInfo | undefined {
    return this.#source.sessions.find((session) => session.id === id && this.#tells(session));
  }

  #tells(session: SessionInfo): boolean {
    return !this.#seenFailures.has(session.id) && this.#wants(session, "notification");
  }

  /** Whether it has something to say that the user has not dealt with, and wants to learn in this way. */
  #wants(session: SessionInfo, channel: keyof Channels): boolean {
    const kind = attentionKind(session);
    return kind !== undefined && this.#source.settings.attention[kind][channel] && !this.#dismissed.has(session.id);
  }

  /** Takes over which sessions the user has dismissed or snoozed. One whose snooze is over begins to need the user again. */
  setDismissed(ids: readonly SessionId[]): void {
    const before = this.#dismissed;
    this.#dismissed = new Set(ids);
    for (const session of this.#source.sessions) {
      if (before.has(session.id) && this.#tells(session)) this.#onNeeding.fire(session);
    }
    this.#fireIfChanged();
  }

  /** Notes that the user has seen these sessions. Their failures need nobody any more. */
  markSeen(ids: readonly SessionId[]): void {
    const { sessions } = this.#source;
    for (const id of ids) {
      if (sessions.some((session) => session.id === id && session.attention.state === "failed")) this.#seenFailures.add(id);
    }
    this.#fireIfChanged();
  }

  #handleChange(): void {
    const { sessions, isWatching } = this.#source;
    const before = this.#states;
    this.#states = isWatching ? new Map(sessions.map((session) => [session.id, needOf(session)])) : undefined;
    // Sessions that needed the user before the app connected fire no event.
    if (before && this.#states) this.#compare(before, this.#states);
    this.#fireIfChanged();
  }

  #compare(before: States, now: States): void {
    for (const id of this.#seenFailures) if (!now.get(id)?.startsWith("failed")) this.#seenFailures.delete(id);
    for (const session of this.#source.sessions) {
      if (this.#tells(session) && before.get(session.id) !== needOf(session)) this.#onNeeding.fire(session);
    }
  }

  /** Each session changes up to four times a second. The menu is rebuilt only when something that it shows has changed. */
  #fireIfChanged(): void {
    const running = this.#source.sessions.filter(({ exit }) => !exit).length;
    const summary = JSON.stringify([running, this.list.map(({ id, attention }) => [id, attention.state, attention.reason])]);
    if (summary === this.#summary) return;
    this.#summary = summary;
    this.#onChanged.fire();
  }
}
