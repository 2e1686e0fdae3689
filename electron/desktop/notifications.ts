/**
 * Desktop notifications about sessions that need the user while the user does not
 * see them. Each session gets at most one a second, and only if it still needs
 * the user when the notification is due.
 */
import { attentionKind } from "../../shared/attention-kind.ts";
import { alertWord } from "../../shared/needs-you.ts";
import type { SessionId, SessionInfo } from "../../shared/protocol.ts";
import { sessionLine, sessionTitle } from "./session-text.ts";

/** The delay before a notification. A program that asks and goes on at once, or that the user has just killed, needs nobody. */
const DELAY_MS = 400;
/** The least time between two notifications about one session. */
const INTERVAL_MS = 1000;

export type NotificationText = { readonly title: string; readonly body: string; readonly session: SessionId };

export type NotificationOptions = {
  /** The session, if it needs the user now and the user does not see it. */
  readonly unseen: (id: SessionId) => SessionInfo | undefined;
  readonly show: (notice: NotificationText) => void;
  readonly platform: NodeJS.Platform;
};

export class Notifications implements Disposable {
  readonly #options: NotificationOptions;
  /** On the clock of `performance.now`, which nobody sets back. */
  readonly #shownAt = new Map<SessionId, number>();
  readonly #timers = new Map<SessionId, NodeJS.Timeout>();

  constructor(options: NotificationOptions) {
    this.#options = options;
  }

  /** Schedules a notification for a session that has begun to need the user. */
  add({ id }: SessionInfo): void {
    if (this.#timers.has(id)) return;
    const sinceLast = performance.now() - (this.#shownAt.get(id) ?? Number.NEGATIVE_INFINITY);
    const wait = Math.max(DELAY_MS, INTERVAL_MS - sinceLast);
    this.#timers.set(
      id,
      setTimeout(() => this.#show(id), wait),
    );
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #show(id: SessionId): void {
    this.#timers.delete(id);
    const session = this.#options.unseen(id);
    if (!session) return;
    this.#shownAt.set(id, performance.now());
    this.#options.show(notificationText(session, this.#options.platform));
  }
}

function notificationText(session: SessionInfo, platform: NodeJS.Platform): NotificationText {
  const state = alertWord(attentionKind(session));
  const text = (value: string): string => (platform === "linux" ? withoutMarkup(value) : value);
  return { title: text(`${sessionTitle(session)} ${state}`), body: text(sessionLine(session)), session: session.id };
}

/** Some notification servers on Linux parse the text as markup. Entities are no solution, because other servers show them as they are. */
function withoutMarkup(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(">", "›").replaceAll("&", "＆");
}
